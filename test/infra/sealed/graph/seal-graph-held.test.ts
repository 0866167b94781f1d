// What a connection that only reads holds opened of the graph, over a sealed store: the same objects as long as nothing
// changes, and nothing once the key is destroyed.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealGraph } from '../../../../infra/sealed/graph/seal-graph.ts'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import { createPlaces, newScope } from '../../../contracts/given.ts'
import { graphFact, graphStep } from '../../../contracts/graph-facts.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

const newDirectory = createDirectories()
const query = { words: ['ana'], entityLimit: 9, factLimit: 9 }

async function given() {
  const { keys, sealing } = givenSealing({ eager: false })
  const path = join(newDirectory(), 'graph.db')
  const writer = sealGraph(createSqliteGraphStore({ path }), sealing)
  const reader = sealGraph(createSqliteGraphStore({ path, readOnly: true }), sealing)
  const [scope, place] = [newScope(), createPlaces()]
  const write = async (source: number, keyGeneration: number, attribute: string) => {
    const said = graphFact(scope, `f${source}`, {
      source,
      keyGeneration,
      entities: [{ name: 'Ana', type: 'person' }],
      properties: [{ entity: 'Ana', attribute, value: 'Lisbon' }],
    })
    await writer.apply(graphStep(place(), { facts: [said] }))
  }
  await keys.current([scope])
  await write(1, 1, 'home')
  return { keys, reader, scope, write }
}

test('given what was opened once, then it is the same object until it changes', async () => {
  const { reader, scope, write } = await given()
  const [before] = (await reader.named(scope, query)).entities
  expect(before?.properties).toEqual({ home: 'Lisbon' })
  expect((await reader.named(scope, query)).entities[0]).toBe(before)
  await write(2, 1, 'work')
  const [after] = (await reader.named(scope, query)).entities
  expect(after?.properties).toEqual({ home: 'Lisbon', work: 'Lisbon' })
})

test('given that the key is destroyed, then nothing that was opened is answered', async () => {
  const { keys, reader, scope } = await given()
  expect((await reader.named(scope, query)).entities).toHaveLength(1)
  await keys.rotate(scope)
  await keys.destroy(scope, 1)
  expect((await reader.named(scope, query)).entities).toEqual([])
})

test('given two keys, when one is destroyed, then what it opened is answered no more', async () => {
  const { keys, reader, scope, write } = await given()
  await keys.rotate(scope)
  await write(2, 2, 'work')
  expect((await reader.named(scope, query)).entities).toHaveLength(2)
  await keys.destroy(scope, 1)
  const { entities } = await reader.named(scope, query)
  expect(entities.map(({ properties }) => properties)).toEqual([{ work: 'Lisbon' }])
})
