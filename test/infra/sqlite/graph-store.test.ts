// The embedded graph store: the contract, and what forgetting leaves on disk.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { AT, createPlaces, fenceOf, newScope } from '../../contracts/given.ts'
import { graphStoreContract } from '../../contracts/graph-store.contract.ts'
import { createDirectories, filesWith } from './directory.ts'

const CANARY = 'xylophonecanaryinthegraph'
const newDirectory = createDirectories()

graphStoreContract('SQLite', async () => {
  const path = join(newDirectory(), 'graph.db')
  const store = createSqliteGraphStore({ path })
  return {
    store,
    reopen: async () => createSqliteGraphStore({ path }),
    close: () => store.close(),
  }
})

test.each([
  ['a user', null],
  ['a category', 'health'],
])(
  'given %s with canaries, when forgotten, then their bytes are in no file',
  async (_, category) => {
    const directory = newDirectory()
    const store = createSqliteGraphStore({ path: join(directory, 'graph.db') })
    const [scope, place] = [newScope(), createPlaces()]
    for (let n = 0; n < 30; n++) {
      const name = `${CANARY} ${n}`
      await store.apply({
        checkpoint: place(),
        fences: [],
        closed: [],
        facts: [
          {
            ...scope,
            factId: `f${n}`,
            source: 1,
            category: 'health',
            at: AT,
            validTo: null,
            held: { from: AT, until: null },
            recordedAt: AT,
            context: CANARY,
            entities: [
              { name, type: CANARY },
              { name: 'Ana', type: 'person' },
            ],
            relationships: [{ source: 'Ana', type: CANARY, target: name }],
            properties: [{ entity: 'Ana', attribute: CANARY, value: CANARY }],
          },
        ],
      })
    }
    expect(filesWith(directory, CANARY)).not.toEqual([])
    const fences = [fenceOf(scope, 9, { category })]
    await store.apply({ checkpoint: place(), fences, facts: [], closed: [] })
    expect(filesWith(directory, CANARY)).toEqual([])
    await store.close()
  },
)

test('given a spelling of a name that only what is forgotten has used, then it goes, and the entity keeps the other', async () => {
  const directory = newDirectory()
  const store = createSqliteGraphStore({ path: join(directory, 'graph.db') })
  const [scope, place] = [newScope(), createPlaces()]
  const fact = (category: string, name: string) => ({
    ...scope,
    factId: category,
    source: 1,
    category,
    at: AT,
    validTo: null,
    held: { from: AT, until: null },
    recordedAt: AT,
    context: category,
    entities: [
      { name, type: 'thing' },
      { name: 'Ana', type: 'person' },
    ],
    relationships: [{ source: 'Ana', type: 'plays', target: name }],
    properties: [],
  })
  const step = { fences: [], closed: [], facts: [] }
  const [loud, quiet] = [CANARY.toUpperCase(), CANARY]
  await store.apply({ ...step, checkpoint: place(), facts: [fact('health', loud)] })
  await store.apply({ ...step, checkpoint: place(), facts: [fact('home', quiet)] })
  expect(filesWith(directory, loud)).not.toEqual([])
  const fences = [fenceOf(scope, 9, { category: 'health' })]
  await store.apply({ ...step, checkpoint: place(), fences })
  expect(filesWith(directory, loud)).toEqual([])
  expect(await store.entity(scope, loud)).toMatchObject({
    name: quiet,
    relationships: [{ type: 'plays', direction: 'incoming', target: 'Ana' }],
    mentions: [{ context: 'home' }],
  })
  expect((await store.listEntities(scope, { limit: 9, offset: 0 })).total).toBe(2)
  await store.close()
})
