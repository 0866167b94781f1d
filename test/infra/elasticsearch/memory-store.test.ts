// The memory store in Elasticsearch keeps the contract of its port, sealed as a service opens it.
import { describe, expect, test } from 'vitest'
import { FIRST_BUILD } from '../../../infra/elasticsearch/indices/indices.ts'
import { memoryFamily } from '../../../infra/elasticsearch/indices/mappings.ts'
import { createElasticsearchMemoryStore } from '../../../infra/elasticsearch/memory-store.ts'
import type { ItemDocument } from '../../../infra/ports/memory-store.ts'
import { sealMemory } from '../../../infra/sealed/memory/seal-memory.ts'
import { createPlaces, newScope } from '../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../contracts/memory-documents.ts'
import { memoryStoreContract } from '../../contracts/memory-store.contract.ts'
import { givenServerSealing } from '../sealed/given-sealing.ts'
import {
  dropIndices,
  givenServer,
  needsServer,
  onEmptiedIndices,
  serverUrl,
} from './given-server.ts'
import { counting, type Hooks, noting, stepOf, stumbling } from './steps.ts'

/** Far more than a second, because the machine may be busy. */
const PATIENCE = { timeout: 20_000 }

describe.skipIf(!serverUrl)(needsServer, () => {
  const server = givenServer()
  const { client, newPrefix } = server

  /** A store with indices of its own, and which of them its requests make searchable at once. */
  function noted(topic: 'memory.writes.v1' | 'memory.summaries.v1') {
    const prefix = newPrefix()
    const { through, refreshed } = noting(client())
    const store = createElasticsearchMemoryStore({ client: through, prefix, dimensions: 4 })
    const end = async () => {
      await store.close()
      await dropIndices(client(), prefix)
    }
    return { prefix, scope: newScope(), place: createPlaces(topic), refreshed, store, end }
  }

  // One for all: digests are equal under the same keys.
  const sealing = givenServerSealing()

  memoryStoreContract(
    sealing ? 'Elasticsearch, sealed' : 'Elasticsearch',
    onEmptiedIndices(server, memoryFamily(4), (prefix, client) => {
      const store = createElasticsearchMemoryStore({ client, prefix, dimensions: 4 })
      return sealing ? sealMemory(store, sealing) : store
    }),
    sealing ? { hashesTerms: true, ownOrder: true } : {},
  )

  test('given an index of before threads were kept, when opened, then it takes what stands in one', async () => {
    const [prefix, scope] = [newPrefix(), newScope()]
    const open = () => createElasticsearchMemoryStore({ client: client(), prefix, dimensions: 4 })
    const { threadId: _, place: __, ...earlier } = memoryFamily(4).tables.items!.properties
    const index = `${prefix}-items-${FIRST_BUILD}`
    const aliases = { [`${prefix}-items`]: {} }
    await client().indices.create({
      index,
      aliases,
      mappings: { dynamic: 'strict', properties: earlier },
    })
    const store = open()
    const item = { threadId: 't', place: 3 }
    await store.apply(
      stepOf(createPlaces()(), { documents: [itemDocument(scope, { id: 'i', item })] }),
    )
    const near = await store.neighbours(scope, [{ threadId: 't', place: 4 }], 1)
    expect(near.map(({ id }) => id)).toEqual(['i'])
    await store.close()
    await dropIndices(client(), prefix)
  })

  test('given a write that is queued, when it is taken in, then no refresh is paid for it; who lists pays, and who asks for it need not', async () => {
    const { prefix, scope, place, refreshed, store, end } = noted('memory.writes.v1')
    const documents = [resourceDocument(scope, { id: 'r' })]
    await store.apply(stepOf(place(), { documents, summaries: 'soon' }))
    expect((await store.resource(scope, 'r'))?.status).toBe('queued')
    expect(refreshed).toEqual([])
    expect((await store.listResources(scope, { limit: 10 })).data).toHaveLength(1)
    expect(refreshed).toEqual([`${prefix}-records`])
    await end()
  })

  test('given a summary that may be shown soon, when it is taken in, then no refresh is paid for it, and it is shown all the same', async () => {
    const { scope, place, refreshed, store, end } = noted('memory.summaries.v1')
    const documents = [summaryDocument(scope, { category: 'work', text: 'all' })]
    await store.apply(stepOf(place(), { documents, summaries: 'soon' }))
    await expect.poll(() => store.summaries(scope), PATIENCE).toHaveLength(1)
    expect(refreshed).toEqual([])
    await end()
  })

  test('given summaries that may be shown soon, when a later step that others wait for ends, then they are found', async () => {
    const { prefix, scope, place, refreshed, store, end } = noted('memory.summaries.v1')
    const documents = [summaryDocument(scope, { category: 'work', text: 'all' })]
    await store.apply(stepOf(place(), { documents, summaries: 'soon' }))
    await store.apply(stepOf(place()))
    expect(refreshed).toEqual([`${prefix}-records-${FIRST_BUILD}`])
    expect(await store.summaries(scope)).toHaveLength(1)
    await end()
  })

  test('given an index of before summaries were shown by the server, when opened, then the server shows them', async () => {
    const [prefix, scope, place] = [newPrefix(), newScope(), createPlaces('memory.summaries.v1')]
    const open = () => createElasticsearchMemoryStore({ client: client(), prefix, dimensions: 4 })
    const before = open()
    await before.apply(stepOf(place()))
    const [index, settings] = [`${prefix}-records-${FIRST_BUILD}`, { refresh_interval: '-1' }]
    await client().indices.putSettings({ index, settings })
    const store = open()
    const documents = [summaryDocument(scope, { category: 'work', text: 'all' })]
    await store.apply(stepOf(place(), { documents, summaries: 'soon' }))
    await expect.poll(() => store.summaries(scope), PATIENCE).toHaveLength(1)
    await Promise.all([before.close(), store.close()])
    await dropIndices(client(), prefix)
  })

  test('given items and the write that led to them in one step, when the write is told of, then its items are found', async () => {
    const [prefix, scope] = [newPrefix(), newScope()]
    const open = (through = client()) =>
      createElasticsearchMemoryStore({ client: through, prefix, dimensions: 4 })
    const [hooks, reader]: [Hooks, ReturnType<typeof open>] = [{}, open()]
    const store = open(stumbling(client(), hooks))
    const told: boolean[] = []
    hooks.afterBulk = async () => {
      if (!(await reader.resource(scope, 'r'))) return
      told.push((await reader.searchText(scope, { terms: ['tea'], limit: 1 })).hits.length === 1)
    }
    const resource = resourceDocument(scope, { id: 'r', resource: { status: 'processed' } })
    const documents = [resource, itemDocument(scope, { id: 'i', terms: ['tea'] })]
    await store.apply(stepOf(createPlaces()(), { documents }))
    expect(new Set(told)).toEqual(new Set([true]))
    await Promise.all([store.close(), reader.close()])
    await dropIndices(client(), prefix)
  })

  test('given documents that are made of items, when a step takes them in, then all that it asks before it writes is one request', async () => {
    const [prefix, scope, place] = [newPrefix(), newScope(), createPlaces()]
    const { through, requests } = counting(client())
    const store = createElasticsearchMemoryStore({ client: through, prefix, dimensions: 4 })
    await store.apply(stepOf(place(), { documents: [itemDocument(scope, { id: 'i' })] }))
    requests.length = 0
    const documents = {
      reads: [{ ...scope, id: 'i' }],
      scopes: [scope],
      make: ([item]: readonly ItemDocument[]) => [{ ...item!, version: 2 }],
    }
    await store.apply(stepOf(place(), { documents }))
    // The documents, the shown item, the fences once more, the checkpoint.
    expect(requests).toEqual(['mget', 'bulk', 'mget', 'bulk'])
    expect((await store.itemDocuments([{ ...scope, id: 'i' }]))[0]?.version).toBe(2)
    await store.close()
    await dropIndices(client(), prefix)
  })
})
