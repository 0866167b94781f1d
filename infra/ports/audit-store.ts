// The port to the audit log: for each user, what happened and when, without a word of what was said.
//
// Contract, beyond that of projection.ts: an entry's id is its event's id, so that redelivery doubles nothing.
// A fence removes the entries of what was forgotten, but never those of the forgetting itself.
import type { Scope } from '../../schemas/identifiers.ts'
import type { LogPosition, Position } from './event-log.ts'
import type { Page, Paged } from './memory-store.ts'
import type { ProjectionStore, Step } from './projection.ts'

export type AuditEntry = Scope &
  LogPosition & {
    id: string
    type: string
    at: string
    causationId: string | null
    source: Position
    category: string | null
    /** True for entries that survive a fence. */
    permanent: boolean
    details: Record<string, unknown>
  }

export interface AuditStore extends ProjectionStore {
  apply(
    step: Step & {
      entries: readonly AuditEntry[]
      /** Entries to drop, because their events have been removed from the log. */
      removed: readonly (Scope & { id: string })[]
    },
  ): Promise<void>
  /** The oldest first. */
  list(scope: Scope, page: Page): Promise<Paged<AuditEntry>>
}
