// The key of a record, by which the broker compacts: two users may have events of one id, as after an import, so it
// follows from the user too. It is a hash, because it stays in the log with its tombstone when the user is forgotten.
import { createHash } from 'node:crypto'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'

const KEY_CHARS = 22

/** The event as the log holds it, so that the key tells of a pseudonym no more than the record does. */
export function recordKey({ appId, userId, id }: Pick<StoredEvent, 'appId' | 'userId' | 'id'>) {
  const owned = JSON.stringify([appId, userId, id])
  return createHash('sha256').update(owned).digest('base64url').slice(0, KEY_CHARS)
}
