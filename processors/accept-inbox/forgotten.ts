// What a forget does about records that wait in the inbox. They cannot be erased one by one, and their user is unknown
// until they are read. So a forget notes where the inbox ended when it came, in an object for its user, and
// accept-inbox takes in nothing of that user up to there.
import { z } from 'zod'
import type { Checkpoints, EventLog, LogPosition } from '../../infra/ports/event-log.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { timeOf } from '../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../schemas/identifiers.ts'

const INBOX = 'memory.inbox.v1'
/** No app can be called this: identifiers never begin with ~. */
const FOLDER = '~forgotten'
const NOTES_OF_A_USER = 1_000

/** Position of the last record, by partition. */
const note = z.record(z.string(), z.int().nonnegative())

/**
 * Call this before the user's key is rotated: a writer that saw no note then seals under a key that this forget
 * destroys. `id` is the forget's; ids sort by time.
 */
export async function noteInbox(
  { log, objects }: { log: EventLog; objects: ObjectStore },
  scope: Scope,
  id: string,
): Promise<void> {
  const ends = Object.fromEntries(await log.ends(INBOX))
  const earlier = await notesOf(objects, scope)
  const key = objectKey(FOLDER, scope.appId, scope.userId, id)
  await objects.putMany([{ key, body: Buffer.from(JSON.stringify(ends)) }])
  await objects.deleteMany(earlier.filter((each) => each < key))
}

/**
 * True if a forget of the user came after this record of the inbox, or after the record was signed: a record that was
 * overheard before the forget and is written again after it must not bring back what was forgotten.
 */
export async function isForgotten(
  objects: ObjectStore,
  scope: Scope,
  at: Pick<LogPosition, 'partition' | 'position'> & { signedAtMs: number },
): Promise<boolean> {
  const newest = (await notesOf(objects, scope)).at(-1)
  const body = newest && (await objects.get(newest))
  if (!body) return false
  if (at.signedAtMs <= timeOf(newest.slice(newest.lastIndexOf('/') + 1))) return true
  const ends = note.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  return at.position <= (ends[String(at.partition)] ?? -1)
}

/** True once accept-inbox has processed everything up to `ends`. */
export async function isTakenIn(log: EventLog, ends: Checkpoints): Promise<boolean> {
  const stands = await log.checkpoints('accept-inbox', INBOX)
  for (const [partition, upTo] of ends) {
    const after = stands.get(partition)
    if (after !== undefined && after >= upTo) continue
    // An end need not be a record: it can be the mark of a transaction.
    for await (const records of log.read({ topic: INBOX, partition, after, upTo, maxRecords: 1 })) {
      if (records.length > 0) return false
    }
  }
  return true
}

function notesOf(objects: ObjectStore, { appId, userId }: Scope): Promise<string[]> {
  const prefix = `${objectKey(FOLDER, appId, userId)}/`
  return objects.list({ prefix, limit: NOTES_OF_A_USER })
}
