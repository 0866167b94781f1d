// How long a write will take until it can be retrieved: what waits before it, at the pace at which it went of late. Asked
// at most once a second, and never waited for: an answer that has not come yet is not told.

import { WRITES } from '../../../schemas/topics.ts'
import type { Services } from '../services.ts'

export type EstimateParts = {
  /** How many writes wait. */
  waiting(): Promise<number>
  /** How many have been handled, counted from anywhere. */
  handled(): Promise<number>
  /** Milliseconds since some moment. */
  now?: () => number
  /** Seconds that a write takes where nothing waits. */
  idleSeconds: number
}

type Sample = { at: number; waiting: number; handled: number }

const EVERY_MS = 1_000
/** Until it has been seen at work. */
const WRITES_A_SECOND = 100

const EXTRACTION = 'extract-facts'
/** A write that nothing holds up, read by the offline engine or by a model. */
const OFFLINE_SECONDS = 1
const MODEL_SECONDS = 8

export function estimateOf({ ports, watch }: Pick<Services, 'ports' | 'watch'>): () => number {
  return createEstimate({
    waiting: () => watch.behind(EXTRACTION),
    handled: async () => {
      const stands = await ports.log.checkpoints(EXTRACTION, WRITES)
      return [...stands.values()].reduce((sum, position) => sum + position, 0)
    },
    idleSeconds: ports.language.name.startsWith('offline') ? OFFLINE_SECONDS : MODEL_SECONDS,
  })
}

/** Gives seconds. */
export function createEstimate(parts: EstimateParts): () => number {
  const { now = () => performance.now(), idleSeconds } = parts
  let last: Sample | null = null
  let pace = WRITES_A_SECOND
  let askedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const [waiting, handled] = await Promise.all([parts.waiting(), parts.handled()])
    const sample = { at: now(), waiting, handled }
    pace = paceBetween(last, sample) ?? pace
    last = sample
  }
  return () => {
    if (now() - askedAt >= EVERY_MS) {
      askedAt = now()
      // Where the log is down the write is not taken either.
      look().catch(() => undefined)
    }
    return secondsFor({ waiting: last?.waiting ?? 0, pace, idleSeconds })
  }
}

/** Writes a second; null where it had nothing to do, so that it says nothing of how fast it is. */
export function paceBetween(before: Sample | null, after: Sample): number | null {
  if (!before || before.waiting === 0 || after.waiting === 0) return null
  const pace = ((after.handled - before.handled) * 1000) / (after.at - before.at)
  return pace > 0 ? pace : null
}

/** Tenths of a second are as much as can be told. */
export function secondsFor({
  waiting,
  pace,
  idleSeconds,
}: {
  waiting: number
  pace: number
  idleSeconds: number
}): number {
  return Math.round((idleSeconds + waiting / pace) * 10) / 10
}
