// What the audit log says of an event: its open part, never its words. Pure.
import type { AuditEntry } from '../../infra/ports/audit-store.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { signedRoots } from '../audit-seals/seals.ts'

/** That something was forgotten is remembered for ever. */
const PERMANENT = new Set([
  'MemoryForgotten',
  'ExtractionFenced',
  'ResourceErased',
  'ReceiptIssued',
  'MemoryErased',
])

const ROOTS = '4a8f3f0e-6d0b-4a53-9b0f-2f6f0c9d7e15'

/** Where the roots of an app are filed: no app has such a name. */
export function rootsScope(appId: string): Scope {
  return { appId: '~audit-roots', userId: appId }
}

/** A root is an entry of its app, and says what was signed; any other event is an entry of its user. */
export function auditEntries(delivered: Delivered): AuditEntry[] {
  const { event } = delivered
  if (event.type !== 'AuditRooted') return [auditEntry(delivered)]
  return signedRoots(event).map(({ appId, ...details }) => ({
    ...auditEntry(delivered),
    ...rootsScope(appId),
    // Of two runs with one number the first counts, and the store keeps that one.
    id: derivedUuid(ROOTS, `root ${event.open.run} of ${appId}`),
    permanent: true,
    details,
  }))
}

export function auditEntry({ event, topic, partition, position }: Delivered): AuditEntry {
  const open: Record<string, unknown> = event.open
  return {
    id: event.id,
    appId: event.appId,
    userId: event.userId,
    topic,
    partition,
    position,
    type: event.type,
    at: event.recordedAt,
    causationId: event.causationId,
    source: typeof open.source === 'number' ? open.source : position,
    category: typeof open.category === 'string' ? open.category : null,
    permanent: PERMANENT.has(event.type),
    details: open,
  }
}

/** Entries of events that the log no longer has: those about a resource that was erased. */
export function entriesRemovedBy({ event }: Delivered): (Scope & { id: string })[] {
  if (event.type !== 'ResourceErased') return []
  const { resourceId } = event.open
  const ids = [resourceId, derivedUuid(resourceId, 'processed')]
  return ids.map((id) => ({ ...scopeOf(event), id }))
}

/** By the event's id: for events that hold a user's words, and for those that say where a resource's words are. */
export function generationsIn(batch: readonly Delivered[]): Map<string, number> {
  return new Map(
    batch.flatMap(({ event, keyGeneration }): [string, number][] => {
      const told = 'keyGeneration' in event.open ? event.open.keyGeneration : 0
      const generation = keyGeneration ?? told
      return generation === 0 ? [] : [[event.id, generation]]
    }),
  )
}
