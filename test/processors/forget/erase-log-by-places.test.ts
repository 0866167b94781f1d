// What a forget asks of the log and of the object store once it knows the places: these, in their order, and no more.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { flow } from '../../../processors/flow.ts'
import type { Forgetting } from '../../../processors/forget/decide.ts'
import { eraseObjects, eraseRecords, placesFor } from '../../../processors/forget/erase-log.ts'
import { listPlaces, noteStands, type Place } from '../../../processors/forget/places.ts'
import { reachOf } from '../../../processors/forget/reach.ts'
import { topics, WRITES } from '../../../schemas/topics.ts'
import { storedEvent } from '../../contracts/given.ts'
import { LATER, USER } from '../given.ts'
import { createToldStores, type ToldStores } from './told-stores.ts'

const FACTS = 'memory.facts.v1'
const reach = reachOf(flow, topics)
const FORGETTING: Forgetting = {
  ...USER,
  id: randomUUID(),
  before: 9_000,
  partition: 0,
  category: null,
  keyGeneration: 1,
  occurredAt: LATER,
  recordedAt: LATER,
}

let told: ToldStores
beforeEach(() => {
  told = createToldStores()
})

function place(position: number, more: Partial<Place> = {}): Place {
  const event = { id: randomUUID(), type: 'ContentStored', category: null }
  return { ...event, topic: WRITES, position, source: position, ...more }
}
const erasing = (...pages: Place[][]) => ({
  ports: told,
  reach,
  forgetting: FORGETTING,
  resourceIds: new Set<string>(),
  places: {
    stands: { [WRITES]: 5_000 },
    pages: async function* () {
      yield* pages
    },
  },
})

describe('the objects of a list', () => {
  test('given places without order, when erased, then stored writes are read by position, and what came later', async () => {
    const fact = place(2, { topic: FACTS, type: 'FactAsserted' })
    const forget = place(4, { type: 'MemoryForgotten' })
    const odd = place(6, { topic: FACTS })
    await eraseObjects(erasing([place(70), fact, forget, odd, place(8), place(101)]))
    const common = { topic: WRITES, partition: 0, scope: FORGETTING }
    const limits = { maxRecords: 1_000, openOnly: true }
    expect(told.reads).toEqual([
      { ...common, ...limits, at: [8, 70, 101] },
      { ...common, ...limits, after: 5_000 },
    ])
    expect(told.deletions).toEqual([])
  })

  test('given more places than a read takes, when erased, then each is read once', async () => {
    await eraseObjects(erasing(Array.from({ length: 1_001 }, (_, n) => place(n))))
    expect(told.reads.map(({ at }) => at?.length)).toEqual([1_000, 1, undefined])
    expect(told.reads[1]?.at).toEqual([1_000])
  })

  test('given as many places as reads take, when erased, then none is empty', async () => {
    await eraseObjects(erasing(Array.from({ length: 1_000 }, (_, n) => place(n))))
    expect(told.reads.map(({ at }) => at?.length)).toEqual([1_000, undefined])
  })
})

test('given places of one topic, when records are erased, then no other topic is asked', async () => {
  const fact = place(2, { topic: FACTS, type: 'FactAsserted' })
  await eraseRecords(erasing([fact], [fact]))
  expect(told.erasures).toEqual([
    [FACTS, [fact.id]],
    [FACTS, [fact.id]],
  ])
})

test('given a log that finds users by itself, when asked for a list, then none is opened', async () => {
  const get = () => Promise.reject(new Error('asked'))
  const ports = { log: { ...told.log, findsUsers: true }, objects: { ...told.objects, get } }
  expect(await placesFor(ports, reach, FORGETTING)).toBeNull()
})

describe('a list that misses an event', () => {
  const letter = (processor: string): LogRecord => {
    const event = storedEvent(USER, { type: 'RecordParked', open: { processor } })
    return { topic: 'memory.facts.v1.dlq', partition: 0, position: 1, event, defect: null }
  }
  const unreadable: LogRecord = {
    topic: 'memory.facts.v1.dlq',
    partition: 0,
    position: 0,
    event: null,
    defect: 'odd',
  }

  test.each([
    ['no letter of its own', [unreadable, letter('update-graph')], true],
    ['one among others', [unreadable, letter('update-graph'), letter('keep-audit')], false],
  ])(
    'given %s, when opened, then it counts only if none is missing',
    async (_, letters, counts) => {
      const audit = {
        checkpoints: async () => new Map([[0, 5]]),
        places: async () => ({ data: [], nextCursor: null, total: 0 }),
        fences: async () => [],
      }
      const ports = { ...told, audit }
      await noteStands(ports, reach.listed.topics, FORGETTING)
      await listPlaces(ports, reach.listed.topics, { ...FORGETTING, position: FORGETTING.before })
      told.holds['memory.facts.v1.dlq'] = letters
      expect((await placesFor(told, reach, FORGETTING)) !== null).toBe(counts)
    },
  )
})
