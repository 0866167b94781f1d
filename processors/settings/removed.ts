// What was removed from the settings for ever: bindings of sources, partners and webhooks. Their records hold secrets,
// maps of users and addresses, so a removal also erases them from the log. What came beyond the limit of its app counts
// as removed from the start.
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import { NO_USER, type StoredEvent } from '../../schemas/events/envelope.ts'
import { emptyMap, put } from './immutable-map.ts'

/** By app (partners: NO_APP), the ids of what was removed, and why. */
export type Removed = ReadonlyMap<string, ReadonlyMap<string, 'removed' | 'beyond-limit'>>

type Told = Pick<SettingsEvent, 'appId' | 'open'>

const removals: readonly string[] = [
  'SourceUnbound',
  'PartnerRemoved',
  'WebhookUnsubscribed',
] satisfies SettingsEvent['type'][]

/** The id of the binding, the partner or the webhook that an event is about. Null: it is about none of them. */
export function removableOf({ open }: Pick<StoredEvent, 'open'>): string | null {
  const id = open.sourceId ?? open.partnerId ?? open.webhookId
  return typeof id === 'string' ? id : null
}

/** An id is never used again, so what comes after its removal overlapped it, or is a repetition. */
export function isRemoved(removed: Removed, event: Told): boolean {
  return whyRemoved(removed, event) !== undefined
}

/** Of the event that would have added it. */
export function wasBeyondLimit(removed: Removed, event: Told): boolean {
  return whyRemoved(removed, event) === 'beyond-limit'
}

function whyRemoved(removed: Removed, event: Told): 'removed' | 'beyond-limit' | undefined {
  const id = removableOf(event)
  return id === null ? undefined : removed.get(event.appId)?.get(id)
}

export function evolveRemoved(removed: Removed, event: SettingsEvent): Removed {
  return removals.includes(event.type) ? withRemoved(removed, event, 'removed') : removed
}

/** What has been removed once stays so. */
export function withRemoved(
  removed: Removed,
  event: Told,
  why: 'removed' | 'beyond-limit',
): Removed {
  const id = removableOf(event)
  if (id === null) return removed
  return put(removed, event.appId, put(removed.get(event.appId) ?? emptyMap, id, why))
}

/** Leaves the removals, which keep the ids from coming back. Call again if it fails. */
export async function eraseRemoved(
  log: Pick<EventLog, 'erase'>,
  appId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const these = new Set<string | null>(ids)
  await log.erase({
    topic: 'memory.settings.v1',
    scope: { appId, userId: NO_USER },
    matches: ({ event }) =>
      event !== null && !removals.includes(event.type) && these.has(removableOf(event)),
  })
}
