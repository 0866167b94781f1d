// Reads of another time go to the threads, all of them; of the present, those that count.
import { afterAll, expect, it } from 'vitest'
import { listsOnThreads, pastOnThreads } from '../../../apps/retrieving/reads-on-threads.ts'
import type { StoreRead } from '../../../apps/retrieving/requests.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'

const stores = {
  memory: createSqliteMemoryStore({ path: ':memory:' }),
  graph: createSqliteGraphStore({ path: ':memory:' }),
}
afterAll(() => Promise.all([stores.memory.close(), stores.graph.close()]))

const USER = { appId: 'app', userId: 'ana' }
const TIME = { knownAt: '2026-01-01T00:00:00.000Z' }

function recording(onThreads = pastOnThreads<typeof stores>) {
  const asked: { read: StoreRead; userId: string }[] = []
  const through = onThreads(stores, async (read, { userId }) => {
    asked.push({ read, userId })
    return 'read'
  })
  return { asked, through }
}

it('given a time, when its items are listed, then a thread lists them for that user', async () => {
  const { asked, through } = recording()
  expect(await through.memory.at(TIME).listItems(USER, { limit: 1 })).toBe('read')
  const read = {
    ask: 'read',
    store: 'memory',
    read: 'listItems',
    time: TIME,
    args: [USER, { limit: 1 }],
  }
  expect(asked).toEqual([{ read, userId: 'ana' }])
})

it('given a time, when its entities are listed, then a thread lists them', async () => {
  const { asked, through } = recording()
  await through.graph.at(TIME).listEntities(USER, { limit: 1, offset: 0 })
  expect(asked).toMatchObject([{ read: { store: 'graph', read: 'listEntities', time: TIME } }])
})

it('given no time, when items are listed, then no thread is asked', async () => {
  const { asked, through } = recording()
  expect(await through.memory.listItems(USER, { limit: 1 })).toMatchObject({ data: [] })
  expect(asked).toEqual([])
})

it('given no time and lists on threads, when items are listed, then a thread lists them; reads by id stay', async () => {
  const { asked, through } = recording(listsOnThreads)
  expect(await through.memory.listThreads(USER, { limit: 1 })).toBe('read')
  expect(await through.graph.entity(USER, 'Ana')).toBe('read')
  expect(await through.memory.resource(USER, 'r')).toBeNull()
  expect(asked).toMatchObject([
    { read: { store: 'memory', read: 'listThreads', time: null }, userId: 'ana' },
    { read: { store: 'graph', read: 'entity', time: null } },
  ])
})
