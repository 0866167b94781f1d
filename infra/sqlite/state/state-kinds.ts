// The kinds of rows in snapshots of states, in the order in which state-tables.ts numbers them: how each is read, and
// how it is put back. Derived rows (postings, words of names) are not among them: restoring derives them again.
import type { StateName, StateRow, StateValue } from '../../ports/states.ts'
import { getFrom } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'
import {
  type Entity,
  putMention,
  putProperty,
  putRelationship,
  putUnshown,
} from '../graph/graph-store-writes.ts'
import { readVectors, writeVectors } from '../memory/vector-blocks.ts'
import { numberIn, textIn, valueIn, vectorIn } from './row-values.ts'

/** `key` names a row beside its owner; `generation` is null if the row holds no words of a user. */
export type KindRow = Readonly<Record<string, StateValue>> & {
  owner: number
  key: string | number
  generation: number | null
}

/** `generation` is of the key under which the rows lie sealed. */
type Put = { rows: readonly StateRow[]; generation: number | null }

export type RowKind = {
  /** A SELECT of KindRows, without WHERE. */
  select: string
  /** The columns that hold `owner` and `key`, for WHERE and ORDER BY. */
  owner: string
  key: string
  /** A value before every key. */
  first: string | number
  /** False if a row of this kind must have a generation: one without it is a programming error. */
  open: boolean
  rowsOf(db: Database, rows: readonly KindRow[]): StateRow[]
  put(db: Database, owner: number, given: Put): void
}

const BEFORE_NUMBERS = -1
const sealedUnder = (table: string) =>
  `LEFT JOIN sealed_under ON sealed_under.source = ${table}.source`

const itemColumns =
  'n, id, version, items.source, category, created_at, resource_id, ordinal, current, weight, fingerprint, slot, terms, doc'
const item: RowKind = {
  select: `SELECT owner, n AS key, generation, ${itemColumns} FROM items ${sealedUnder('items')}`,
  owner: 'owner',
  key: 'n',
  first: BEFORE_NUMBERS,
  open: false,
  rowsOf: (db, rows) => {
    const vectors = vectorsOf(db, rows)
    // A missing vector is empty.
    return rows.map((row) => [
      ...valuesOf(row),
      getFrom(getFrom(vectors, row.owner), Number(row.n)),
    ])
  },
  put: (db, owner, { rows, generation }) => {
    const vectors = new Map<number, Int8Array>()
    for (const row of rows) {
      insert(db, 'items', [owner, ...row.slice(0, -1)])
      vectors.set(numberIn(row, 0), vectorIn(row, row.length - 1))
      noteGeneration(db, numberIn(row, 3), generation)
    }
    writeVectors(db, owner, vectors)
  },
}

/** Of a kind whose key is a text, and whose rows are stored as they are read. */
const sealedRows = {
  owner: 'owner',
  first: '',
  open: false,
  rowsOf: (_: Database, rows: readonly KindRow[]) => rows.map(valuesOf),
}

const resourceColumns = 'id, version, source, key_generation, received_at, status, doc'
const resource: RowKind = {
  select: `SELECT owner, id AS key, nullif(key_generation, 0) AS generation, ${resourceColumns} FROM resources`,
  ...sealedRows,
  key: 'id',
  put: (db, owner, { rows }) => {
    for (const row of rows) insert(db, 'resources', [owner, ...row])
  },
}

const summary: RowKind = {
  select: `SELECT owner, category AS key, generation, category, version, summaries.source, doc
    FROM summaries ${sealedUnder('summaries')}`,
  ...sealedRows,
  key: 'category',
  put: (db, owner, { rows, generation }) => {
    for (const row of rows) {
      insert(db, 'summaries', [owner, ...row])
      noteGeneration(db, numberIn(row, 2), generation)
    }
  },
}

/** Fences with their receipts: who forgot, without a word of what was forgotten. */
const fence: RowKind = {
  select: `SELECT receipts.owner, receipts.before AS key, NULL AS generation, receipts.before, receipt, category, key_generation
    FROM receipts LEFT JOIN fences ON fences.owner = receipts.owner AND fences.before = receipts.before`,
  owner: 'receipts.owner',
  key: 'receipts.before',
  first: BEFORE_NUMBERS,
  open: true,
  rowsOf: (_, rows) => rows.map(valuesOf),
  put: (db, owner, { rows }) => {
    for (const row of rows) {
      const [before, category] = [numberIn(row, 0), valueIn(row, 2)]
      insert(db, 'receipts', [owner, before, textIn(row, 1)])
      // A later fence of the same reach may have replaced it.
      const keyGeneration = valueIn(row, 3)
      if (keyGeneration === null) continue
      db.run`DELETE FROM fences WHERE owner = ${owner} AND category IS ${category}
        AND before <= ${before}`
      insert(db, 'fences', [owner, category, before, keyGeneration])
    }
  },
}

const listOf = (rows: string, columns: string) =>
  `(SELECT json_group_array(json_array(${columns})) FROM ${rows} WHERE t.fact = graph_facts.fact)`
const factColumns = 'fact_id, graph_facts.source, category, at, current, context'
const isUnshown = 'fact IN (SELECT fact FROM graph_unshown)'
/** How many these are. */
const FACT_VALUES = 6
const fact: RowKind = {
  select: `SELECT owner, fact_id AS key, generation, ${factColumns},
    ${listOf('mentions AS t JOIN graph_entities AS e USING (entity)', 'e.key, coalesce(t.name, e.name), e.type')} AS mentions,
    ${listOf('relationships AS t JOIN edges USING (edge) JOIN graph_entities AS e ON e.entity = source_entity', 'e.key, edges.type, target_key')} AS relationships,
    ${listOf('properties AS t JOIN graph_entities AS e USING (entity)', 'e.key, attribute, value')} AS properties, ${isUnshown}
    FROM graph_facts ${sealedUnder('graph_facts')}`,
  ...sealedRows,
  key: 'fact_id',
  put: (db, owner, { rows, generation }) => {
    for (const row of rows) {
      putGraphFact(db, owner, row)
      noteGeneration(db, numberIn(row, 1), generation)
    }
  },
}

/** Put again, a fact may be current no longer. Nothing else of it changes. */
function putGraphFact(db: Database, owner: number, row: StateRow): void {
  const [source, at, current] = [numberIn(row, 1), textIn(row, 3), numberIn(row, 4)]
  const { fact } = db.one<{ fact: number }>(
    `INSERT INTO graph_facts (owner, fact_id, source, category, at, current, context) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET current = excluded.current RETURNING fact`,
    owner,
    ...row.slice(0, FACT_VALUES),
  )
  if (numberIn(row, FACT_VALUES + 3)) putUnshown(db, fact)
  const said = { fact, at, source, current }
  const entities = new Map<string, Entity>()
  for (const [key, name, type] of triplesIn(row, FACT_VALUES)) {
    entities.set(key, putMention(db, owner, { ...said, key, name, type }))
  }
  for (const [from, type, to] of triplesIn(row, FACT_VALUES + 1)) {
    const related = { from: getFrom(entities, from), type, to: getFrom(entities, to) }
    putRelationship(db, { ...said, ...related })
  }
  for (const [key, attribute, value] of triplesIn(row, FACT_VALUES + 2)) {
    putProperty(db, { ...said, entity: getFrom(entities, key), attribute, value })
  }
}

export const kindsOf: Readonly<Record<StateName, readonly RowKind[]>> = {
  memory: [item, resource, summary, fence],
  graph: [fact, fence],
}

/** Beside `owner`, `key` and `generation`, in the order of the SELECT. */
function valuesOf(row: KindRow): StateValue[] {
  return Object.values(row).slice(3)
}

function insert(db: Database, table: string, values: readonly StateValue[]): void {
  const places = values.map(() => '?').join(', ')
  db.run(`INSERT OR REPLACE INTO ${table} VALUES (${places})`, ...values)
}

function noteGeneration(db: Database, source: number, generation: number | null): void {
  db.run`INSERT OR IGNORE INTO sealed_under VALUES (${source}, ${generation})`
}

function triplesIn(row: StateRow, column: number): [string, string, string][] {
  return JSON.parse(textIn(row, column))
}

function vectorsOf(db: Database, rows: readonly KindRow[]): Map<number, Map<number, Int8Array>> {
  const byOwner = Map.groupBy(rows, ({ owner }) => owner)
  return new Map(
    [...byOwner].map(([owner, own]) => [
      owner,
      readVectors(
        db,
        owner,
        own.map(({ n }) => Number(n)),
      ),
    ]),
  )
}
