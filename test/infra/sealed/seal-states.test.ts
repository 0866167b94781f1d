// States beside workers hold no word of a user's, and their snapshots name users as every other store does.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StateStore } from '../../../infra/ports/states.ts'
import { sealStates } from '../../../infra/sealed/seal-states.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../infra/sqlite/states.ts'
import { createPlaces } from '../../contracts/given.ts'
import { graphFact, graphStep } from '../../contracts/graph-facts.ts'
import { createDirectories } from '../sqlite/directory.ts'
import { givenSealing } from './given-sealing.ts'

const newDirectory = createDirectories()
const GRAPH: StateStore = { name: 'graph', partition: 0 }

test('given a graph of a state, when its rows are restored elsewhere, then it tells the same', async () => {
  const { sealing, keys } = givenSealing()
  const statesIn = (directory: string) => {
    const snapshots = createSqliteObjectStore({ path: ':memory:' })
    return sealStates(createSqliteStates({ directory, snapshots }), sealing)
  }
  const directory = newDirectory()
  const scope = { appId: 'app', userId: 'somebody-of-vienna' }
  const [states, other] = [statesIn(directory), statesIn(newDirectory())]
  await keys.current([scope])
  const { rows } = states.snapshots!
  rows.noteGenerations(GRAPH, new Map([[1, 1]]))
  const fact = graphFact(scope, 'f1', {
    keyGeneration: 1,
    context: 'Mozart composes.',
    entities: [{ name: 'Mozart', type: 'person' }],
  })
  await states.of(0).graph.apply(graphStep(createPlaces()(), { facts: [fact] }))
  const { groups } = rows.slice(GRAPH, rows.begin(GRAPH, 'all', 99), 99)
  expect(new Set(groups.map(({ userId }) => userId))).toEqual(new Set([scope.userId]))
  const restoring = other.snapshots!.rows.restoring(GRAPH)
  for (const group of groups) restoring.put(group)
  await restoring.finish({ snapshot: 's', checkpoints: new Map() })
  expect(await other.of(0).graph.entity(scope, 'mozart')).toMatchObject({ name: 'Mozart' })
  await states.close()
  for (const name of readdirSync(join(directory, '1'))) {
    const bytes = readFileSync(join(directory, '1', name)).toString('latin1')
    expect(bytes).not.toMatch(/vienna|mozart/i)
  }
  await other.close()
})
