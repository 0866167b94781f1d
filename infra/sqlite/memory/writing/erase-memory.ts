// What a fence removes from the embedded memory: items with all their index rows, resources and summaries.
import { type Emptied, type Fence, isAllFenced, type Receipt } from '../../../ports/projection.ts'
import type { Database } from '../../database/database.ts'
import { readFences } from '../../projection/projection-tables.ts'
import { keepPastVector } from '../past/past-vectors.ts'
import { splitTerms, type TermChanges, unindexTerms, writeTerms } from '../text-index.ts'
import { writeVectors } from '../vector-blocks.ts'

const NO_VECTOR = new Int8Array(0)

export function eraseFromMemory(
  db: Database,
  owner: number,
  fence: Fence,
): Omit<Receipt, 'before'> {
  const items =
    fence.category === null ? eraseEveryItem(db, owner, fence) : eraseItems(db, owner, fence)
  const resourceIds = fence.category === null ? [] : allEmptied(db, owner, { fence, items })
  const resources =
    fence.category === null
      ? eraseAllResources(db, owner, fence)
      : eraseResources(db, owner, resourceIds)
  const summaries = db.run`DELETE FROM summaries WHERE owner = ${owner}
    AND source < ${fence.before} AND (${fence.category} IS NULL OR category = ${fence.category})`
  return { removed: { items: items.length, resources, summaries }, resourceIds }
}

type ErasedItem = { n: number; terms: string; resource_id: string }

function eraseItems(db: Database, owner: number, { before, category }: Fence): ErasedItem[] {
  const rows = db.all<ErasedItem>`SELECT n, terms, resource_id FROM items
    WHERE owner = ${owner} AND source < ${before}
    AND (${category} IS NULL OR category = ${category})`
  const postings: TermChanges = new Map()
  for (const { n, terms } of rows) {
    unindexTerms(postings, { n, terms: splitTerms(terms) })
    keepPastVector(db, owner, { n, vector: NO_VECTOR })
    db.run`DELETE FROM items WHERE owner = ${owner} AND n = ${n}`
  }
  writeTerms(db, owner, postings)
  writeVectors(db, owner, new Map(rows.map(({ n }) => [n, NO_VECTOR])))
  const left = db.get`SELECT 1 FROM items WHERE owner = ${owner} LIMIT 1`
  if (!left) db.run`DELETE FROM vector_blocks WHERE owner = ${owner}`
  return rows
}

/** Deletes all rows of a user at once, unless some were written after the forget was requested. */
function eraseEveryItem(db: Database, owner: number, fence: Fence): ErasedItem[] {
  const newer = db.get`SELECT 1 FROM items WHERE owner = ${owner} AND source >= ${fence.before}
    LIMIT 1`
  if (newer) return eraseItems(db, owner, fence)
  const rows = db.all<ErasedItem>`SELECT n, terms, resource_id FROM items WHERE owner = ${owner}`
  for (const table of ['items', 'postings', 'vector_blocks', 'past_vectors']) {
    db.run(`DELETE FROM ${table} WHERE owner = ?`, owner)
  }
  return rows
}

function eraseAllResources(db: Database, owner: number, fence: Fence): number {
  return db.run`DELETE FROM resources
    WHERE owner = ${owner} AND (source < ${fence.before} OR key_generation <= ${fence.keyGeneration})`
}

/** The resources of the erased items that have no item left, and those that only said such facts again. */
function allEmptied(
  db: Database,
  owner: number,
  { fence, items }: { fence: Fence; items: readonly ErasedItem[] },
): string[] {
  const ofItems = new Set(items.map((item) => item.resource_id))
  const ids = [...ofItems].filter((id) => !hasItem(db, owner, id))
  const others = emptied(db, owner, fence).map(({ id }) => id)
  return [...new Set([...ids, ...others])].sort()
}

function hasItem(db: Database, owner: number, resourceId: string): boolean {
  const query = 'SELECT 1 FROM items WHERE owner = ? AND resource_id = ? LIMIT 1'
  return db.get(query, owner, resourceId) !== undefined
}

/** The fence itself counts, whether it is stored or not. */
export function emptied(db: Database, owner: number, fence: Fence): Emptied[] {
  const rows = db.all<{ id: string; source: number; said: string }>`SELECT id, source,
      doc ->> '$.saidIn' AS said FROM resources
    WHERE owner = ${owner} AND source < ${fence.before}
    AND ${fence.category} IN (SELECT value FROM json_each(doc, '$.saidIn'))`
  const fences = [fence, ...readFences(db, [fence])]
  return rows
    .filter(({ id, source, said }) => {
      const saidIn: string[] = JSON.parse(said)
      return isAllFenced(fences, { ...fence, source, saidIn }) && !hasItem(db, owner, id)
    })
    .map(({ id, source }) => ({ id, source }))
}

/** Returns how many there were. */
export function eraseResources(db: Database, owner: number, ids: readonly string[]): number {
  return ids.reduce(
    (sum, id) => sum + db.run`DELETE FROM resources WHERE owner = ${owner} AND id = ${id}`,
    0,
  )
}
