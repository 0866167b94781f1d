// The port to the audit log: for each user, what happened and when, without a word of what was said.
//
// Contract, beyond that of projection.ts: an entry's id is its event's id, so that redelivery doubles nothing.
// A fence removes the entries of what was forgotten, but never those of the forgetting itself.
import type { Scope } from '../../schemas/identifiers.ts'
import type { LogPosition, Position } from './event-log.ts'
import type { Page, Paged } from './memory-store.ts'
import type { ProjectionStore, Step } from './projection.ts'
import { encodeCursor, type ListName } from './rules/cursor.ts'

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

/** Where the log holds the event of an entry. */
export type AuditPlace = Omit<AuditEntry, 'details' | keyof Scope>

const NEWEST_FIRST = 'audit, newest first'

type AuditList = Extract<ListName, `audit${string}`>

/** `list`: what cursors name, `audit` by default. */
export type AuditPage = Page & { list?: AuditList | undefined }

export function orderOf({ list = 'audit' }: AuditPage): { list: AuditList; order: 'asc' | 'desc' } {
  return { list, order: list === NEWEST_FIRST ? 'desc' : 'asc' }
}

/** The cursor of a list, newest first, that begins with what was written at the instant or before. */
export function cursorFrom(instant: string): string {
  return encodeCursor(NEWEST_FIRST, [instant, LAST_ID])
}

/** The cursor of a list, newest first, that continues after an entry. */
export function cursorAfter({ at, id }: Pick<AuditEntry, 'at' | 'id'>): string {
  return encodeCursor(NEWEST_FIRST, [at, id])
}

const LAST_ID = '~'

export interface AuditStore extends ProjectionStore {
  apply(
    step: Step & {
      entries: readonly AuditEntry[]
      /** Entries to drop, because their events have been removed from the log. */
      removed: readonly (Scope & { id: string })[]
      /** For entries whose events hold something sealed: the generation of the user's key, by the entry's id. */
      generations?: ReadonlyMap<string, number>
    },
  ): Promise<void>
  /** The oldest first, unless `list` says otherwise. A cursor continues in the list that gave it alone. */
  list(scope: Scope, page: AuditPage): Promise<Paged<AuditEntry>>
  /** The same of all entries, also of those that no key opens any more. */
  places(scope: Scope, page: AuditPage): Promise<Paged<AuditPlace>>
  /** True if any of those entries is filed under the category. */
  hasCategory(scope: Scope, category: string): Promise<boolean>
}
