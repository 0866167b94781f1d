// Accepts a forget: from then on it will happen, whatever becomes of the request.
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { encode } from '../../../infra/runtime/codec.ts'
import { uuidV7 } from '../../../infra/runtime/ids.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

/** Gives the id of the MemoryForgotten. Without a category everything of the user is forgotten. */
export async function acceptForget(
  { log, keys }: { log: EventLog; keys: KeyStore },
  { appId, userId, category }: Scope & { category?: string | undefined },
  now: Date,
): Promise<string> {
  const id = uuidV7(now.getTime())
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
  const provenance = { recordedAt: occurredAt, causationId: null, traceparent: null }
  await log.append([encode(event, provenance, null)])
  return id
}
