// Requests a user's maintenance: one event among the user's writes, so that it takes its place in their order.
import type { NewRecord } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { scopeName } from '../../schemas/scope-name.ts'

/** The namespace of ids of scheduled requests. Random; never changed. */
const SCHEDULED = '8a0c1e5e-93a4-4d6b-9d0f-5e7a2b6c4f11'

/** One id per user and day, however many workers ask and however often they start. `day`: YYYY-MM-DD. */
export function scheduledId(scope: Scope, day: string): string {
  return derivedUuid(SCHEDULED, `${scopeName(scope)} ${day}`)
}

type Requesting = Scope & {
  id: string
  now: Date
  requestedBy: 'schedule' | 'operator'
}

/** The record to append. Only for users who have memories: it takes their current data key. */
export async function maintenanceRecord(
  { keys }: { keys: KeyStore },
  { appId, userId, id, now, requestedBy }: Requesting,
): Promise<NewRecord> {
  const key = firstOf(await keys.current([{ appId, userId }]))
  const asOf = now.toISOString()
  const event = {
    id,
    type: 'MaintenanceRequested' as const,
    appId,
    userId,
    occurredAt: asOf,
    open: { asOf, requestedBy, keyGeneration: key.generation },
    sealed: null,
  }
  return encode(event, { recordedAt: asOf, causationId: null, traceparent: null }, null)
}
