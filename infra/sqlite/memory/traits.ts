// The traits that clients gave items of the embedded memory store: whether they are pinned, their type, and the scopes
// in which they are seen. Read from the document, so that files from before traits existed open as they are.
import { NO_TRAITS } from '../../../schemas/facts.ts'
import type { TraitFilter } from '../../ports/rules/traits.ts'
import type { Database } from '../database/database.ts'

const IS_PINNED = `doc ->> '$.pinned' = 1`
const IS_SCOPED = `doc ->> '$.scopes' IS NOT NULL`
const TYPE = `coalesce(doc ->> '$.type', '${NO_TRAITS.type}')`

/** Holds only the few pinned items: other items pay nothing for it. */
export const pinnedIndex = `
  CREATE INDEX IF NOT EXISTS items_pinned ON items (owner, weight, created_at) WHERE current = 1 AND ${IS_PINNED};
`

/** Holds only the items that were given for scopes. */
export const scopedIndex = `
  CREATE INDEX IF NOT EXISTS items_scoped ON items (owner, created_at, id) WHERE current = 1 AND ${IS_SCOPED};
`

export function pinnedRows(
  db: Database,
  owner: number,
  limit: number,
): { n: number; doc: string }[] {
  return db.all(
    `SELECT n, doc FROM items WHERE owner = ? AND current = 1 AND ${IS_PINNED}
     ORDER BY weight DESC, created_at DESC, id LIMIT ?`,
    owner,
    limit,
  )
}

/** Conditions on the document, and the values of their placeholders in order. */
export function traitsWhere({ types, scopes, onlyScope, pinned }: TraitFilter): {
  conditions: string[]
  values: string[]
} {
  const any = (values: readonly string[]) => values.map(() => '?').join(', ')
  const conditions = [
    ...(types ? [`${TYPE} IN (${any(types)})`] : []),
    ...(scopes ? [`(NOT ${IS_SCOPED} OR ${givenFor(any(scopes))})`] : []),
    ...(onlyScope === undefined ? [] : [`${IS_SCOPED} AND ${givenFor('?')}`]),
    ...(pinned ? [`current = 1 AND ${IS_PINNED}`] : []),
  ]
  return {
    conditions,
    values: [...(types ?? []), ...(scopes ?? []), ...(onlyScope === undefined ? [] : [onlyScope])],
  }
}

function givenFor(wanted: string): string {
  return `EXISTS (SELECT 1 FROM json_each(doc, '$.scopes') WHERE value IN (${wanted}))`
}
