// What a fence removes from the embedded memory: items with all their index rows, resources and summaries.
import type { Fence, Receipt } from '../../ports/projection.ts'
import type { Database } from '../database/database.ts'
import { keepPastVector } from './past-vectors.ts'
import { splitTerms, type TermChanges, unindexTerms, writeTerms } from './text-index.ts'
import { writeVectors } from './vector-blocks.ts'

const NO_VECTOR = new Int8Array(0)

export function eraseFromMemory(
  db: Database,
  owner: number,
  fence: Fence,
): Omit<Receipt, 'before'> {
  const items =
    fence.category === null ? eraseEveryItem(db, owner, fence) : eraseItems(db, owner, fence)
  const resourceIds = fence.category === null ? [] : emptied(db, owner, items)
  const resources =
    fence.category === null
      ? eraseAllResources(db, owner, fence)
      : eraseResources(db, owner, resourceIds)
  const summaries = db.run(
    'DELETE FROM summaries WHERE owner = ? AND source < ? AND (? IS NULL OR category = ?)',
    owner,
    fence.before,
    fence.category,
    fence.category,
  )
  return { removed: { items: items.length, resources, summaries }, resourceIds }
}

type ErasedItem = { n: number; terms: string; resource_id: string }

function eraseItems(db: Database, owner: number, { before, category }: Fence): ErasedItem[] {
  const rows = db.all<ErasedItem>(
    `SELECT n, terms, resource_id FROM items
     WHERE owner = ? AND source < ? AND (? IS NULL OR category = ?)`,
    owner,
    before,
    category,
    category,
  )
  const postings: TermChanges = new Map()
  for (const { n, terms } of rows) {
    unindexTerms(postings, { n, terms: splitTerms(terms) })
    keepPastVector(db, owner, { n, vector: NO_VECTOR })
    db.run('DELETE FROM items WHERE owner = ? AND n = ?', owner, n)
  }
  writeTerms(db, owner, postings)
  writeVectors(db, owner, new Map(rows.map(({ n }) => [n, NO_VECTOR])))
  const left = db.get('SELECT 1 FROM items WHERE owner = ? LIMIT 1', owner)
  if (!left) db.run('DELETE FROM vector_blocks WHERE owner = ?', owner)
  return rows
}

/** Deletes all rows of a user at once, unless some were written after the forget was requested. */
function eraseEveryItem(db: Database, owner: number, fence: Fence): ErasedItem[] {
  const newer = db.get(
    'SELECT 1 FROM items WHERE owner = ? AND source >= ? LIMIT 1',
    owner,
    fence.before,
  )
  if (newer) return eraseItems(db, owner, fence)
  const rows = db.all<ErasedItem>('SELECT n, terms, resource_id FROM items WHERE owner = ?', owner)
  for (const table of ['items', 'postings', 'vector_blocks', 'past_vectors']) {
    db.run(`DELETE FROM ${table} WHERE owner = ?`, owner)
  }
  return rows
}

function eraseAllResources(db: Database, owner: number, fence: Fence): number {
  return db.run(
    'DELETE FROM resources WHERE owner = ? AND (source < ? OR key_generation <= ?)',
    owner,
    fence.before,
    fence.keyGeneration,
  )
}

/** The resources of these items that have no item left: they held only the forgotten category. */
function emptied(db: Database, owner: number, erased: readonly ErasedItem[]): string[] {
  const left = (id: string) =>
    db.get('SELECT 1 FROM items WHERE owner = ? AND resource_id = ? LIMIT 1', owner, id)
  return [...new Set(erased.map((item) => item.resource_id))].filter((id) => !left(id)).sort()
}

/** Returns how many there were. */
export function eraseResources(db: Database, owner: number, ids: readonly string[]): number {
  return ids.reduce(
    (sum, id) => sum + db.run('DELETE FROM resources WHERE owner = ? AND id = ?', owner, id),
    0,
  )
}
