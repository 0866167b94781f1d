// Waits until writes can be retrieved. It asks the index, which knows a write as processed once its facts can be found,
// with one read for all that many calls wait for.
import type { MemoryStore, Resource } from '../../../../infra/ports/memory-store.ts'
import { createRequestBatcher } from '../../../../infra/runtime/wait/request-batcher.ts'
import { type Pacing, realPacing } from '../../../../infra/runtime/wait/wait-for.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { createUsualWait, type UsualWait } from './usual-wait.ts'
import type { WaitingShares } from './waiting-shares.ts'

type Awaited = { scope: Scope; ids: readonly string[]; waitMs: number; gone: AbortSignal }

/** `left`: the ids that are not processed yet; `failed`: those that never will be. */
type Stand = { left: string[]; failed: string[] }

/** How writes stand in the end: at once if there is no place to wait, or another app takes the place. */
export type AwaitWrites = (awaited: Awaited) => Promise<Stand>

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
    const stand = await look(awaited.scope, awaited.ids)
    const { left } = stand
    if (left.length === 0 || awaited.waitMs === 0) return stand
    const displaced = new AbortController()
    const leave = shares.enter(awaited.scope.appId, left.length, () => displaced.abort())
    if (!leave) return stand
    const gone = AbortSignal.any([awaited.gone, displaced.signal])
    return wait(inTurn, { ...awaited, stand, gone }, { ...pacing, usual }).finally(leave)
  }
}

type Unprocessed = (scope: Scope, ids: readonly string[]) => Promise<Stand>

function unprocessedBy(find: (ref: Ref) => Promise<Found>): Unprocessed {
  return async ({ appId, userId }, ids) => {
    const found = await Promise.all(ids.map((id) => find({ appId, userId, id })))
    const having = (status: Resource['status']) =>
      ids.filter((_, n) => (found[n]?.status ?? 'queued') === status)
    return { left: having('queued'), failed: having('failed') }
  }
}

async function wait(
  unprocessed: Unprocessed,
  { scope, stand, waitMs, gone }: Omit<Awaited, 'ids'> & { stand: Stand },
  { now, pause, usual }: Pacing & { usual: UsualWait },
): Promise<Stand> {
  const began = now()
  const firstMs = FIRST_PAUSE_MS * stand.left.length
  let { left, failed } = stand
  for (let pauseMs = Math.max(firstMs, usual.firstLookMs(scope.appId)); left.length > 0; ) {
    const remainingMs = began + waitMs - now()
    if (remainingMs <= 0 || gone.aborted) return { left, failed }
    await pause(Math.min(pauseMs, LONGEST_PAUSE_MS, remainingMs), gone)
    if (gone.aborted) return { left, failed }
    const stands = await unprocessed(scope, left)
    left = stands.left
    failed = [...failed, ...stands.failed]
    pauseMs = firstMs + (now() - began) * GROWTH
  }
  usual.took(scope.appId, now() - began)
  return { left, failed }
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
