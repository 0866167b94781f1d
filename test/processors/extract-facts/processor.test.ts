// extract-facts at the edge of a forget: a write that was under way lies behind the fence, sealed under a key that is
// about to go. Nothing may be read from it.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { derivedUuid } from '../../../infra/runtime/ids.ts'
import { seal } from '../../../infra/runtime/seal.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { fenceOf } from '../../contracts/given.ts'
import { alone, delivered, opens, RESOURCE, USER } from '../given.ts'

/** The ports, and a write of two facts about Ana; the index holds nothing but the fence. */
async function given(fence: Fence | null) {
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
  const write = delivered('ContentStored', {
    id: RESOURCE,
    position: 10,
    open: { ...opens.contentStored, contentType: 'document' },
  })
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, write.event, Buffer.from('My name is Ana and I live in Lisbon.'))
  await ports.objects.putMany([{ key: opens.contentStored.objectKey, body }])
  await ports.memory.apply({
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 1_000_000 },
    fences: fence ? [fence] : [],
    documents: [],
    erasedResources: [],
    erasures: [],
  })
  return { ports, write }
}

test.each([
  ['no fence', null, true],
  ['a fence before it and an older key', fenceOf(USER, 5, { keyGeneration: 0 }), true],
  ['a fence before it that takes its key', fenceOf(USER, 5, { keyGeneration: 1 }), false],
  ['a fence behind it', fenceOf(USER, 20, { keyGeneration: 0 }), false],
])('given %s, when a write is read, then facts come of it: %s', async (_, fence, expected) => {
  const { ports, write } = await given(fence)
  const outcome = await createExtractFacts(ports).handle([write], alone())
  const events = outcome.outcome === 'emit' ? outcome.events.map(({ event }) => event.type) : []
  expect(events.includes('FactAsserted')).toBe(expected)
  if (!expected) expect(events).toEqual([])
})

test('given a decision that did not become durable, when the write is tried again, then it is decided alike', async () => {
  const { ports, write } = await given(null)
  const { handle } = createExtractFacts(ports)
  const first = await handle([write], alone())
  expect(first).toMatchObject({ events: [{ event: { type: 'FactAsserted' } }, {}, {}] })
  const again = await handle([write], alone())
  expect(again).toMatchObject({ ...first, committed: expect.any(Function) })
})

test('given a decision that became durable, when the write comes again, then nothing is decided', async () => {
  const { ports, write } = await given(null)
  const { handle } = createExtractFacts(ports)
  const first = await handle([write], alone())
  const at = { topic: 'memory.facts.v1' as const, partition: 0, position: 2_000_000 }
  if (first.outcome === 'emit') first.committed?.([at])
  expect(await handle([write], alone())).toMatchObject({ outcome: 'emit', events: [] })
})

/** The marks that stand behind what was decided before this process came. */
async function marks(log: EventLog) {
  const found: StoredEvent[] = []
  for (const partition of log.partitions('memory.facts.v1')) {
    for await (const records of log.read({ topic: 'memory.facts.v1', partition })) {
      found.push(...records.flatMap(({ event }) => event ?? []))
    }
  }
  return found
}

test('given a partition, when its first events are handled, then one mark is written behind what was decided before', async () => {
  const { ports, write } = await given(null)
  const extract = createExtractFacts(ports)
  await extract.handle([write], alone())
  await extract.handle([write], alone())
  const mark = {
    type: 'ExtractionResumed',
    appId: '_',
    userId: '_',
    open: { partition: 0, engine: 'offline@1' },
  }
  expect(await marks(ports.log)).toMatchObject([{ ...mark, causationId: null, traceparent: null }])
  extract.assigned!(1)
  await extract.handle([write], alone())
  expect(await marks(ports.log)).toHaveLength(1)
  extract.assigned!(0)
  await extract.handle([write], alone())
  const [first, second] = await marks(ports.log)
  expect(second!.id).not.toBe(first!.id)
})

test('given a mark that cannot be written, when the next event comes, then it is tried again', async () => {
  const { ports, write } = await given(null)
  let tried = 0
  const append: EventLog['append'] = async (records) => {
    if (tried++ === 0) throw new Error('the log cannot be written')
    return ports.log.append(records)
  }
  const extract = createExtractFacts({ ...ports, log: { ...ports.log, append } })
  await expect(extract.handle([write], alone())).rejects.toThrow('the log cannot be written')
  expect((await extract.handle([write], alone())).events).not.toEqual([])
})

describe('a forget', () => {
  const forgotten = (category: string | null) =>
    delivered('MemoryForgotten', {
      id: RESOURCE,
      position: 20,
      open: { category, keyGeneration: 1 },
    })

  test('of a user is urgent, and makes what came before void; of a category it does not', async () => {
    const { ports } = await given(null)
    const extract = createExtractFacts(ports)
    expect(extract.urgent).toEqual(['MemoryForgotten'])
    const voids = (type: string, category: string | null) =>
      extract.voids!({ type, open: { category } } as unknown as StoredEvent)
    expect(voids('MemoryForgotten', null)).toBe(true)
    expect(voids('MemoryForgotten', 'work')).toBe(false)
    expect(voids('ContentStored', null)).toBe(false)
  })

  test('waits until the index obeys it, and then says that extraction has passed it', async () => {
    const { ports } = await given(null)
    let asked = 0
    const receipt: MemoryStore['receipt'] = async (...args) =>
      asked++ < 2 ? null : ports.memory.receipt(...args)
    await ports.memory.apply({
      checkpoint: { topic: 'memory.writes.v1', partition: 0, position: 21 },
      fences: [fenceOf(USER, 20, { keyGeneration: 1 })],
      documents: [],
      erasedResources: [],
      erasures: [],
    })
    const extract = createExtractFacts({ ...ports, memory: { ...ports.memory, receipt } })
    const event = forgotten(null)
    const outcome = await extract.handle([event], alone())
    expect(asked).toBe(3)
    expect(outcome).toEqual({
      outcome: 'emit',
      events: [
        {
          keyGeneration: null,
          event: {
            id: derivedUuid(RESOURCE, 'fenced'),
            type: 'ExtractionFenced',
            ...USER,
            occurredAt: event.event.occurredAt,
            open: { source: 20, category: null },
            sealed: null,
          },
        },
      ],
    })
  })

  test('takes out what was decided and is not indexed yet, so that a write after it repeats nothing', async () => {
    const { ports, write } = await given(null)
    const extract = createExtractFacts(ports)
    const at = { topic: 'memory.facts.v1' as const, partition: 0, position: 2_000_000 }
    const first = await extract.handle([write], alone())
    if (first.outcome === 'emit') first.committed?.([at])
    await ports.memory.apply({
      checkpoint: { topic: 'memory.writes.v1', partition: 0, position: 21 },
      fences: [fenceOf(USER, 20, { keyGeneration: 0 })],
      documents: [],
      erasedResources: [],
      erasures: [],
    })
    await extract.handle([forgotten(null)], alone())
    const later = { ...write, position: 30 }
    const again = await extract.handle([later], alone())
    expect(again.events!.map(({ event }) => event.type)).toContain('FactAsserted')
  })
})

test('given an event that says nothing to read, when handled, then nothing comes of it', async () => {
  const { ports } = await given(null)
  const open = {
    from: 'stripe',
    sourceId: RESOURCE,
    eventType: null,
    reason: 'x',
    deliveryHash: null,
  }
  const ignored = delivered('WebhookIgnored', { open: open as never })
  expect(await createExtractFacts(ports).handle([ignored], alone())).toEqual({
    outcome: 'emit',
    events: [],
  })
})
