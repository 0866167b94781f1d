// Some time after a forget its remains are cleaned up: what a dead worker left, and the files that held the removed
// documents. A process that ends meanwhile leaves it to the next.
import type { Client } from '@elastic/elasticsearch'
import { describe, expect, test } from 'vitest'
import { openElasticsearchRebuild } from '../../../../infra/elasticsearch/indices/rebuild.ts'
import { createElasticsearchMemoryStore } from '../../../../infra/elasticsearch/memory-store.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createPlaces, fenceOf, newScope } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { givenServer, needsServer, serverUrl } from '../given-server.ts'
import { type Hooks, stepOf, stored, stumbling } from '../steps.ts'

const MOST_FORGETS = 300

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  test('given what a dead worker left behind a forget, when the next process has worked a while, then it is gone', async () => {
    const [scope, writes, facts] = [newScope(), createPlaces('memory.writes.v1'), createPlaces()]
    const prefix = newPrefix()
    const open = (through = client(), cleanAfterMs: number | null = null) =>
      createElasticsearchMemoryStore({ client: through, prefix, dimensions: 4, cleanAfterMs })
    const other = open()
    await other.ping()
    const dying: Hooks = {
      beforeBulk: () => other.apply(stepOf(writes(), { fences: [fenceOf(scope, 9)] })),
      afterBulk: () => {
        throw new Error('died')
      },
    }
    const documents = [itemDocument(scope, { id: 'i' })]
    const worker = open(stumbling(client(), dying))
    await expect(worker.apply(stepOf(facts(), { documents }))).rejects.toThrow('died')
    expect(await stored(client(), `${prefix}-items-1`)).toBe(1)
    const receipt = await other.receipt(scope, 9)
    const next = open(client(), 10)
    await next.apply(stepOf(writes()))
    await eventually(async () => expect(await stored(client(), `${prefix}-items-1`)).toBe(0))
    await eventually(async () => expect(await plansLeft(prefix)).toBe(0))
    expect(await next.receipt(scope, 9)).toEqual(receipt)
    await next.close()
  })

  test('given forgets that keep coming, when the first is old enough, then its remains are cleaned up all the same', async () => {
    const [writes, prefix] = [createPlaces('memory.writes.v1'), newPrefix()]
    const url = { client: client(), prefix, dimensions: 4, cleanAfterMs: 500 }
    const store = createElasticsearchMemoryStore(url)
    let forgets = 0
    // Without a pause: each comes sooner after the one before than the time after which it is cleaned.
    do await store.apply(stepOf(writes(), { fences: [fenceOf(newScope(), 1)] }))
    while (++forgets < MOST_FORGETS && (await plansLeft(prefix)) === forgets)
    expect(forgets).toBeLessThan(MOST_FORGETS)
    // The last ones, too.
    await eventually(async () => expect(await plansLeft(prefix)).toBe(0))
    await store.close()
  })

  test('given a build that takes the place of another, when a forget in it is old enough, then it is cleaned up after', async () => {
    const [writes, prefix] = [createPlaces('memory.writes.v1'), newPrefix()]
    const options = { client: client(), prefix, dimensions: 4 }
    const store = createElasticsearchMemoryStore({ ...options, cleanAfterMs: 500 })
    const step = stepOf(writes(), { fences: [fenceOf(newScope(), 1)] })
    // The timer begins with the old build, whose indices go with the forget that follows the swap.
    await store.apply(step)
    const { fresh, swap } = await openElasticsearchRebuild(options)
    await fresh.apply(step)
    await swap()
    await store.apply(stepOf(writes(), { fences: [fenceOf(newScope(), 1)] }))
    expect(await plansLeft(prefix)).toBe(2)
    await eventually(async () => expect(await plansLeft(prefix)).toBe(0))
    await store.close()
  })

  test('given files that are still being rewritten, when another forget is old enough, then its turn comes after them', async () => {
    const [writes, prefix] = [createPlaces('memory.writes.v1'), newPrefix()]
    const merge = { isRunning: true, asked: 0 }
    const store = createElasticsearchMemoryStore({
      client: rewritingFor(client(), merge),
      prefix,
      dimensions: 4,
      cleanAfterMs: 10,
    })
    const forget = () => store.apply(stepOf(writes(), { fences: [fenceOf(newScope(), 1)] }))
    await forget()
    await eventually(async () => expect(await plansLeft(prefix)).toBe(0))
    await forget()
    await eventually(() => expect(merge.asked).toBeGreaterThan(3))
    expect(await plansLeft(prefix)).toBe(1)
    merge.isRunning = false
    await eventually(async () => expect(await plansLeft(prefix)).toBe(0))
    await store.close()
  })

  async function plansLeft(prefix: string): Promise<number> {
    await client().indices.refresh({ index: `${prefix}-meta` })
    const query = { term: { kind: 'receipt' } }
    return (await client().count({ index: `${prefix}-meta`, query })).count
  }
})

/** The client of a server whose files are so large that rewriting them takes as long as the test says. */
function rewritingFor(client: Client, merge: { isRunning: boolean; asked: number }): Client {
  const tasks = {
    get: async () => {
      merge.asked++
      return { completed: !merge.isRunning }
    },
  }
  return new Proxy(client, {
    get: (target, name) => (name === 'tasks' ? tasks : Reflect.get(target, name)),
  })
}
