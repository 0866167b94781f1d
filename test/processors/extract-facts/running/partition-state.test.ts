// What extract-facts remembers of a partition, and which stores it is made of.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import {
  type ExtractFactsPorts,
  sharedOf,
  stateOf,
} from '../../../../processors/extract-facts/running/partition-state.ts'
import { USER } from '../../given.ts'
import { inMemoryPorts, nothingSet } from '../../in-memory.ts'

const FACTS = 'memory.facts.v1'

let ports: ExtractFactsPorts & ReturnType<typeof inMemoryPorts>
let stopping: AbortController
/** The store of the partition, which no reader queries. */
let own: ReturnType<typeof inMemoryPorts>
beforeEach(() => {
  stopping = new AbortController()
  own = { ...inMemoryPorts(), memory: createSqliteMemoryStore({ path: ':memory:' }) }
  const readers = inMemoryPorts()
  ports = {
    ...readers,
    graph: createSqliteGraphStore({ path: ':memory:' }),
    states: { ...readers.states, shared: false, of: () => own },
    settings: nothingSet,
    signal: stopping.signal,
  }
})
afterEach(async () => {
  stopping.abort()
  for (const { log, memory, graph } of [ports, own]) {
    await Promise.all([log.close(), memory.close(), graph.close()])
  }
})

const turns = async () => {
  for (let n = 0; n < 20; n++) await new Promise((next) => setImmediate(next))
}

const none = { fences: [], documents: [], erasedResources: [], erasures: [] }
const at = (position: number) => ({ topic: FACTS, partition: 3, position }) as const

test('a partition decides from its own memory, and sees the summaries and the progress of the readers', async () => {
  const shared = sharedOf(ports)
  const state = stateOf(ports, 3, shared)
  expect(state).toMatchObject({ partition: 3, lead: shared.lead, memory: own.memory })
  expect(state.summaries).toBe(ports.memory.summaries)
  let isIndexed = false
  void state.indexed(at(5)).then(() => {
    isIndexed = true
  })
  await own.memory.apply({ ...none, checkpoint: at(5) })
  await turns()
  expect(isIndexed).toBe(false)
  await ports.memory.apply({ ...none, checkpoint: at(5) })
  await expect.poll(() => isIndexed).toBe(true)
})

test('nothing is remembered at first: no app has written, nothing is ahead, and reading has no bound', () => {
  const state = stateOf(ports, 0, sharedOf(ports))
  expect(state).toMatchObject({
    ahead: { events: 0 },
    others: { wroteAt: Number.NEGATIVE_INFINITY, patienceMs: 15_000 },
    cpuBudgetMs: Number.POSITIVE_INFINITY,
  })
  expect([...state.recent.uncommitted(USER)]).toEqual([])
  const reading = { open: () => undefined, readPassage: () => undefined } as never
  const bounded = stateOf({ ...ports, reading, cpuBudgetMs: 7 }, 0, state)
  expect(bounded).toMatchObject({ reading, cpuBudgetMs: 7 })
})

test('given a short write in one partition, then the long writes of every other leave it time', () => {
  const shared = sharedOf(ports)
  const [one, other] = [stateOf(ports, 0, shared), stateOf(ports, 1, shared)]
  one.others.wroteAt = 5
  expect(other.others.wroteAt).toBe(5)
})

test.each([
  ['pace', 1],
  ['long', 6],
] as const)('of %s so many have a turn at a time: %s', async (name, size) => {
  const state = stateOf(ports, 0, sharedOf(ports))
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  // Of several apps, because the work of one may not have all turns.
  const all = Array.from({ length: size + 1 }, (_, n) =>
    state[name].run({ ...USER, appId: `app-${n}` }, () => {
      begun++
      return ended
    }),
  )
  await turns()
  expect(begun).toBe(size)
  end()
  await Promise.all(all)
})

/** The ports, and the requests to the readers' stores. */
function counting(shared: boolean) {
  const asked: string[] = []
  const checkpoints = (name: string) => async (topic: string) => {
    asked.push(`${name}: ${topic}`)
    return new Map()
  }
  const watched = {
    ...ports,
    states: { ...ports.states, shared },
    memory: { ...ports.memory, checkpoints: checkpoints('index') },
    graph: { checkpoints: checkpoints('graph') },
  }
  return { asked, watched }
}

test('readers are shown a fact when both of their stores hold it', async () => {
  const { asked, watched } = counting(false)
  sharedOf(watched).lead.published('one', [at(5)])
  await turns()
  expect(asked.slice(0, 2)).toEqual([`index: ${FACTS}`, `graph: ${FACTS}`])
})

test('readers who share the states are shown what is committed: they are not asked', async () => {
  const { asked, watched } = counting(true)
  sharedOf(watched).lead.published('one', [at(5)])
  await turns()
  expect(asked).toEqual([])
})
