// extract-facts at the edge of a forget: a write that was under way lies behind the fence, sealed under a key that is
// about to go. Nothing may be read from it.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { seal } from '../../../infra/runtime/seal.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import { fenceOf } from '../../contracts/given.ts'
import { delivered, opens, RESOURCE, USER } from '../given.ts'

test.each([
  ['no fence', null, true],
  ['a fence before it and an older key', fenceOf(USER, 5, { keyGeneration: 0 }), true],
  ['a fence before it that takes its key', fenceOf(USER, 5, { keyGeneration: 1 }), false],
  ['a fence behind it', fenceOf(USER, 20, { keyGeneration: 0 }), false],
])('given %s, when a write is read, then facts come of it: %s', async (_, fence, expected) => {
  const ports = {
    log: createSqliteEventLog({ directory: null }),
    memory: createSqliteMemoryStore({ path: ':memory:' }),
    objects: createSqliteObjectStore({ path: ':memory:' }),
    keys: createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) }),
    language: createOfflineLanguageModel(),
    settings: { categoriesOf: () => defaultCategories, templateOf: () => undefined },
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
  const outcome = await createExtractFacts(ports).handle([write])
  const events = outcome.outcome === 'emit' ? outcome.events.map(({ event }) => event.type) : []
  expect(events.includes('FactAsserted')).toBe(expected)
  if (!expected) expect(events).toEqual([])
})
