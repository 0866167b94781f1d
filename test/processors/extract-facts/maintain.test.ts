// extract-facts handles a maintenance in the user's order: the next write sees its closed facts as closed, committed or
// not; and a fact that was just repeated is not pruned.
import { beforeEach, expect, test } from 'vitest'
import type { MemoryDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import type { Transformer } from '../../../infra/runtime/run/processor.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { fingerprintOf } from '../../../processors/extract-facts/known/fingerprint.ts'
import { createRecentFacts } from '../../../processors/extract-facts/known/recent-facts.ts'
import { maintain as maintainUser } from '../../../processors/extract-facts/maintain.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import { fenceOf } from '../../contracts/given.ts'
import { itemDocument, summaryDocument } from '../../contracts/memory-documents.ts'
import { alone, commit, delivered, LATER, opens, USER } from '../given.ts'
import { givenPorts } from './given-ports.ts'

const OLD = '2001-01-01T00:00:00.000Z'
const TEXT = 'I like chess.'
const HELD = 1_000_000
const WRITE = '22222222-2222-4222-8222-222222222222'
const REQUEST = '33333333-3333-4333-8333-333333333333'

type Given = { fences?: readonly Fence[]; readers?: readonly MemoryDocument[] }

/** The state holds one old fact of low importance. The readers' store holds what the test writes, and is never fed. */
async function given({ fences = [], readers = [] }: Given) {
  const own = givenPorts()
  const ports = { ...own, memory: createSqliteMemoryStore({ path: ':memory:' }) }
  const said = { importance: 'low' as const, createdAt: OLD, validFrom: OLD, text: TEXT }
  const category = 'preferences'
  const fingerprint = fingerprintOf({ text: TEXT, contentType: 'document', validFrom: OLD })
  const old = itemDocument(USER, { id: 'old', fingerprint, item: { ...said, category } })
  await hold(own.memory, [old], fences)
  await hold(ports.memory, readers)
  return ports
}

function hold(
  memory: MemoryStore,
  documents: readonly MemoryDocument[],
  fences: readonly Fence[] = [],
): Promise<void> {
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 0, position: HELD }
  return memory.apply({ checkpoint, fences, documents, erasedResources: [], erasures: [] })
}

let extract: Transformer
let write: (becomes?: Becomes) => Promise<NewDomainEvent[]>
type Becomes = 'committed' | 'under way'
let maintain: (
  requestedBy?: 'schedule' | 'operator',
  becomes?: Becomes,
) => Promise<NewDomainEvent[]>

async function start(more: Given = {}): Promise<void> {
  const ports = await given(more)
  const saying = delivered('ContentStored', {
    id: WRITE,
    position: 11,
    open: { ...opens.contentStored, contentType: 'document' },
  })
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, saying.event, Buffer.from(TEXT))
  await ports.objects.putMany([{ key: opens.contentStored.objectKey, body }])
  extract = createExtractFacts(ports)
  write = (becomes) => handled(saying, becomes)
  maintain = (requestedBy = 'schedule', becomes) =>
    handled(
      delivered('MaintenanceRequested', {
        id: REQUEST,
        position: 12,
        open: { ...opens.maintenanceRequested, requestedBy },
      }),
      becomes,
    )
}

/** Handles an event; its output is committed, or not yet. */
async function handled(
  event: Parameters<Transformer['handle']>[0][number],
  becomes: Becomes = 'committed',
) {
  const outcome = await extract.handle([event], alone())
  if (outcome.outcome !== 'emit') throw new Error('it was dead-lettered')
  if (becomes === 'committed') await commit(extract, outcome)
  return outcome.events.map(({ event: each }) => each)
}

const types = (events: readonly NewDomainEvent[]) => events.map(({ type }) => type)

const becomes: Becomes[] = ['committed', 'under way']

beforeEach(() => start())

test('given an old low fact, when maintained, then it is pruned, as of the time of the request', async () => {
  const events = await maintain()
  expect(types(events)).toEqual(['FactPruned', 'FactsMaintained'])
  expect(events[0]!.open).toMatchObject({ factId: 'old', source: 12, reason: 'faded' })
})

test.each(becomes)(
  'given a fact that was just pruned, %s, when it is said again, then it is asserted again',
  async (pruning) => {
    await maintain('schedule', pruning)
    const events = await write()
    expect(types(events)).toContain('FactAsserted')
    expect(types(events)).not.toContain('FactReinforced')
  },
)

test.each(becomes)(
  'given a fact that was just said again, %s, when maintained, then it stays',
  async (saying) => {
    expect(types(await write(saying))).toContain('FactReinforced')
    expect(types(await maintain())).not.toContain('FactPruned')
  },
)

test('given a request that comes again, when handled, then nothing is done twice', async () => {
  const first = await maintain('operator')
  const [told, ...more] = await maintain('operator')
  expect(more).toEqual([])
  // The log and its readers know it by its id.
  expect(told!.id).toBe(first.at(-1)!.id)
  expect(await maintain('schedule')).toEqual([])
})

test('given a request whose commit failed, when it is tried again, then it is decided alike', async () => {
  const first = await maintain('operator', 'under way')
  expect(types(first)).toContain('FactPruned')
  expect(await maintain('operator')).toEqual(first)
})

test('given a user who has been forgotten since, when maintained, then nothing is told', async () => {
  await start({ fences: [fenceOf(USER, 20, { keyGeneration: 0 })] })
  expect(await maintain('operator')).toEqual([])
  await start({ fences: [fenceOf(USER, 5, { keyGeneration: 1 })] })
  expect(await maintain('operator'), 'its key is gone').toEqual([])
})

test('given nothing to do, when an operator asks, then that is told; when the schedule does, nothing is', async () => {
  await start({ fences: [fenceOf(USER, 5, { keyGeneration: 0 })] })
  expect(await maintain('schedule')).toEqual([])
  const [told, ...more] = await maintain('operator')
  expect(told).toMatchObject({ type: 'FactsMaintained', open: { pruned: 0, merged: 0 } })
  expect(more).toEqual([])
})

test('given what readers see, when maintained, then their summaries are judged by the facts of the state, and their facts are not looked at', async () => {
  await start({
    readers: [
      summaryDocument(USER, { category: 'health', text: 'Gone.' }),
      itemDocument(USER, { id: 'theirs', item: { importance: 'low', createdAt: OLD } }),
    ],
  })
  const events = await maintain()
  expect(events.map(({ open }) => open)).toMatchObject([
    { factId: 'old' },
    { pruned: 1, merged: 0, categories: ['health', 'preferences'] },
  ])
})

test('given facts that are merged, when that is not committed yet, then it is known which are not as the state shows them', async () => {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const place = { subject: 'user', attribute: 'game', value: 'chess', exclusive: true }
  const said = { createdAt: OLD, validFrom: OLD, text: TEXT, ...place }
  const alike = ['a', 'b'].map((id) => itemDocument(USER, { id, fingerprint: 'same', item: said }))
  await hold(memory, alike)
  const request = delivered('MaintenanceRequested', { open: opens.maintenanceRequested })
  const recent = createRecentFacts()
  const { summaries } = memory
  const outcome = await maintainUser({ memory, summaries, recent }, 12, request.event)
  expect(outcome.events!.map(({ event }) => event.open)).toMatchObject([
    { factId: 'b', mergedInto: 'a' },
    { merged: 1 },
  ])
  expect([...recent.uncommitted(USER)].sort()).toEqual(['a', 'b'])
  expect([...recent.overlay(USER, []).keys()]).toEqual([])
  expect(recent.past(USER, []), 'until when it held').toMatchObject([
    { id: 'b', slot: 'user\ngame', validTo: LATER, mergedInto: 'a' },
  ])
  if (outcome.outcome === 'emit') outcome.committed?.([])
  expect([...recent.uncommitted(USER)]).toEqual([])
  await memory.close()
})
