// The embedded audit store: what happened to each user's memory, in the order of its events.
import type { Scope } from '../../schemas/identifiers.ts'
import { type AuditEntry, type AuditPage, type AuditStore, orderOf } from '../ports/audit-store.ts'
import type { Paged } from '../ports/memory-store.ts'
import { isFenced } from '../ports/projection.ts'
import { decodeCursor } from '../ports/rules/cursor.ts'
import { emptyPage, pageOf } from '../ports/rules/page-of.ts'
import { type Database, openDatabase } from './database/database.ts'
import { aside, type Filling, openFilling } from './projection/filling.ts'
import {
  applyStep,
  digestOf,
  fenceRows,
  findOwner,
  ownerOf,
  projectionReads,
  projectionSchema,
  readFences,
} from './projection/projection-tables.ts'

// Entries lie in the order in which they come: by their ids, which are hashes, each would change a page of its own.
const schema = `${projectionSchema}
  CREATE TABLE IF NOT EXISTS entries (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, source INTEGER NOT NULL,
    category TEXT, permanent INTEGER NOT NULL, doc TEXT NOT NULL, UNIQUE (owner, id));
  CREATE INDEX IF NOT EXISTS entries_by_time ON entries (owner, at, id);
`

/** A step looks entries up by their ids, for which the table itself has an index. */
export const auditFilling: Filling = { schema, kept: ['fences_by_owner'] }

/**
 * `isFilled`: a rebuild fills it, and completes it in the end. `byUser`: steps hold the records of some users
 * (projection/filling.ts, `aside`).
 */
export function createSqliteAuditStore({
  path,
  isFilled = false,
  byUser = false,
}: {
  path: string
  isFilled?: boolean
  byUser?: boolean
}): AuditStore {
  const db = isFilled
    ? openFilling(path, auditFilling)
    : openDatabase({ path, durable: false, schema })
  return {
    apply: async (step) => {
      applyStep(db, byUser ? aside(db, step) : step, {
        removes: step.removed.length > 0,
        erase: (owner, fence) => ({
          removed: {
            entries: db.run`DELETE FROM entries WHERE owner = ${owner} AND permanent = 0
              AND source < ${fence.before}
              AND (${fence.category} IS NULL OR category = ${fence.category})`,
          },
          resourceIds: [],
        }),
        write: () => {
          putEntries(db, step.entries)
          for (const { id, ...scope } of step.removed) {
            db.run`DELETE FROM entries WHERE owner = ${ownerOf(db, scope)} AND id = ${id}`
          }
        },
      })
    },
    ...projectionReads(db),
    digest: async () =>
      digestOf([
        db.iterate(
          `SELECT app_id, user_id, id, at, source, category, permanent, doc
           FROM entries JOIN owners USING (owner) ORDER BY app_id, user_id, id`,
        ),
        fenceRows(db),
      ]),
    list: async (scope, page) => pageOfEntries(db, scope, page),
    places: async (scope, page) => pageOfEntries(db, scope, page),
    hasCategory: async (scope, category) => hasCategory(db, scope, category),
  }
}

function putEntries(db: Database, entries: readonly AuditEntry[]): void {
  const fences = readFences(db, entries)
  for (const entry of entries) {
    if (!entry.permanent && isFenced(fences, entry)) continue
    db.run`INSERT OR IGNORE INTO entries VALUES (NULL, ${ownerOf(db, entry)}, ${entry.id},
      ${entry.at}, ${entry.source}, ${entry.category}, ${entry.permanent ? 1 : 0},
      ${JSON.stringify(entry)})`
  }
}

function hasCategory(db: Database, scope: Scope, category: string): boolean {
  const sql = 'SELECT 1 FROM entries WHERE owner = ? AND category = ? LIMIT 1'
  const owner = findOwner(db, scope)
  return owner !== undefined && db.get(sql, owner, category) !== undefined
}

const ORDERS = { asc: { first: '', after: '>' }, desc: { first: '~', after: '<' } }

function pageOfEntries(db: Database, scope: Scope, page: AuditPage): Paged<AuditEntry> {
  const { limit, cursor } = page
  const { list, order } = orderOf(page)
  const { first, after } = ORDERS[order]
  const [at, id] = cursor ? decodeCursor(cursor, list, 2) : [first, '']
  const owner = findOwner(db, scope)
  if (owner === undefined) return emptyPage
  const rows = db.all<EntryRow>(
    `SELECT at, id, source, category, permanent, doc FROM entries WHERE owner = ? AND (at, id) ${after} (?, ?)
     ORDER BY at ${order}, id ${order} LIMIT ?`,
    owner,
    String(at),
    String(id),
    limit + 1,
  )
  const { total } = db.one<{ total: number }>`SELECT count(*) AS total FROM entries
    WHERE owner = ${owner}`
  return pageOf(rows, limit, {
    list,
    total,
    read: (row) => entryOf(db, row),
    after: (row) => [row.at, row.id],
  })
}

type EntryRow = Pick<AuditEntry, 'at' | 'id' | 'source' | 'category'> & {
  permanent: number
  doc: string
}

/** What its columns say counts, because a forget removes by them: a verification sees where they were changed. */
function entryOf(db: Database, { doc, permanent, category, ...columns }: EntryRow): AuditEntry {
  const written = db.parsed<AuditEntry>(doc, () => `entry ${columns.id}`)
  // A column holds no half of a surrogate pair.
  const isAsWritten = (written.category?.toWellFormed() ?? null) === category
  const counting = isAsWritten ? written.category : category
  return { ...written, ...columns, category: counting, permanent: permanent === 1 }
}
