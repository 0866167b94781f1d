// The embedded graph store: the contract, and what forgetting leaves on disk.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { decidingGraphContract } from '../../contracts/deciding-graph.contract.ts'
import { createPlaces, fenceOf, newScope } from '../../contracts/given.ts'
import { graphFact, graphStep } from '../../contracts/graph-facts.ts'
import { graphStoreContract } from '../../contracts/graph-store.contract.ts'
import { createDirectories, filesWith } from './directory.ts'

const CANARY = 'xylophonecanaryinthegraph'
const newDirectory = createDirectories()

const open = async () => {
  const path = join(newDirectory(), 'graph.db')
  const store = createSqliteGraphStore({ path })
  return {
    store,
    reopen: async () => createSqliteGraphStore({ path }),
    close: () => store.close(),
  }
}
graphStoreContract('SQLite', open)
decidingGraphContract('SQLite', open)

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
      const fact = graphFact(scope, `f${n}`, {
        category: 'health',
        context: CANARY,
        entities: [
          { name, type: CANARY },
          { name: 'Ana', type: 'person' },
        ],
        relationships: [{ source: 'Ana', type: CANARY, target: name }],
        properties: [{ entity: 'Ana', attribute: CANARY, value: CANARY }],
      })
      await store.apply(graphStep(place(), { facts: [fact] }))
    }
    expect(filesWith(directory, CANARY)).not.toEqual([])
    const fences = [fenceOf(scope, 9, { category })]
    await store.apply(graphStep(place(), { fences }))
    expect(filesWith(directory, CANARY)).toEqual([])
    await store.close()
  },
)

test('given a spelling of a name that only what is forgotten has used, then it goes, and the entity keeps the other', async () => {
  const directory = newDirectory()
  const store = createSqliteGraphStore({ path: join(directory, 'graph.db') })
  const [scope, place] = [newScope(), createPlaces()]
  const fact = (category: string, name: string) =>
    graphFact(scope, category, {
      category,
      context: category,
      entities: [
        { name, type: 'thing' },
        { name: 'Ana', type: 'person' },
      ],
      relationships: [{ source: 'Ana', type: 'plays', target: name }],
    })
  const [loud, quiet] = [CANARY.toUpperCase(), CANARY]
  await store.apply(graphStep(place(), { facts: [fact('health', loud)] }))
  await store.apply(graphStep(place(), { facts: [fact('home', quiet)] }))
  expect(filesWith(directory, loud)).not.toEqual([])
  const fences = [fenceOf(scope, 9, { category: 'health' })]
  await store.apply(graphStep(place(), { fences }))
  expect(filesWith(directory, loud)).toEqual([])
  expect(await store.entity(scope, loud)).toMatchObject({
    name: quiet,
    relationships: [{ type: 'plays', direction: 'incoming', target: 'Ana' }],
    mentions: [{ context: 'home' }],
  })
  expect((await store.listEntities(scope, { limit: 9, offset: 0 })).total).toBe(2)
  await store.close()
})
