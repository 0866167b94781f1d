// Opaque cursors of paged lists: after what to continue, as base64url JSON. An invalid cursor is a client's mistake,
// not a bug.

export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor'
}

export function encodeCursor(after: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(after)).toString('base64url')
}

/** Throws InvalidCursor where the text is not a cursor of `fields` values. */
export function decodeCursor(cursor: string, fields: number): (string | number)[] {
  let after: unknown
  try {
    after = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw notOurs()
  }
  if (!Array.isArray(after) || after.length !== fields || !after.every(isCursorValue)) {
    throw notOurs()
  }
  return after
}

/** How many came before, as a cursor tells it. Throws InvalidCursor where that is no number of things. */
export function countIn(value: string | number | undefined): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw notOurs()
  return value
}

function notOurs(): InvalidCursor {
  return new InvalidCursor('the cursor is not one that this service gave')
}

function isCursorValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
