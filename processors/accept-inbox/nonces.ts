// Which signings have become a record. The note is made before the write is stored, in an object that is never
// overwritten, so it holds for every worker and partition. It is filed under the partner, so no forget removes it. It
// names its record: the same record again is a redelivery and passes, another record does not.
import { createHash } from 'node:crypto'
import { type ObjectStore, objectKey, putOwn } from '../../infra/ports/object-store.ts'
import { present } from '../../infra/runtime/certain.ts'
import { topics } from '../../schemas/topics.ts'
import type { Signing } from './decide.ts'

/** No app can be called this: identifiers never begin with ~. */
const FOLDER = '~nonces'
const DAY_MS = 24 * 60 * 60 * 1000
const INBOX_MS = present(
  topics.find(({ name }) => name === 'memory.inbox.v1')?.retentionMs,
  'retention of the inbox',
)
/**
 * As long as a repetition may wait in the inbox: the inbox's retention, plus the time that Kafka takes to remove
 * expired records.
 */
const KEPT_MS = INBOX_MS + 2 * DAY_MS
const REMOVED_AT_ONCE = 1_000

/** True if no other record than this one was signed so. `recordId` follows from the record's place. */
export async function isFirstUse(
  objects: ObjectStore,
  signing: Signing,
  recordId: string,
): Promise<boolean> {
  return putOwn(objects, { key: keyOf(signing), body: Buffer.from(recordId) })
}

/**
 * Removes notes that no record in the inbox can need any more. `now`: when the log took the record that is being read.
 * Returns false if there may be more of them.
 */
export async function removeOldNonces(objects: ObjectStore, now: Date): Promise<boolean> {
  const oldest = objectKey(FOLDER, dayOf(now.getTime() - KEPT_MS))
  const listed = await objects.list({ prefix: FOLDER_PREFIX, limit: REMOVED_AT_ONCE })
  const old = listed.filter((key) => key < oldest)
  await objects.deleteMany(old)
  return old.length < REMOVED_AT_ONCE
}

const FOLDER_PREFIX = `${objectKey(FOLDER)}/`

/** The time is signed too, so a repetition has the same key. */
function keyOf({ partnerId, nonce, signedAtMs }: Signing): string {
  const hash = createHash('sha256').update(nonce).digest('hex')
  return objectKey(FOLDER, dayOf(signedAtMs), partnerId, hash)
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
