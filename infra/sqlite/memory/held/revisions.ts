// Says cheaply and exactly what has changed of a user's items and summaries since a connection last asked, so
// that the connection may keep what it has decoded (held-users.ts). Written in the transaction of the change itself.
import type { Database } from '../../database/database.ts'
import { nextRevision } from '../vector-blocks.ts'

// `floor`: what a connection has read before it is void, because something was erased, or too much has changed to list.
export const revisionsSchema = `
  CREATE TABLE IF NOT EXISTS memory_revisions (
    owner INTEGER PRIMARY KEY, revision INTEGER NOT NULL, floor INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS memory_floors ON memory_revisions (floor);
  CREATE TABLE IF NOT EXISTS changed_items (
    owner INTEGER, revision INTEGER, n INTEGER, PRIMARY KEY (owner, revision, n)) WITHOUT ROWID;
`

/** A revision never repeats in one file. Both are 0 for a user whom no version of this table has seen change. */
export type Revision = { revision: number; floor: number }

/** How many changes of a user are listed. A connection that has missed more starts over. */
const MOST_LISTED = 64

/** Listed in place of an item where one was indexed under other terms than before, which its row no longer names. */
export const OTHER_TERMS = -1

/** `numbers`: of the items that were written, and `OTHER_TERMS`; empty where only a summary was. */
export function recordChanges(db: Database, owner: number, numbers: readonly number[]): void {
  if (numbers.length > MOST_LISTED) {
    recordErasure(db, owner)
    return
  }
  const revision = nextRevision(db)
  db.run`INSERT INTO memory_revisions VALUES (${owner}, ${revision}, 0)
    ON CONFLICT DO UPDATE SET revision = excluded.revision`
  for (const n of numbers) db.run`INSERT INTO changed_items VALUES (${owner}, ${revision}, ${n})`
  if (numbers.length > 0) dropOldest(db, owner)
}

/** Voids everything that connections hold of the user. */
export function recordErasure(db: Database, owner: number): void {
  const revision = nextRevision(db)
  db.run`INSERT OR REPLACE INTO memory_revisions VALUES (${owner}, ${revision}, ${revision})`
  db.run`DELETE FROM changed_items WHERE owner = ${owner}`
}

function dropOldest(db: Database, owner: number): void {
  const oldest = db.get<{ revision: number }>(
    `SELECT revision FROM changed_items WHERE owner = ? ORDER BY revision DESC, n DESC
     LIMIT 1 OFFSET ${MOST_LISTED}`,
    owner,
  )
  if (!oldest) return
  const { revision } = oldest
  db.run`DELETE FROM changed_items WHERE owner = ${owner} AND revision <= ${revision}`
  db.run`UPDATE memory_revisions SET floor = ${revision} WHERE owner = ${owner}`
}

/** The user's number in this file, and the user's revision; undefined if the user has nothing here. */
export function findRevision(
  db: Database,
  { appId, userId }: { appId: string; userId: string },
): (Revision & { owner: number }) | undefined {
  return db.get`SELECT owners.owner AS owner,
      coalesce(revision, 0) AS revision, coalesce(floor, 0) AS floor
    FROM owners LEFT JOIN memory_revisions USING (owner)
    WHERE app_id = ${appId} AND user_id = ${userId}`
}

/** The items that have changed since a revision that is not below the floor. */
export function changedSince(db: Database, owner: number, revision: number): number[] {
  const rows = db.all<{ n: number }>`SELECT DISTINCT n FROM changed_items
    WHERE owner = ${owner} AND revision > ${revision}`
  return rows.map(({ n }) => n)
}

/** Users of whom something was voided since, and at which revision; the last of them comes last. */
export function voidedSince(db: Database, floor: number): { owner: number; floor: number }[] {
  return db.all`SELECT owner, floor FROM memory_revisions WHERE floor > ${floor} ORDER BY floor`
}

export function highestFloor(db: Database): number {
  return db.one<{ floor: number }>('SELECT coalesce(max(floor), 0) AS floor FROM memory_revisions')
    .floor
}
