// Opaque cursors of paged lists: of which list they are and after what to continue, as base64url JSON. An invalid cursor
// is a client's mistake, not a bug.

/**
 * Each order of each list has a name of its own, because the place in one list means nothing in another: a page that
 * begins there is empty, or lacks a part, and nothing tells it.
 */
export type ListName =
  | 'apps'
  | 'audit'
  | 'audit of an app'
  | 'audit roots'
  | 'audit, newest first'
  | 'changes'
  | 'deadLetters'
  | 'deliveries'
  | 'items'
  | 'keys'
  | 'namedApps'
  | 'partners'
  | 'resources'
  | 'sources'
  | 'threads'
  | 'users'
  | 'usersFound'
  | 'usersOfApp'
  | 'webhooks'

export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor'
}

export function encodeCursor(list: ListName, after: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...after])).toString('base64url')
}

/** Throws InvalidCursor where the text is not a cursor of this list, with `fields` values. */
export function decodeCursor(cursor: string, list: ListName, fields: number): (string | number)[] {
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw notOurs()
  }
  if (!Array.isArray(decoded) || !decoded.every(isCursorValue)) throw notOurs()
  const [of, ...after] = decoded
  if (of !== list || after.length !== fields) throw notOurs()
  return after
}

/** How many came before, as a cursor tells it. Throws InvalidCursor where that is no number of things. */
export function countIn(value: string | number | undefined): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw notOurs()
  return value
}

function notOurs(): InvalidCursor {
  return new InvalidCursor('is not a `nextCursor` that this list gave')
}

function isCursorValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
