// Workers that race with a forget, and workers that die within a step: what a fence forbids is unreadable at once and
// deleted in the end.
import { describe, expect, test } from 'vitest'
import { createElasticsearchMemoryStore } from '../../../infra/elasticsearch/memory-store.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { createPlaces, fenceOf, newScope } from '../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../contracts/memory-documents.ts'
import { givenServer, needsServer, serverUrl } from './given-server.ts'
import { type Hooks, stepOf, stored, stumbling } from './steps.ts'

const vector = Int8Array.of(1, 2, 3, 4)

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  function openStores(hooks: Hooks) {
    const prefix = newPrefix()
    const open = (through = client()) =>
      createElasticsearchMemoryStore({ client: through, prefix, dimensions: 4, cleanAfterMs: null })
    return { prefix, open, one: open(stumbling(client(), hooks)), other: open() }
  }

  test('given a writer that is overtaken by a forget, when it goes on, then it takes back what it wrote', async () => {
    const [scope, writes, facts] = [newScope(), createPlaces('memory.writes.v1'), createPlaces()]
    const overtaken: Hooks = {}
    const { prefix, one, other } = openStores(overtaken)
    overtaken.beforeBulk = async () => {
      delete overtaken.beforeBulk
      await other.apply(stepOf(writes(), { fences: [fenceOf(scope, 9)] }))
    }
    await one.apply(stepOf(facts(), { documents: [...everything(scope), late(scope)] }))
    expect(await stored(client(), `${prefix}-items-1`)).toBe(1)
    expect(await stored(client(), `${prefix}-records-1`)).toBe(0)
    expect((await other.items(scope, ['i', 'late'])).map(({ id }) => id)).toEqual(['late'])
  })

  test('given a writer that is overtaken and cannot look at the fences again, when its step is tried again, then it takes back', async () => {
    const [scope, writes, facts] = [newScope(), createPlaces('memory.writes.v1'), createPlaces()]
    const hooks: Hooks = {}
    const { prefix, one, other } = openStores(hooks)
    hooks.beforeBulk = async () => {
      delete hooks.beforeBulk
      await other.apply(stepOf(writes(), { fences: [fenceOf(scope, 9)] }))
      hooks.beforeMget = () => {
        throw new Error('no answer')
      }
    }
    const step = stepOf(facts(), { documents: everything(scope) })
    await expect(one.apply(step)).rejects.toThrow('no answer')
    delete hooks.beforeMget
    await one.apply(step)
    expect(await stored(client(), `${prefix}-items-1`)).toBe(0)
    expect(await stored(client(), `${prefix}-records-1`)).toBe(0)
  })

  test('given a writer that dies after it was overtaken, when read, then nothing is seen, and its step removes it', async () => {
    const [scope, writes, facts] = [newScope(), createPlaces('memory.writes.v1'), createPlaces()]
    const dying: Hooks = {}
    const { prefix, open, one, other } = openStores(dying)
    expect(await other.hasItems(scope)).toBe(false)
    dying.beforeBulk = () => other.apply(stepOf(writes(), { fences: [fenceOf(scope, 9)] }))
    dying.afterBulk = () => {
      throw new Error('died')
    }
    const step = stepOf(facts(), { documents: everything(scope) })
    await expect(one.apply(step)).rejects.toThrow('died')
    expect(await stored(client(), `${prefix}-items-1`)).toBe(1)
    for (const store of [other, open()]) await expectNothing(store, scope)
    expect(await other.digest()).toBe(await emptyDigest(scope))
    await other.apply(step)
    expect(await stored(client(), `${prefix}-items-1`)).toBe(0)
    expect(await stored(client(), `${prefix}-records-1`)).toBe(0)
  })

  test('given a user who came back, when an overtaken writer is taken back, then the new documents stay', async () => {
    const [scope, writes, facts] = [newScope(), createPlaces('memory.writes.v1'), createPlaces()]
    const { open, other } = openStores({})
    await other.apply(stepOf(writes(), { fences: [fenceOf(scope, 9)] }))
    const of = (text: string, version: number, source: number) =>
      summaryDocument(scope, { category: 'work', text, version, source })
    await other.apply(stepOf(facts(), { documents: [of('new', 20, 10)] }))
    await open().apply(stepOf(facts(), { documents: [of('old', 19, 8)] }))
    expect((await other.summaries(scope)).map(({ text }) => text)).toEqual(['new'])
  })

  test('given a summary that a forget removed, when the next version comes at once, then it is stored', async () => {
    const [scope, writes, facts] = [newScope(), createPlaces('memory.writes.v1'), createPlaces()]
    const { other } = openStores({})
    const of = (text: string, version: number, source: number) =>
      summaryDocument(scope, { category: 'work', text, version, source })
    await other.apply(stepOf(facts(), { documents: [of('old', 100, 8)] }))
    await other.apply(stepOf(writes(), { fences: [fenceOf(scope, 9)] }))
    await other.apply(stepOf(facts(), { documents: [of('new', 101, 9)] }))
    expect((await other.summaries(scope)).map(({ text }) => text)).toEqual(['new'])
  })

  test('given a forget that dies half way, when it is applied again, then its receipt counts all', async () => {
    const [scope, facts] = [newScope(), createPlaces()]
    const dying: Hooks = {}
    const { prefix, one, other } = openStores(dying)
    const health = { category: 'health', resourceId: 'r' }
    const documents = [
      itemDocument(scope, { id: 'a', item: health }),
      itemDocument(scope, { id: 'b', item: health }),
      resourceDocument(scope, { id: 'r' }),
      summaryDocument(scope, { category: 'health', text: 'gone' }),
    ]
    await other.apply(stepOf(facts(), { documents }))
    dying.afterBulk = () => {
      throw new Error('died')
    }
    const step = stepOf(facts(), { fences: [fenceOf(scope, 9, { category: 'health' })] })
    await expect(one.apply(step)).rejects.toThrow('died')
    expect(await stored(client(), `${prefix}-items-1`)).toBe(0)
    // The resource that is left without an item goes last.
    expect(await stored(client(), `${prefix}-records-1`)).toBeGreaterThan(0)
    expect(await other.receipt(scope, 9)).toBeNull()
    expect(await other.summaries(scope)).toEqual([])
    await other.apply(step)
    expect(await other.receipt(scope, 9)).toEqual({
      before: 9,
      removed: { items: 2, resources: 1, summaries: 1 },
      resourceIds: ['r'],
    })
    expect(await stored(client(), `${prefix}-records-1`)).toBe(0)
  })

  test('given a step whose worker died before the checkpoint, when applied again, then it is complete', async () => {
    const [scope, facts] = [newScope(), createPlaces()]
    const dying: Hooks = {}
    const { one, other } = openStores(dying)
    dying.afterBulk = () => {
      throw new Error('died')
    }
    const at = facts()
    const step = stepOf(at, { documents: everything(scope) })
    await expect(one.apply(step)).rejects.toThrow('died')
    expect(await other.checkpoints('memory.facts.v1')).toEqual(new Map())
    await other.apply(step)
    expect(await other.hasItems(scope)).toBe(true)
    expect(await other.checkpoints('memory.facts.v1')).toEqual(new Map([[0, at.position]]))
  })

  test('given two workers that raise fences of one user at once, when done, then both are there', async () => {
    const scope = newScope()
    const { one, other } = openStores({})
    await one.ping()
    const raise = (store: MemoryStore, before: number, category: string) =>
      store.apply(
        stepOf(
          { topic: 'memory.writes.v1', partition: before, position: before },
          { fences: [fenceOf(scope, before, { category })] },
        ),
      )
    await Promise.all([1, 2, 3, 4].map((n) => raise(n % 2 ? one : other, n, `category ${n}`)))
    expect((await one.fences([scope])).map(({ before }) => before).sort()).toEqual([1, 2, 3, 4])
  })

  async function emptyDigest(scope: Scope): Promise<string> {
    const { other } = openStores({})
    await other.apply(stepOf(createPlaces()(), { fences: [fenceOf(scope, 9)] }))
    return other.digest()
  }
})

function everything(scope: Scope) {
  return [
    itemDocument(scope, { id: 'i', terms: ['canary'], vector, slot: 's', fingerprint: 'f' }),
    resourceDocument(scope, { id: 'r' }),
    summaryDocument(scope, { category: 'work', text: 'canary' }),
  ]
}

function late(scope: Scope) {
  return itemDocument(scope, { id: 'late', source: 9 })
}

async function expectNothing(store: MemoryStore, scope: Scope): Promise<void> {
  expect((await store.searchText(scope, { terms: ['canary'], limit: 5 })).hits).toEqual([])
  expect(await store.searchVectors(scope, { vector, limit: 5 })).toEqual([])
  expect(await store.items(scope, ['i'])).toEqual([])
  expect(await store.itemDocuments([{ ...scope, id: 'i' }])).toEqual([])
  expect(await store.neighbours(scope, [{ threadId: '~resource of i', place: 0 }], 2)).toEqual([])
  expect(await store.itemsOfResource(scope, 'resource of i', 5)).toEqual([])
  expect(await store.topItems(scope, { category: 'work', limit: 5 })).toEqual([])
  expect((await store.listItems(scope, { limit: 5 })).total).toBe(0)
  expect((await store.listResources(scope, { limit: 5 })).total).toBe(0)
  expect(await store.resource(scope, 'r')).toBeNull()
  expect(await store.summaries(scope)).toEqual([])
  expect(await store.categoryCounts(scope)).toEqual([])
  expect(await store.hasItems(scope)).toBe(false)
}
