// Each kind of row is restored unchanged, with everything derived from it: a file built from a state's rows equals the
// file that was fed, table by table.
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { GraphFact } from '../../../../infra/ports/graph-store.ts'
import type { MemoryDocument } from '../../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../../infra/ports/projection.ts'
import type { RowsCursor, StateName, UserRows } from '../../../../infra/ports/states.ts'
import { type Database, openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../../infra/sqlite/states.ts'
import { AT, createPlaces, fenceOf } from '../../../contracts/given.ts'
import { graphFact } from '../../../contracts/graph-facts.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../../contracts/memory-documents.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const BEN = { appId: 'app', userId: 'ben' }
const FACTS = 'memory.facts.v1'
/** By write. */
const GENERATIONS = new Map([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 2],
])

function open(directory = newDirectory()) {
  const snapshots = createSqliteObjectStore({ path: ':memory:' })
  const states = createSqliteStates({ directory, snapshots })
  onTestFinished(() => states.close())
  const { rows } = states.snapshots!
  const next = createPlaces(FACTS)
  for (const name of ['memory', 'graph'] as const) {
    rows.noteGenerations({ name, partition: 0 }, GENERATIONS)
  }
  return {
    states,
    rows,
    file: (name: StateName, work: (db: Database) => void) => {
      const db = openDatabase({
        path: join(directory, '1', `${name}-0.db`),
        durable: false,
        schema: '',
      })
      work(db)
      db.close()
    },
    remember: (documents: readonly MemoryDocument[], fences: Fence[] = []) =>
      states
        .of(0)
        .memory.apply({ checkpoint: next(), fences, documents, erasedResources: [], erasures: [] }),
    relate: (facts: readonly GraphFact[], fences: Fence[] = [], closed: string[] = []) =>
      states.of(0).graph.apply({
        checkpoint: next(),
        fences,
        facts,
        closed: closed.map((factId) => ({
          ...ANNA,
          factId,
          source: 1,
          validTo: AT,
          recordedAt: AT,
        })),
      }),
  }
}

type Opened = ReturnType<typeof open>

/** All rows, so many a slice: every row there is, or every changed row, which is all of them. */
function read(
  { rows }: Opened,
  name: StateName,
  limit: number,
  which: 'all' | 'changed' = 'all',
): UserRows[] {
  const of = { name, partition: 0 }
  const groups: UserRows[] = []
  let cursor: RowsCursor | null = rows.begin(of, which, rows.standing(of).change)
  while (cursor) {
    const slice: ReturnType<typeof rows.slice> = rows.slice(of, cursor, limit)
    groups.push(...slice.groups)
    cursor = slice.next
  }
  return groups
}

/** The state that the rows give in another process. */
async function restored(groups: readonly UserRows[], name: StateName): Promise<Opened> {
  const given = open()
  const building = given.rows.restoring({ name, partition: 0 })
  for (const group of groups) building.put(structuredClone(group))
  await building.finish({ snapshot: 'snapshot', checkpoints: new Map([[FACTS, 9]]) })
  return given
}

/** The rows of a graph, with what its numbers stand for: they depend on the order in which facts came. */
const NUMBERED: Readonly<Record<string, string>> = {
  graph_facts: `SELECT owner, fact_id, source, category, at, current, context, began_current, held_from, held_until,
    closed, held_until_before FROM graph_facts`,
  graph_entities: 'SELECT owner, key, type FROM graph_entities',
  mentions: `SELECT owner, key, (SELECT fact_id FROM graph_facts AS f WHERE f.fact = m.fact) AS fact_id, at,
    coalesce(m.name, e.name) AS name, source FROM mentions AS m JOIN graph_entities AS e USING (entity)`,
  graph_words: `SELECT w.owner, word, key, word_count FROM graph_words AS w JOIN graph_entities USING (entity)`,
  edges: `SELECT s.owner, s.key AS source, edges.type, target_key, t.key AS target FROM edges
    JOIN graph_entities AS s ON s.entity = source_entity JOIN graph_entities AS t ON t.entity = target_entity`,
  relationships: `SELECT fact_id, key, edges.type, target_key, r.current FROM relationships AS r JOIN edges USING (edge)
    JOIN graph_entities ON entity = source_entity JOIN graph_facts USING (fact)`,
  graph_unshown: 'SELECT owner, fact_id FROM graph_unshown JOIN graph_facts USING (fact)',
  properties: `SELECT key, attribute, fact_id, p.at, value, p.current FROM properties AS p
    JOIN graph_entities USING (entity) JOIN graph_facts USING (fact)`,
}

/** Everything in the file, except what differs by design: which changes it has seen, and where it stands. */
function dumped(given: Opened, name: StateName): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  given.file(name, (db) => {
    found.schema = db.all('SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
    const tables = db.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    for (const table of tables.map((each) => each.name)) {
      if (['changed', 'state_facts', 'checkpoints', 'sqlite_sequence'].includes(table)) continue
      const unstable = ['revision', 'vector_revision']
      const columns = db
        .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
        .map((column) => column.name)
        .filter((column) => !unstable.includes(column))
      if (columns.length === 0) continue
      const list = columns.map((column) => `"${column}"`).join(', ')
      const rows = db.all(NUMBERED[table] ?? `SELECT ${list} FROM ${table}`)
      found[table] = rows.map((row) => JSON.stringify(row)).toSorted()
    }
  })
  return found
}

const vector = (value: number) => new Int8Array(8).fill(value)
const DOCUMENTS: MemoryDocument[] = [
  itemDocument(ANNA, { id: 'first', terms: ['red', 'lantern'], vector: vector(1), slot: 'home' }),
  itemDocument(ANNA, { id: 'bare', source: 2 }),
  itemDocument(ANNA, {
    id: 'old',
    source: 2,
    terms: ['kettle'],
    vector: vector(3),
    item: { supersededBy: 'first' },
  }),
  itemDocument(BEN, { id: 'violin', source: 3, terms: ['violin'], vector: vector(4) }),
  resourceDocument(ANNA, { id: 'resource', keyGeneration: 1 }),
  resourceDocument(BEN, { id: 'resource', source: 3, keyGeneration: 3 }),
  summaryDocument(ANNA, { category: 'work', text: 'works' }),
  summaryDocument(ANNA, { category: 'home', text: 'lives', source: 4 }),
]

const fact = (factId: string, more: Partial<GraphFact> = {}): GraphFact =>
  graphFact(ANNA, factId, {
    entities: [
      { name: 'Ängel Maria Hall', type: 'place' },
      { name: 'Ben', type: 'person' },
      { name: '!!!', type: 'sign' },
    ],
    relationships: [
      { source: 'Ben', type: 'works_at', target: 'Ängel Maria Hall' },
      { source: 'Ängel Maria Hall', type: 'employs', target: 'Ben' },
    ],
    properties: [
      { entity: 'Ben', attribute: 'home', value: 'Rome' },
      { entity: 'Ben', attribute: 'age', value: '7' },
    ],
    ...more,
  })
const GRAPH_FACTS = [
  fact('one'),
  fact('two', { source: 2, properties: [], relationships: [] }),
  fact('three', { source: 4 }),
  fact('ended', { validTo: AT }),
  fact('bare', { ...BEN, source: 3, entities: [], relationships: [], properties: [] }),
]

/** Two forgets of one category, one of another, and one of a whole user. They come after no kept row. */
const FENCES = [
  fenceOf(ANNA, 0, { category: 'work', keyGeneration: 0 }),
  fenceOf(ANNA, 1, { category: 'work', keyGeneration: 0 }),
  fenceOf(ANNA, 2, { category: 'travel', keyGeneration: 0 }),
  fenceOf(BEN, 1, { category: null, keyGeneration: 1 }),
]

async function fed(): Promise<Opened> {
  const given = open()
  await given.remember([], FENCES)
  await given.remember(DOCUMENTS)
  await given.relate([], FENCES)
  await given.relate(GRAPH_FACTS)
  await given.relate([], [], ['three'])
  return given
}

describe.each(['memory', 'graph'] as const)('a %s', (name) => {
  test.each([
    [1, 'all'],
    [2, 'all'],
    [100, 'all'],
    [1, 'changed'],
    [2, 'changed'],
    [100, 'changed'],
  ] as const)('is what it was, read %i rows a slice: %s', async (limit, which) => {
    const before = await fed()
    const after = await restored(read(before, name, limit, which), name)
    expect(dumped(after, name)).toEqual(dumped(before, name))
  })

  test('is what it was, where rows come twice', async () => {
    const before = await fed()
    const groups = read(before, name, 100)
    const after = await restored([...groups, ...groups], name)
    expect(dumped(after, name)).toEqual(dumped(before, name))
  })

  test('holds no rows in which a user or a generation is mixed with another', async () => {
    const groups = read(await fed(), name, 100)
    const owners = groups.map((each) => `${each.userId} ${each.keyGeneration}`)
    expect(owners.toSorted()).toEqual(
      {
        memory: [
          'anna 1',
          'anna 1',
          'anna 1',
          'anna 2',
          'anna 2',
          'anna null',
          'ben 3',
          'ben 3',
          'ben null',
        ],
        graph: ['anna 1', 'anna 2', 'anna null', 'ben 3', 'ben null'],
      }[name],
    )
    // The user who forgot, and no word of the content.
    const open = groups.filter(({ keyGeneration }) => keyGeneration === null)
    expect(JSON.stringify(open)).not.toMatch(/lantern|kettle|violin|Hall|Rome|works/)
  })
})

test.each<[StateName, string, string]>([
  ['memory', 'an item', 'DELETE FROM summaries; DELETE FROM resources'],
  ['memory', 'a resource', 'DELETE FROM summaries; DELETE FROM items'],
  ['memory', 'a summary', 'DELETE FROM items; DELETE FROM resources'],
  ['graph', 'a fact', ''],
])('of a %s, %s without a key generation is not read', async (name, _, others) => {
  const given = await fed()
  given.file(name, (db) => {
    db.exec('DELETE FROM sealed_under')
    if (name === 'memory') db.exec('UPDATE resources SET key_generation = 0')
    db.exec(others)
  })
  expect(() => read(given, name, 100)).toThrow('a row of a state has no key generation')
})
