// By which what is remembered of a write is found: its user and its id, because an import brings the ids of another
// user's writes.
import { createHash } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'

/** A hash, so that no user is named where a forget does not search. */
export function writeKeyOf({ appId, userId }: Scope, id: string): string {
  return createHash('sha256')
    .update(JSON.stringify([appId, userId, id]))
    .digest('base64')
}
