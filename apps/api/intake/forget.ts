// Accepts a forget: from then on it will happen, whatever becomes of the request.
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { waitAtMost } from '../../../infra/runtime/wait/wait-for.ts'
import { isTakenIn, noteInbox } from '../../../processors/accept-inbox/forgotten.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

const INBOX_PATIENCE_MS = 20_000
const INBOX_POLL_MS = 100

export type ForgetPorts = {
  log: EventLog
  keys: KeyStore
  objects: ObjectStore
  /** How long a forget of a category waits for the inbox; then it fails with an Outage, and nothing is promised. */
  inboxPatienceMs?: number
}

/** `repeats`: the id of the forget that is carried out again, because a backup did not hold it. */
type Asked = Scope & { category?: string | undefined; repeats?: string }

/** Returns the id of the MemoryForgotten. Without a category everything of the user is forgotten. */
export async function acceptForget(
  { log, keys, objects, inboxPatienceMs = INBOX_PATIENCE_MS }: ForgetPorts,
  { appId, userId, category, repeats }: Asked,
  now: Date,
): Promise<string> {
  const id = uuidV7(now.getTime())
  if (category === undefined) await noteInbox({ log, objects }, { appId, userId }, id)
  else await inboxTakenIn(log, inboxPatienceMs)
  // Writes that begin from now on are sealed under a key that this forget does not destroy.
  const keyGeneration = category === undefined ? await keys.rotate({ appId, userId }) : 0
  const occurredAt = now.toISOString()
  const event = {
    id,
    type: 'MemoryForgotten' as const,
    appId,
    userId,
    occurredAt,
    open: { category: category ?? null, keyGeneration },
    sealed: null,
  }
  const provenance = { recordedAt: occurredAt, causationId: repeats ?? null, traceparent: null }
  await log.append([encode(event, provenance, null)])
  return id
}

/**
 * A queued record's category is unknown, so take in the whole inbox first: the forget then covers those records with
 * the rest.
 */
async function inboxTakenIn(log: EventLog, patienceMs: number): Promise<void> {
  const ends = await log.ends('memory.inbox.v1')
  const polling = { firstMs: INBOX_POLL_MS, longestMs: INBOX_POLL_MS }
  if (await waitAtMost(() => isTakenIn(log, ends), patienceMs, polling)) return
  throw new Outage('records of partners wait in the inbox, and accept-inbox is behind')
}
