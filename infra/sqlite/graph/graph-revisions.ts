// Says cheaply and exactly whether anything of a user's graph has changed since a connection last asked, so that the
// connection may keep what it has made of it (held-graph.ts). Written in the transaction of the change itself.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Database } from '../database/database.ts'

// `erased`: the revision of the last erasure. A revision never repeats in one file.
export const graphRevisionsSchema = `
  CREATE TABLE IF NOT EXISTS graph_revision (revision INTEGER NOT NULL, erased INTEGER NOT NULL);
  INSERT INTO graph_revision SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM graph_revision);
  CREATE TABLE IF NOT EXISTS graph_revisions (owner INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
`

/** `owner` is null for a user of whom nothing is here. `revision` is 0 for one whom no version of this table saw change. */
type GraphRevision = { owner: number | null; revision: number; erased: number }

export function recordGraphChanges(db: Database, owners: Iterable<number>): void {
  for (const owner of owners) {
    const { revision } = db.one<{ revision: number }>(
      'UPDATE graph_revision SET revision = revision + 1 RETURNING revision',
    )
    db.run`INSERT OR REPLACE INTO graph_revisions VALUES (${owner}, ${revision})`
  }
}

/** Voids everything that connections hold, of any user: forgetting is rare. */
export function recordGraphErasure(db: Database): void {
  db.run('UPDATE graph_revision SET revision = revision + 1, erased = revision + 1')
}

export function graphRevision(db: Database, { appId, userId }: Scope): GraphRevision {
  return db.one<GraphRevision>`SELECT owners.owner AS owner,
      coalesce(graph_revisions.revision, 0) AS revision, erased
    FROM graph_revision LEFT JOIN owners ON app_id = ${appId} AND user_id = ${userId}
    LEFT JOIN graph_revisions ON graph_revisions.owner = owners.owner`
}

/** The revision at which something was last erased, of any user. */
export function lastGraphErasure(db: Database): number {
  return db.one<{ erased: number }>('SELECT erased FROM graph_revision').erased
}
