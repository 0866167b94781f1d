// The seals so far, folded from memory.audit.v1. Several processes may seal at the same time: of runs with one number
// the first in the log counts, and seals of runs that do not count are skipped. Pure.
import type { LogPosition, LogRecord, Position } from '../../infra/ports/event-log.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import { scopeName } from '../../schemas/scope-name.ts'
import {
  type AuditRooted,
  type AuditSealed,
  chainedTo,
  type Link,
  NO_RUNS,
  runHash,
} from './seals.ts'

export type Chain = {
  last: { id: string | null; run: number; day: string } | null
  /** Of all runs so far. */
  hash: string
  /** Up to where each topic and partition is sealed. */
  upTo: Map<string, Position>
  /** The last seal of each user, and the last root of each app. */
  users: Map<string, Link>
  roots: Map<string, string>
  waiting: Map<string, AuditSealed[]>
  /** The position up to which the fold has read. */
  readTo: Position | undefined
}

export type Run = { rooted: AuditRooted; seals: readonly AuditSealed[] }

export function newChain(): Chain {
  return {
    last: null,
    hash: NO_RUNS,
    upTo: new Map(),
    users: new Map(),
    roots: new Map(),
    waiting: new Map(),
    readTo: undefined,
  }
}

export function placeName({
  topic,
  partition,
}: Omit<LogPosition, 'position'> | { topic: string; partition: number }): string {
  return `${topic} ${partition}`
}

/** Returns the run that the record completed, if that run counts. */
export function take(chain: Chain, { event, position }: LogRecord): Run | null {
  chain.readTo = position
  if (isStoredAs(event, 'AuditSealed')) {
    const others = chain.waiting.get(event.open.rootedBy) ?? []
    chain.waiting.set(event.open.rootedBy, [...others, event])
    return null
  }
  if (!isStoredAs(event, 'AuditRooted')) return null
  const seals = chain.waiting.get(event.id) ?? []
  chain.waiting.delete(event.id)
  if (!isNext(chain, event)) return null
  const run = { rooted: event, seals }
  advance(chain, run)
  return run
}

export function isNext({ last }: Chain, { open }: AuditRooted): boolean {
  return open.run === (last?.run ?? 0) + 1 && open.previous === (last?.id ?? null)
}

function advance(chain: Chain, { rooted, seals }: Run): void {
  const { id, open } = rooted
  chain.last = { id, run: open.run, day: open.day }
  // Where a run claims another past, that is one finding, and the next run is held against the claim.
  chain.hash = runHash(chainedTo(rooted) ?? chain.hash, rooted)
  for (const at of open.upTo) chain.upTo.set(placeName(at), at.position)
  for (const seal of seals) chain.users.set(scopeName(seal), seal.open)
  for (const { appId, root } of open.roots) chain.roots.set(appId, root)
}
