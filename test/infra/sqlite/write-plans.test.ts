// What a write reads does not grow with what its user has: no statement reads through all rows of the user. Where a
// statement names no index, SQLite has chosen to.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { AT, createPlaces, newScope } from '../../contracts/given.ts'
import { graphFact, graphStep } from '../../contracts/graph-facts.ts'
import { itemDocument, resourceDocument } from '../../contracts/memory-documents.ts'
import { createDirectories } from './directory.ts'

const newDirectory = createDirectories()
const none = { fences: [], erasedResources: [], erasures: [] }
/** A search by the user alone, but for tables of which a user has a few rows. */
const READS_ALL = /^(SCAN|SEARCH) (?!fences|summaries|changed_items)(\w+) .*\(owner=\?\)$/

test('given what a write does in the stores, then no statement reads all that the user has', async () => {
  const path = join(newDirectory(), 'memory.db')
  const [prepare, place, scope] = [
    vi.spyOn(DatabaseSync.prototype, 'prepare'),
    createPlaces(),
    newScope(),
  ]
  const memory = createSqliteMemoryStore({ path })
  const graph = createSqliteGraphStore({ path })
  const item = (version: number, terms: string[]) =>
    itemDocument(scope, { id: 'a', version, terms, vector: Int8Array.from([1, 2]), slot: 's' })
  const apply = (documents: Parameters<typeof memory.apply>[0]['documents']) =>
    memory.apply({ ...none, checkpoint: place(), documents })
  await apply([item(1, ['tea']), resourceDocument(scope, { id: 'r' })])
  await apply({ scopes: [scope], reads: [{ ...scope, id: 'a' }], make: () => [item(2, ['rain'])] })
  const keys = { fingerprints: ['fingerprint of a'], slots: ['s'] }
  await memory.matching(scope, keys)
  await memory.matching(scope, { ...keys, closed: true })
  await memory.threadEnd(scope, 't')
  await memory.conversationEnd(scope, { from: AT, to: AT })
  await memory.topItems(scope, { category: 'work', limit: 5 })
  const entities = [{ name: 'Ana', type: 'person' }]
  const properties = [{ entity: 'Ana', attribute: 'pet', value: 'Rex' }]
  const facts = [graphFact(scope, 'f', { entities, properties })]
  await graph.apply(graphStep(place(), { facts }))
  await graph.firstMentions(scope, ['f'])
  const statements = new Set(prepare.mock.calls.map(([sql]) => sql))
  prepare.mockRestore()
  const db = new DatabaseSync(path)
  const plans = [...statements].flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => ({ sql, plan: String(detail) })),
  )
  expect(plans.length).toBeGreaterThan(20)
  expect(plans.filter(({ plan }) => READS_ALL.test(plan))).toEqual([])
  db.close()
  await Promise.all([memory.close(), graph.close()])
})
