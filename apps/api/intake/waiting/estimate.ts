// Estimates how long a write will take until it can be retrieved: the writes that wait before it, at the recent pace.
// Asks at most once a second and never waits for the answer: until one has come, the estimate uses the last.
import { WRITES } from '../../../../schemas/topics.ts'
import type { Services } from '../../services.ts'

type EstimateParts = {
  waiting(): Promise<number>
  /** How many have been handled, counted from any start. */
  handled(): Promise<number>
  /** Milliseconds since some fixed moment. */
  now?: () => number
  /** Seconds that a write takes if none waits. */
  idleSeconds: number
}

type Sample = { at: number; waiting: number; handled: number }

const EVERY_MS = 1_000
/** A log that stalled answers several looks at once: they are too near each other to tell a pace. */
const LEAST_BETWEEN_MS = EVERY_MS / 2
/** Assumed until the real pace has been seen. */
const WRITES_A_SECOND = 100

const EXTRACTION = 'extract-facts'
/** The time of a write with no queue, read by the offline engine or by a model. */
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

/** Returns seconds. */
export function createEstimate(parts: EstimateParts): () => number {
  const { now = () => performance.now(), idleSeconds } = parts
  let last: Sample | null = null
  let pace = WRITES_A_SECOND
  let askedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const [waiting, handled] = await Promise.all([parts.waiting(), parts.handled()])
    const sample = { at: now(), waiting, handled }
    pace = paceBetween(last, sample, pace)
    last = sample
  }
  return () => {
    if (now() - askedAt >= EVERY_MS) {
      askedAt = now()
      // If the log is down, the write is not accepted either.
      look().catch(() => undefined)
    }
    return secondsFor({ waiting: last?.waiting ?? 0, pace, idleSeconds })
  }
}

/** Writes per second. Where the queue may have been empty for a while, what was handled is only the least of it. */
export function paceBetween(before: Sample | null, after: Sample, known: number): number {
  if (!before || before.waiting === 0) return known
  const betweenMs = after.at - before.at
  if (betweenMs < LEAST_BETWEEN_MS) return known
  const handled = after.handled - before.handled
  const pace = (handled * 1000) / betweenMs
  if (pace <= 0) return known
  return handled < before.waiting ? pace : Math.max(pace, known)
}

type Waiting = { waiting: number; pace: number; idleSeconds: number }

/** In tenths of a second: no finer estimate is meaningful. */
export function secondsFor({ waiting, pace, idleSeconds }: Waiting): number {
  return Math.round((idleSeconds + waiting / pace) * 10) / 10
}
