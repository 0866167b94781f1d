// extract-facts at the edge of a forget: a write that was under way lies behind the fence, sealed under a key that is
// about to go. Nothing may be read from it.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { seal } from '../../../infra/runtime/seal.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
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
