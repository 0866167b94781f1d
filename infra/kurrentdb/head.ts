// What is known of a user before an entry is read: which stream holds the entries, what has been forgotten, and whether
// an old stream still has to be cleared away. Entries are only ever read through the head, so what a fence forbids
// cannot be seen from the moment the fence is in the head. Pure.
import type { Scope } from '../../schemas/identifiers.ts'
import type { AuditEntry } from '../ports/audit-store.ts'
import { type Fence, isFenced, type Receipt, raisedFence } from '../ports/projection.ts'

export type Head = Scope & {
  /** The stream that entries are appended to. */
  generation: number
  fences: Fence[]
  receipts: Receipt[]
  /** Entries that were dropped one by one, the newest last. */
  dropped: string[]
  /** The previous stream is being cleared away. */
  clearing: Clearing | null
}

type Clearing = {
  /** The fence that caused it; null for dropped entries. */
  before: number | null
  /** How many entries went with the fence, as far as they have been counted. */
  removed: number
}

/** How many dropped entries are remembered, so that one that comes again from a paused writer is recognized. */
const DROPPED_KEPT = 1_000

export function newHead({ appId, userId }: Scope): Head {
  return { appId, userId, generation: 1, fences: [], receipts: [], dropped: [], clearing: null }
}

export function receiptOf(head: Head, before: number): Receipt | undefined {
  return head.receipts.find((receipt) => receipt.before === before)
}

/** True for entries that may be written and read. */
export function isAllowed(head: Head, entry: AuditEntry): boolean {
  if (head.dropped.includes(entry.id)) return false
  return entry.permanent || !isFenced(head.fences, entry)
}

export function withFence(head: Head, fence: Fence): Head {
  const others = head.fences.filter(({ category }) => category !== fence.category)
  return {
    ...head,
    generation: head.generation + 1,
    fences: [...others, raisedFence(head.fences, fence)].sort(byReach),
    clearing: { before: fence.before, removed: 0 },
  }
}

function byReach(a: Fence, b: Fence): number {
  return (a.category ?? '') < (b.category ?? '') ? -1 : 1
}

export function withDropped(head: Head, ids: readonly string[]): Head {
  return {
    ...head,
    generation: head.generation + 1,
    dropped: [...new Set([...head.dropped, ...ids])].slice(-DROPPED_KEPT),
    clearing: { before: null, removed: 0 },
  }
}

export function withCount(head: Head, removed: number): Head {
  return head.clearing ? { ...head, clearing: { ...head.clearing, removed } } : head
}

/** The old stream is gone; the fence now gets its receipt. */
export function cleared(head: Head): Head {
  const { clearing } = head
  if (!clearing) return head
  const { before, removed } = clearing
  const receipts =
    before === null
      ? head.receipts
      : [...head.receipts, { before, removed: { entries: removed }, resourceIds: [] }]
  return { ...head, receipts, clearing: null }
}
