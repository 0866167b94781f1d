// Blue-green: a projection is rebuilt beside the one in use and takes its place at once, under readers and writers, and
// the switch can be undone.
import { describe, expect, test } from 'vitest'
import { createElasticsearchAuditStore } from '../../../../infra/elasticsearch/audit-store.ts'
import { ElasticsearchUnavailable } from '../../../../infra/elasticsearch/client/client.ts'
import {
  holdBuild,
  namesOfBuild,
  releaseBuild,
  switchBuild,
} from '../../../../infra/elasticsearch/indices/builds.ts'
import { memoryFamily } from '../../../../infra/elasticsearch/indices/mappings.ts'
import {
  openElasticsearchAuditRebuild,
  openElasticsearchRebuild,
  RebuildBehind,
} from '../../../../infra/elasticsearch/indices/rebuild.ts'
import { createElasticsearchMemoryStore } from '../../../../infra/elasticsearch/memory-store.ts'
import type { MemoryStep } from '../../../../infra/ports/memory-store.ts'
import { createPlaces, fenceOf, newScope } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { givenServer, indicesOf, needsServer, serverUrl } from '../given-server.ts'
import { stepOf } from '../steps.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  function given() {
    const prefix = newPrefix()
    const options = { client: client(), prefix, dimensions: 4 }
    const live = createElasticsearchMemoryStore(options)
    const rebuild = () => openElasticsearchRebuild(options)
    return { prefix, options, live, rebuild, scope: newScope() }
  }

  const items = (scope: ReturnType<typeof newScope>, ...ids: string[]) =>
    ids.map((id) => itemDocument(scope, { id, terms: ['tea'] }))

  test('given a rebuild of the same steps, when swapped, then reads are the same before, during and after', async () => {
    const { live, rebuild, scope, prefix } = given()
    const place = createPlaces()
    const steps = [1, 2, 3].map((n) => stepOf(place(), { documents: items(scope, `i${n}`) }))
    for (const step of steps) await live.apply(step)
    const { before, fresh, swap } = await rebuild()
    let reading = true
    const seen = new Set<string>()
    const reads = (async () => {
      while (reading) {
        const { hits } = await live.searchText(scope, { terms: ['tea'], limit: 9 })
        seen.add(hits.map(({ id }) => id).join())
      }
    })()
    for (const step of steps) await fresh.apply(step)
    expect(await fresh.digest()).toBe(await before.digest())
    await swap()
    await live.searchText(scope, { terms: ['tea'], limit: 9 })
    reading = false
    await reads
    expect([...seen]).toEqual(['i1,i2,i3'])
    expect(await indicesOf(client(), prefix)).toEqual(
      ['items', 'meta', 'records'].flatMap((name) => [
        `${prefix}-${name}-1`,
        `${prefix}-${name}-2`,
      ]),
    )
  })

  test('given a rebuild, when it takes steps, then no search finds them before it is swapped, a forget among them finds all that it must, and afterwards every one is found', async () => {
    const { live, rebuild, scope } = given()
    const gone = newScope()
    const place = createPlaces()
    const steps = [
      stepOf(place(), { documents: [...items(scope, 'one'), ...items(gone, 'gone')] }),
      stepOf(place(), { fences: [fenceOf(gone, 2)] }),
      stepOf(place(), { documents: items(scope, 'two') }),
    ]
    const last = stepOf(place(), { documents: items(scope, 'three') })
    for (const step of steps) await live.apply(step)
    const { fresh, swap } = await rebuild()
    const found = async (store = live, of = scope) =>
      (await store.searchText(of, { terms: ['tea'], limit: 9 })).hits.map(({ id }) => id)
    await fresh.apply(steps[0]!)
    expect(await found(fresh)).toEqual([])
    for (const step of steps.slice(1)) await fresh.apply(step)
    expect((await fresh.receipt(gone, 2))?.removed).toEqual((await live.receipt(gone, 2))?.removed)
    await swap(async () => fresh.apply(last))
    expect(await found()).toEqual(['one', 'three', 'two'])
    expect(await found(live, gone)).toEqual([])
  })

  test('given writes meanwhile, when swapped, then a rebuild that is behind is refused until it has caught up', async () => {
    const { live, rebuild, scope } = given()
    const place = createPlaces()
    const step = (id: string) => stepOf(place(), { documents: items(scope, id) })
    const written: MemoryStep[] = []
    const write = async (id: string) => {
      const next = step(id)
      await live.apply(next)
      written.push(next)
    }
    await write('one')
    const { fresh, swap } = await rebuild()
    const replay = async () => {
      for (const each of written) await fresh.apply(each)
    }
    await replay()
    await write('two')
    await expect(swap()).rejects.toThrow(RebuildBehind)
    await write('three')
    let waiting: Promise<void> | undefined
    await swap(async () => {
      // The writer cannot write to the old build any more: it waits, and then writes to the new one.
      const next = step('four')
      await expect(live.apply(next)).rejects.toMatchObject({ outage: true })
      waiting = Promise.resolve().then(() => void written.push(next))
      await replay()
    })
    await waiting
    await live.apply(written.at(-1)!)
    const ids = (await live.items(scope, ['one', 'two', 'three', 'four'])).map(({ id }) => id)
    expect(ids).toEqual(['one', 'two', 'three', 'four'])
  })

  test('given a swap, when rolled back, then the old build is in use and a worker that is ahead must start over', async () => {
    const { live, rebuild, scope, options, prefix } = given()
    const place = createPlaces()
    const first = stepOf(place(), { documents: items(scope, 'one') })
    await live.apply(first)
    const { fresh, swap } = await rebuild()
    await fresh.apply(first)
    await swap()
    const second = stepOf(place(), { documents: items(scope, 'two') })
    await live.apply(second)
    // As an operator may, by hand.
    const set = { client: client(), prefix, family: memoryFamily(options.dimensions) }
    const [from, to] = [namesOfBuild(set, 2), namesOfBuild(set, 1)]
    await holdBuild(set, from)
    await releaseBuild(set, to)
    await switchBuild(set, from, to)
    expect((await live.listItems(scope, { limit: 9 })).total).toBe(1)
    const third = stepOf(place(), { documents: items(scope, 'three') })
    // Another question of this worker about where the build stands does not let it go on from there.
    await live.checkpoints('memory.facts.v1')
    await expect(live.apply(third)).rejects.toMatchObject({ outage: true })
    const anew = createElasticsearchMemoryStore(options)
    expect(await anew.checkpoints('memory.facts.v1')).toEqual(
      new Map([[0, first.checkpoint.position]]),
    )
    for (const step of [second, third]) await anew.apply(step)
    expect((await live.listItems(scope, { limit: 9 })).total).toBe(3)
  })

  test('given a switch whose answer is lost, when swapped, then writers go to the build in use', async () => {
    const { live, options, scope } = given()
    const place = createPlaces()
    const first = stepOf(place(), { documents: items(scope, 'one') })
    await live.apply(first)
    const lossy = Object.create(options.client, {
      indices: {
        value: Object.create(options.client.indices, {
          updateAliases: {
            value: async (request: object) => {
              await options.client.indices.updateAliases(request)
              throw new ElasticsearchUnavailable('the answer is lost')
            },
          },
        }),
      },
    })
    const { fresh, swap } = await openElasticsearchRebuild({ ...options, client: lossy })
    await fresh.apply(first)
    await swap()
    await live.apply(stepOf(place(), { documents: items(scope, 'two') }))
    const anew = createElasticsearchMemoryStore(options)
    expect((await anew.listItems(scope, { limit: 9 })).total).toBe(2)
  })

  test('given a build that is kept, when a user is forgotten, then it is not kept any longer', async () => {
    const { live, rebuild, scope, prefix } = given()
    const place = createPlaces()
    const step = stepOf(place(), { documents: items(scope, 'one') })
    await live.apply(step)
    const { fresh, swap } = await rebuild()
    await fresh.apply(step)
    await swap()
    await live.apply(stepOf(place(), { fences: [fenceOf(scope, 9)] }))
    expect(await indicesOf(client(), prefix)).toEqual(
      ['items', 'meta', 'records'].map((name) => `${prefix}-${name}-2`),
    )
  })

  test('given a rebuild that was killed, when opened again, then it goes on, and one that is thrown away leaves nothing', async () => {
    const { live, rebuild, options, scope, prefix } = given()
    await live.apply(stepOf(createPlaces()(), { documents: items(scope, 'one') }))
    const { fresh } = await rebuild()
    await fresh.apply(stepOf(createPlaces()(), { documents: items(scope, 'half') }))
    const again = await rebuild()
    expect(again.resumed).toBe(true)
    const half = [{ ...scope, id: 'half' }]
    expect(await again.fresh.itemDocuments(half)).toHaveLength(1)
    const other = await openElasticsearchRebuild({ ...options, dimensions: 8 })
    expect([other.resumed, await other.fresh.itemDocuments(half)]).toEqual([false, []])
    await other.discard()
    expect(await indicesOf(client(), prefix)).toEqual(
      ['items', 'meta', 'records'].map((name) => `${prefix}-${name}-1`),
    )
    expect(await live.hasItems(scope)).toBe(true)
  })

  test('given a rebuild that was killed, when one that resumes nothing is opened, then it starts from nothing under another number', async () => {
    const { live, rebuild, options, scope, prefix } = given()
    await live.apply(stepOf(createPlaces()(), { documents: items(scope, 'one') }))
    const { fresh } = await rebuild()
    await fresh.apply(stepOf(createPlaces()(), { documents: items(scope, 'half') }))
    const other = await openElasticsearchRebuild({ ...options, resumes: false })
    const half = [{ ...scope, id: 'half' }]
    expect([other.resumed, await other.fresh.itemDocuments(half)]).toEqual([false, []])
    expect(await indicesOf(client(), prefix)).toEqual(
      ['items', 'meta', 'records'].flatMap((name) => [
        `${prefix}-${name}-1`,
        `${prefix}-${name}-3`,
      ]),
    )
    await other.discard()
  })

  test('given vectors of another size, when rebuilt for them, then the new build takes them', async () => {
    const { live, options, scope } = given()
    await live.apply(stepOf(createPlaces()(), { documents: items(scope, 'one') }))
    const wider = { ...options, dimensions: 8 }
    const { before, fresh, swap } = await openElasticsearchRebuild(wider)
    expect(await before.hasItems(scope)).toBe(true)
    const vector = Int8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    const document = itemDocument(scope, { id: 'one', vector })
    await fresh.apply(stepOf(createPlaces()(), { documents: [document] }))
    await swap()
    const anew = createElasticsearchMemoryStore(wider)
    expect(await anew.searchVectors(scope, { vector, limit: 2 })).toHaveLength(1)
  })

  test('given the audit store, when rebuilt and swapped, then the new build is read', async () => {
    const prefix = newPrefix()
    const live = createElasticsearchAuditStore({ client: client(), prefix })
    const scope = newScope()
    const { fresh, swap } = await openElasticsearchAuditRebuild({ client: client(), prefix })
    const entry = { ...scope, id: 'e', type: 'FactAsserted', at: 'now', causationId: null }
    const rest = { source: 1, category: null, permanent: false, details: {} }
    const at = createPlaces()()
    await fresh.apply({
      checkpoint: at,
      fences: [],
      removed: [],
      entries: [{ ...entry, ...rest, ...at }],
    })
    await swap()
    expect((await live.list(scope, { limit: 9 })).total).toBe(1)
  })
})
