// The sealed graph: the contract of graphs over the embedded one, and that the embedded one sees no word of a user's.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GraphFact } from '../../../../infra/ports/graph-store.ts'
import { sealDecidingGraph } from '../../../../infra/sealed/graph/seal-graph.ts'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { decidingGraphContract } from '../../../contracts/deciding-graph.contract.ts'
import { createPlaces, fenceOf, newScope } from '../../../contracts/given.ts'
import { graphFact, graphStep } from '../../../contracts/graph-facts.ts'
import { graphStoreContract } from '../../../contracts/graph-store.contract.ts'
import { createDirectories, reopenable } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

const newDirectory = createDirectories()

const { sealing } = givenSealing()
const open = reopenable((options) => sealDecidingGraph(createSqliteGraphStore(options), sealing))
graphStoreContract('SQLite, sealed', open)
decidingGraphContract('SQLite, sealed', open)

const PERSON = 'Wolfgang Amadeus'
function factOf(scope: Scope, factId: string, more: Partial<GraphFact> = {}): GraphFact {
  return graphFact(scope, factId, {
    context: 'Wolfgang Amadeus composes in Salzburg.',
    entities: [
      { name: PERSON, type: 'composer' },
      { name: 'Salzburg', type: 'hometown' },
    ],
    relationships: [{ source: PERSON, type: 'composes_in', target: 'Salzburg' }],
    properties: [{ entity: PERSON, attribute: 'instrument', value: 'harpsichord' }],
    ...more,
  })
}

test('the store below sees no user and no word of theirs, and all of it is told', async () => {
  const path = join(newDirectory(), 'graph.db')
  const store = sealDecidingGraph(createSqliteGraphStore({ path }), sealing)
  const scope = { appId: 'app', userId: 'somebody-of-vienna' }
  const fences = [fenceOf(scope, 1, { category: 'health' })]
  await store.apply(graphStep(createPlaces()(), { fences, facts: [factOf(scope, 'f1')] }))
  expect(await store.entity(scope, 'WOLFGANG amadeus')).toMatchObject({
    name: PERSON,
    type: 'composer',
    properties: { instrument: 'harpsichord' },
    relationships: [{ type: 'composes_in', target: 'Salzburg', targetType: 'hometown' }],
    mentions: [{ context: 'Wolfgang Amadeus composes in Salzburg.' }],
  })
  await store.close()
  const bytes = readFileSync(path).toString('latin1').toLowerCase()
  expect(bytes).toContain('f1')
  const words = ['vienna', 'wolfgang', 'amadeus', 'salzburg', 'compose', 'hometown', 'instrument']
  for (const word of [...words, 'harpsichord', 'somebody']) expect(bytes).not.toContain(word)
})

test('relationships are told by direction, type and name, as a store that can read them tells them', async () => {
  const store = sealDecidingGraph(createSqliteGraphStore({ path: ':memory:' }), sealing)
  const scope = newScope()
  const others = ['e', 'a', 'd', 'b', 'c'].map((name) => ({ name, type: 'person' }))
  const outgoing = others.map(({ name }, n) => ({
    source: PERSON,
    type: n < 2 ? 'sees' : 'hears',
    target: name,
  }))
  const incoming = ['b', 'a'].map((source) => ({ source, type: 'calls', target: PERSON }))
  const entities = [{ name: PERSON, type: 'composer' }, ...others]
  const fact = factOf(scope, 'f1', { entities, relationships: [...incoming, ...outgoing] })
  await store.apply(graphStep(createPlaces()(), { facts: [fact] }))
  const shown = ({ relationships }: { relationships: { type: string; target: string }[] }) =>
    relationships.map(({ type, target }) => `${type} ${target}`)
  const wanted = ['hears b', 'hears c', 'hears d', 'sees a', 'sees e']
  const words = ['wolfgang', 'amadeus']
  const named = await store.named(scope, { words, entityLimit: 9, factLimit: 9 })
  expect(shown(named.entities[0]!)).toEqual(wanted)
  const detail = await store.entity(scope, PERSON)
  expect(shown(detail!)).toEqual([...wanted, 'calls a', 'calls b'])
  await store.close()
})

test('text that no living key opens is not there, and nothing is written under it', async () => {
  const { keys, sealing: own } = givenSealing()
  const store = sealDecidingGraph(createSqliteGraphStore({ path: ':memory:' }), own)
  const [scope, place] = [newScope(), createPlaces()]
  const put = (factId: string, keyGeneration: number) =>
    store.apply(graphStep(place(), { facts: [factOf(scope, factId, { keyGeneration })] }))
  const query = { limit: 9, offset: 0 }
  const asked = { words: ['wolfgang', 'amadeus'], entityLimit: 9, factLimit: 9 }
  const composers = () => store.listEntities(scope, { ...query, limit: 1, type: 'composer' })
  await keys.current([scope])
  await put('old', 1)
  expect(await composers()).toMatchObject({ total: 1, entities: [{ name: PERSON }] })
  await keys.rotate(scope)
  expect(await store.entity(scope, PERSON)).toMatchObject({ name: PERSON })
  await put('new', 2)
  expect((await store.named(scope, asked)).factIds.toSorted()).toEqual(['new', 'old'])
  expect((await composers()).total).toBe(2)
  await keys.destroy(scope, 1)
  await put('late', 1)
  expect((await store.named(scope, asked)).factIds).toEqual(['new'])
  expect((await store.listEntities(scope, query)).entities).toHaveLength(2)
  expect(await store.firstMentions(scope, ['old', 'late'])).toMatchObject({ entities: [] })
  await keys.destroy(scope, 2)
  expect(await store.entity(scope, PERSON)).toBeNull()
  await store.close()
})
