// Waits until writes can be retrieved. It asks the index, which knows a write as processed once its facts can be found,
// with one read for all that many calls wait for.
import type { MemoryStore, Resource } from '../../../../infra/ports/memory-store.ts'
import { createRequestBatcher } from '../../../../infra/runtime/wait/request-batcher.ts'
import { type Pacing, realPacing } from '../../../../infra/runtime/wait/wait-for.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { createUsualWait, type UsualWait } from './usual-wait.ts'
import type { WaitingShares } from './waiting-shares.ts'

type Awaited = { scope: Scope; ids: readonly string[]; waitMs: number; gone: AbortSignal }

/**
 * Returns the ids that cannot be retrieved yet: at once if there is no place to wait, or another app takes the place.
 */
export type AwaitWrites = (awaited: Awaited) => Promise<string[]>

type Ref = Scope & { id: string }
type Memory = Pick<MemoryStore, 'resources'>

/** Per write: a call that waits for many asks seldom, because each write is a read of the index. */
const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 500
/** By a quarter of what a call has waited: it waits at most about a fifth longer than it must. */
const GROWTH = 0.25
/** Other reads of the index wait behind at most this many of these. */
const READS_AT_ONCE = { atATime: 1, most: 100 }
/**
 * A busy index is asked less often, for all that wait at once: their questions take a quarter of the time. No answer is
 * late by more than the longest rest.
 */
const RESTS_PER_READ = 3
const LONGEST_REST_MS = 100

export function createAwaitWrites(
  memory: Memory,
  shares: WaitingShares,
  pacing: Pacing = realPacing,
): AwaitWrites {
  const read = (asked: Ref[]) => findOnce(memory, asked)
  const restMs = (tookMs: number) => Math.min(LONGEST_REST_MS, tookMs * RESTS_PER_READ)
  const now = unprocessedBy(createRequestBatcher(read, READS_AT_ONCE))
  const inTurn = unprocessedBy(createRequestBatcher(read, { ...READS_AT_ONCE, restMs, pacing }))
  const usual = createUsualWait()
  return async (awaited) => {
    const look = awaited.waitMs === 0 ? now : inTurn
    const ids = await look(awaited.scope, awaited.ids)
    if (ids.length === 0 || awaited.waitMs === 0) return ids
    const displaced = new AbortController()
    const leave = shares.enter(awaited.scope.appId, ids.length, () => displaced.abort())
    if (!leave) return ids
    const gone = AbortSignal.any([awaited.gone, displaced.signal])
    return wait(inTurn, { ...awaited, ids, gone }, { ...pacing, usual }).finally(leave)
  }
}

type Unprocessed = (scope: Scope, ids: readonly string[]) => Promise<string[]>

function unprocessedBy(find: (ref: Ref) => Promise<Found>): Unprocessed {
  return async ({ appId, userId }, ids) => {
    const found = await Promise.all(ids.map((id) => find({ appId, userId, id })))
    // A write that was refused for good will never be found, so no call waits for it.
    return ids.filter((_, n) => (found[n]?.status ?? 'queued') === 'queued')
  }
}

async function wait(
  unprocessed: Unprocessed,
  { scope, ids, waitMs, gone }: Awaited,
  { now, pause, usual }: Pacing & { usual: UsualWait },
): Promise<string[]> {
  const began = now()
  const firstMs = FIRST_PAUSE_MS * ids.length
  let left = [...ids]
  for (let pauseMs = Math.max(firstMs, usual.firstLookMs(scope.appId)); left.length > 0; ) {
    const remainingMs = began + waitMs - now()
    if (remainingMs <= 0 || gone.aborted) return left
    await pause(Math.min(pauseMs, LONGEST_PAUSE_MS, remainingMs), gone)
    if (gone.aborted) return left
    left = await unprocessed(scope, left)
    pauseMs = firstMs + (now() - began) * GROWTH
  }
  usual.took(scope.appId, now() - began)
  return left
}

/** Reads once what several callers ask for at the same time. */
async function findOnce(memory: Memory, asked: readonly Ref[]): Promise<(Found | Error)[]> {
  const nameOf = ({ appId, userId, id }: Ref) => JSON.stringify([appId, userId, id])
  const refs = new Map(asked.map((ref) => [nameOf(ref), ref]))
  const found = await memory.resources([...refs.values()])
  const byName = new Map([...refs.keys()].map((name, n) => [name, found[n] ?? null]))
  return asked.map((ref) => byName.get(nameOf(ref)) ?? null)
}

type Found = Resource | null
