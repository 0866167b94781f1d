// A process that holds users answers as the embedded store does, whatever is written and forgotten meanwhile; a query of
// a held user asks only what has changed; and what is held is bounded.
import { join } from 'node:path'
import type { Client } from '@elastic/elasticsearch'
import { describe, expect, test } from 'vitest'
import { memoryFamily } from '../../../../infra/elasticsearch/indices/mappings.ts'
import {
  createElasticsearchMemoryStore,
  createHoldingMemoryStore,
} from '../../../../infra/elasticsearch/memory-store.ts'
import type { MemoryStore, QueryReads } from '../../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { createPlaces, fenceOf, lookAlikes, newScope } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { memoryStoreContract } from '../../../contracts/memory-store.contract.ts'
import { byId, randomItem, randomOf, words } from '../../search/random-items.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { givenServer, needsServer, onEmptiedIndices, serverUrl } from '../given-server.ts'
import { counting, stepOf } from '../steps.ts'

const newDirectory = createDirectories()
const ids = Array.from({ length: 40 }, (_, n) => `i${n}`)
const places = Array.from({ length: 9 }, (_, n) => ({ threadId: `t${n % 2}`, place: n * 5 }))

async function everyRead(store: QueryReads, scope: Scope) {
  return {
    text: await store.searchText(scope, { terms: words, limit: 8 }),
    vector: await store.searchVectors(scope, { vector: Int8Array.from([90, 20, -60]), limit: 8 }),
    items: await store.items(scope, ids),
    near: byId(await store.neighbours(scope, places, 4)),
    pinned: await store.pinnedItems(scope, 3),
  }
}

type Holding = ReturnType<typeof createHoldingMemoryStore>

/** Asks as often as it takes until the user is held, if that is possible at all. */
async function hold(store: Holding, scope: Scope): Promise<void> {
  for (let query = 1; query <= 2; query++) await store.moment().items(scope, [])
  await store.held.settled()
}

/** The store, but the reads of queries are those of held users. */
function holdingEach(store: Holding): MemoryStore {
  const held = async (scope: Scope) => {
    await hold(store, scope)
    return store.moment()
  }
  return {
    ...store,
    searchText: async (scope, query) => (await held(scope)).searchText(scope, query),
    searchVectors: async (scope, query) => (await held(scope)).searchVectors(scope, query),
    items: async (scope, ids) => (await held(scope)).items(scope, ids),
    neighbours: async (scope, of, window) => (await held(scope)).neighbours(scope, of, window),
    pinnedItems: async (scope, limit) => (await held(scope)).pinnedItems(scope, limit),
  }
}

/** Until the first search is on its way. */
async function untilSent(requests: readonly string[]): Promise<void> {
  while (!requests.includes('msearch')) await new Promise((resolve) => setImmediate(resolve))
}

/** `searches`: how many were asked. */
type Hooks = { searches: number; afterMsearch?: (() => Promise<void>) | undefined }

/** The client, with something that happens before the answer of a search arrives. */
function pausing(client: Client, hooks: Hooks) {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'msearch') return Reflect.get(target, name)
      return async (request: Parameters<Client['msearch']>[0]) => {
        if (request && 'searches' in request) hooks.searches += (request.searches?.length ?? 0) / 2
        const answer = await target.msearch(request)
        await hooks.afterMsearch?.()
        return answer
      }
    },
  })
}

describe.skipIf(!serverUrl)(needsServer, () => {
  const server = givenServer()
  const { client, newPrefix } = server

  memoryStoreContract(
    'Elasticsearch, held',
    onEmptiedIndices(server, memoryFamily(4), (prefix, client) =>
      holdingEach(createHoldingMemoryStore({ client, prefix, dimensions: 4 })),
    ),
    { pastScoresDiffer: true },
  )

  function given({ mostBytes }: { mostBytes?: number } = {}) {
    const hooks: Hooks = { searches: 0 }
    const { through, requests } = counting(pausing(client(), hooks))
    const prefix = newPrefix()
    const writer = createElasticsearchMemoryStore({ client: client(), prefix, dimensions: 3 })
    const reader = createHoldingMemoryStore({
      client: through,
      prefix,
      dimensions: 3,
      ...(mostBytes && { mostBytes }),
    })
    const exact = createSqliteMemoryStore({ path: join(newDirectory(), 'memory.db') })
    const place = createPlaces()
    const apply = async (what: Parameters<typeof stepOf>[1]) => {
      const step = stepOf(place(), what)
      await Promise.all([writer.apply(step), exact.apply(step)])
    }
    const close = async () => {
      await Promise.all([writer.close(), reader.close(), exact.close()])
    }
    return { writer, reader, exact, hooks, apply, requests, close }
  }

  const item = (scope: Scope, id: string, version = 1) =>
    itemDocument(scope, {
      id,
      version,
      source: version,
      terms: words,
      item: { text: `v${version}` },
    })

  test.each([1, 2])(
    'given any writes and forgets of users that look alike (%i), then a process that holds them answers as the embedded store',
    async (seed) => {
      const { reader, exact, apply, close } = given()
      const random = randomOf(seed)
      const scopes = lookAlikes().slice(0, 3)
      for (let version = 1; version <= 25; version++) {
        const scope = scopes[random(scopes.length)]!
        const category = random(2) === 0 ? null : 'health'
        if (random(9) === 0) await apply({ fences: [fenceOf(scope, version, { category })] })
        else {
          const count = version % 10 === 0 ? 60 : 1 + random(4)
          const documents = Array.from({ length: count }, () => randomItem(scope, random, version))
          const first = documents.filter(
            ({ item }, n) => documents.findIndex((each) => each.item.id === item.id) === n,
          )
          await apply({ documents: first })
        }
        for (const each of scopes) {
          // Not always, so that it has missed several changes.
          if (random(3) === 0 || !(await exact.hasItems(each))) continue
          await hold(reader, each)
          expect(await everyRead(reader.moment(), each)).toEqual(await everyRead(exact, each))
        }
      }
      await close()
    },
  )

  test('given a held user, when asked, then one search tells what has changed, whatever the query reads; and an unchanged item is the same object', async () => {
    const { reader, apply, requests, close } = given()
    const scope = newScope()
    await apply({ documents: [item(scope, 'i1'), item(scope, 'i2')] })
    await hold(reader, scope)
    const [before] = await reader.moment().items(scope, ['i1'])
    requests.length = 0
    await everyRead(reader.moment(), scope)
    expect(requests.toSorted()).toEqual(['mget', 'msearch'])
    await apply({ documents: [item(scope, 'i2', 2), item(scope, 'i3', 2)] })
    requests.length = 0
    const [first, ...others] = await reader.moment().items(scope, ['i1', 'i2', 'i3'])
    expect(requests.toSorted()).toEqual(['mget', 'msearch'])
    expect(first).toBe(before)
    expect(others).toMatchObject([{ text: 'v2' }, { text: 'v2' }])
    await close()
  })

  test('given users who are asked about once, then nothing is held; given more than a page of changes, then it is all found', async () => {
    const { reader, exact, apply, close } = given()
    const scope = newScope()
    await apply({ documents: [item(scope, 'i1')] })
    expect(await reader.moment().items(scope, ['i1'])).toHaveLength(1)
    await reader.held.settled()
    expect(reader.held.bytes).toBe(0)
    await hold(reader, scope)
    expect(reader.held.bytes).toBeGreaterThan(0)
    const many = Array.from({ length: 450 }, (_, n) => item(scope, `m${n}`, 2))
    await apply({ documents: many })
    const asked = { terms: words, limit: 500 }
    for (let query = 1; query <= 3; query++) {
      const { hits, demand } = await reader.moment().searchText(scope, asked)
      expect(hits).toHaveLength(451)
      expect(demand).toEqual((await exact.searchText(scope, asked)).demand)
      await reader.held.settled()
    }
    expect(reader.held.bytes).toBeGreaterThan(450 * 1_000)
    await close()
  })

  test('given a held user, when forgotten, then the next query finds nothing, and an idle process lets go', async () => {
    const { reader, apply, close } = given()
    const [scope, other] = [newScope(), newScope()]
    await apply({ documents: [item(scope, 'i1'), item(other, 'i1')] })
    for (const each of [scope, other]) await hold(reader, each)
    const both = reader.held.bytes
    await reader.held.dropForgotten()
    expect(reader.held.bytes).toBe(both)
    await apply({ fences: [fenceOf(scope, 5)] })
    await reader.held.dropForgotten()
    expect(reader.held.bytes).toBe(both / 2)
    expect(await reader.moment().items(scope, ['i1'])).toEqual([])
    await apply({ fences: [fenceOf(other, 5)] })
    expect(await reader.moment().items(other, ['i1'])).toEqual([])
    expect(reader.held.bytes).toBe(0)
    await close()
  })

  test('given a forget while a query looks, then the process lets go of the user all the same', async () => {
    const { writer, reader, hooks, apply, close } = given()
    const scope = newScope()
    await apply({ documents: [item(scope, 'i1')] })
    await hold(reader, scope)
    hooks.afterMsearch = async () => {
      hooks.afterMsearch = undefined
      await apply({ fences: [fenceOf(scope, 5)] })
      await reader.held.dropForgotten()
      expect(reader.held.bytes).toBe(0)
    }
    await reader.moment().items(scope, ['i1'])
    expect(hooks.afterMsearch).toBeUndefined()
    expect(reader.held.bytes).toBe(0)
    expect(await writer.items(scope, ['i1'])).toEqual([])
    await close()
  })

  test('given many queries at once, then those of a held user share two looks, and at most two users are loaded', async () => {
    const { reader, hooks, apply, requests, close } = given()
    const scopes = Array.from({ length: 4 }, newScope)
    await apply({ documents: scopes.map((scope) => item(scope, 'i1')) })
    const [first = newScope()] = scopes
    await hold(reader, first)
    const one = reader.held.bytes
    expect(one).toBeGreaterThan(0)
    await Promise.all(scopes.slice(1).map((scope) => hold(reader, scope)))
    expect(reader.held.bytes).toBe(3 * one)
    requests.length = 0
    hooks.searches = 0
    const ask = () => reader.moment().items(first, ['i1'])
    const asked = ask()
    await untilSent(requests)
    const answers = await Promise.all([asked, ...Array.from({ length: 9 }, ask)])
    expect(answers.flat()).toHaveLength(10)
    expect(hooks.searches).toBe(2)
    await close()
  })

  test('given more than may be held, then the user who was asked about longest ago makes room, and one who has too much is not held', async () => {
    const { reader, hooks, apply, close } = given({ mostBytes: 20_000 })
    const [large, a, b, c] = [newScope(), newScope(), newScope(), newScope()]
    const some = (scope: Scope, count: number) =>
      Array.from({ length: count }, (_, n) => item(scope, `i${n}`))
    await apply({ documents: [a, b, c].flatMap((scope) => some(scope, 3)) })
    await apply({ documents: some(large, 30) })
    const searchesFor = async (scope: Scope) => {
      hooks.searches = 0
      await everyRead(reader.moment(), scope)
      return hooks.searches
    }
    for (const scope of [a, b, a, c]) await hold(reader, scope)
    expect(reader.held.bytes).toBeLessThanOrEqual(20_000)
    expect([await searchesFor(a), await searchesFor(c)]).toEqual([1, 1])
    expect(await searchesFor(b)).toBeGreaterThan(1)
    const held = reader.held.bytes
    await hold(reader, large)
    expect(reader.held.bytes).toBe(held)
    hooks.searches = 0
    await hold(reader, large)
    expect(hooks.searches).toBe(0)
    expect(await reader.moment().items(large, ids)).toHaveLength(30)
    await close()
  })

  test('given a user who is being loaded, when the store closes, then it waits for that', async () => {
    const { writer, reader, hooks, apply, close } = given()
    const scope = newScope()
    await apply({ documents: [item(scope, 'i1')] })
    const answered = Promise.withResolvers<void>()
    hooks.afterMsearch = () => answered.promise
    for (let query = 1; query <= 2; query++) await reader.moment().items(scope, [])
    let isClosed = false
    const closing = reader.close().then(() => {
      isClosed = true
    })
    // It asks the server no more, so a request of another store comes later than a close that does not wait.
    await writer.ping()
    expect(isClosed).toBe(false)
    answered.resolve()
    await closing
    await close()
  })
})
