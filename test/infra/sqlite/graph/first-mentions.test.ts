// First mentions cost as much as the facts, not as the facts times everything that they mention.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { firstMentions } from '../../../../infra/sqlite/graph/first-mentions.ts'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import { findOwner } from '../../../../infra/sqlite/projection/projection-tables.ts'
import { createPlaces, newScope } from '../../../contracts/given.ts'
import { graphFact, graphStep } from '../../../contracts/graph-facts.ts'
import { counted } from '../../../counted.ts'
import { createDirectories } from '../directory.ts'

const FACTS = 400
const newDirectory = createDirectories()

test('given facts that all mention one entity, when asked what is new, then it is looked up once', async () => {
  const path = join(newDirectory(), 'graph.db')
  const store = createSqliteGraphStore({ path })
  const [scope, place] = [newScope(), createPlaces()]
  const fact = (factId: string, source: number, n: number) =>
    graphFact(scope, factId, {
      source,
      entities: [
        { name: 'Ana', type: 'person' },
        { name: 'Rome', type: 'place' },
      ],
      relationships: [{ source: 'Ana', type: 'lives_in', target: 'Rome' }],
      properties: [{ entity: 'Ana', attribute: `favourite ${n % 2}`, value: String(n) }],
    })
  const ids = Array.from({ length: FACTS }, (_, n) => `f${n}`)
  const facts = [fact('before', 1, 0), ...ids.map((id, n) => fact(id, 2, n))]
  await store.apply(graphStep(place(), { facts }))
  const db = openDatabase({ path, durable: false, schema: '' })
  const queries = counted(db)
  const told = firstMentions(queries.value, findOwner(db, scope)!, ids)
  expect(told.entities).toEqual([])
  expect(told.relationships).toEqual([])
  const values = { 'favourite 0': '398', 'favourite 1': '399' }
  expect(told.updated).toMatchObject([{ name: 'Ana', properties: values }])
  // For each fact: itself, its mentions, its relationships, its properties.
  expect(queries.reads()).toBeLessThan(4 * FACTS + 10)
  db.close()
  await store.close()
})
