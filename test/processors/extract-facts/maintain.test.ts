// extract-facts handles a maintenance in the user's order: what it closes, the next write sees as closed, though the
// index does not hold it yet; and what was just said again is not pruned.
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { LogPosition } from '../../../infra/ports/event-log.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import type { Transformer } from '../../../infra/runtime/processor.ts'
import { seal } from '../../../infra/runtime/seal.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { fingerprintOf } from '../../../processors/extract-facts/fingerprint.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import { fenceOf } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { alone, delivered, opens, USER } from '../given.ts'

const OLD = '2001-01-01T00:00:00.000Z'
const TEXT = 'I like chess.'
const INDEXED = 1_000_000
const WRITE = '22222222-2222-4222-8222-222222222222'
const REQUEST = '33333333-3333-4333-8333-333333333333'

/** The index holds one old fact of low importance; what is decided from now on does not reach it. */
function given(fences: readonly Fence[] = []) {
  const ports = {
    log: createSqliteEventLog({ directory: null }),
    memory: createSqliteMemoryStore({ path: ':memory:' }),
    objects: createSqliteObjectStore({ path: ':memory:' }),
    keys: createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) }),
    language: createOfflineLanguageModel(),
    settings: {
      categoriesOf: () => defaultCategories,
      templateOf: () => undefined,
      trustOf: () => [],
    },
    signal: new AbortController().signal,
  }
  const said = { importance: 'low' as const, createdAt: OLD, validFrom: OLD, text: TEXT }
  const category = 'preferences'
  const fingerprint = fingerprintOf({ text: TEXT, contentType: 'document', validFrom: OLD })
  const old = itemDocument(USER, { id: 'old', fingerprint, item: { ...said, category } })
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 0, position: INDEXED }
  const step = { checkpoint, fences, documents: [old], erasedResources: [], erasures: [] }
  return { ports, ready: ports.memory.apply(step) }
}

let extract: Transformer
let write: () => Promise<NewDomainEvent[]>
type Durable = 'durable' | 'lost'
let maintain: (
  requestedBy?: 'schedule' | 'operator',
  becomes?: Durable,
) => Promise<NewDomainEvent[]>

async function start(fences?: readonly Fence[]): Promise<void> {
  const { ports, ready } = given(fences)
  await ready
  const saying = delivered('ContentStored', {
    id: WRITE,
    position: 11,
    open: { ...opens.contentStored, contentType: 'document' },
  })
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, saying.event, Buffer.from(TEXT))
  await ports.objects.putMany([{ key: opens.contentStored.objectKey, body }])
  extract = createExtractFacts(ports)
  write = () => handled(saying)
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

/** Handles an event; what it yields is durable, and beyond what the index holds, or its commit fails. */
async function handled(
  event: Parameters<Transformer['handle']>[0][number],
  becomes: Durable = 'durable',
) {
  const outcome = await extract.handle([event], alone())
  if (outcome.outcome !== 'emit') throw new Error('it was parked')
  const places = outcome.events.map(
    (_, n): LogPosition => ({ topic: 'memory.facts.v1', partition: 0, position: INDEXED + 1 + n }),
  )
  if (becomes === 'durable') outcome.committed?.(places)
  return outcome.events.map(({ event: each }) => each)
}

const types = (events: readonly NewDomainEvent[]) => events.map(({ type }) => type)

beforeEach(() => start())

test('given an old low fact, when maintained, then it is pruned, as of the time of the request', async () => {
  const events = await maintain()
  expect(types(events)).toEqual(['FactPruned', 'FactsMaintained'])
  expect(events[0]!.open).toMatchObject({ factId: 'old', source: 12, reason: 'faded' })
})

test('given a fact that was just pruned, when it is said again, then it is asserted anew', async () => {
  await maintain()
  const events = await write()
  expect(types(events)).toContain('FactAsserted')
  expect(types(events)).not.toContain('FactReinforced')
})

test('given a fact that was just said again, when maintained, then it stays', async () => {
  expect(types(await write())).toContain('FactReinforced')
  expect(types(await maintain())).not.toContain('FactPruned')
})

test('given a request that comes again, when handled, then nothing is done twice', async () => {
  await maintain('operator')
  expect(await maintain('operator')).toEqual([])
})

test('given a request whose commit failed, when it is tried again, then it is decided alike', async () => {
  const first = await maintain('operator', 'lost')
  expect(types(first)).toContain('FactPruned')
  expect(await maintain('operator')).toEqual(first)
})

test('given a user who has been forgotten since, when maintained, then nothing is told', async () => {
  await start([fenceOf(USER, 20, { keyGeneration: 0 })])
  expect(await maintain('operator')).toEqual([])
  await start([fenceOf(USER, 5, { keyGeneration: 1 })])
  expect(await maintain('operator'), 'its key is gone').toEqual([])
})

test('given nothing to do, when an operator asks, then that is told; when the schedule does, nothing is', async () => {
  await start([fenceOf(USER, 5, { keyGeneration: 0 })])
  expect(await maintain('schedule')).toEqual([])
  const [told, ...more] = await maintain('operator')
  expect(told).toMatchObject({ type: 'FactsMaintained', open: { pruned: 0, merged: 0 } })
  expect(more).toEqual([])
})
