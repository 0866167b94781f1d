// When to try again. An outage passes, so work waits for its end without limit; anything else is tried a few times and
// then given up, so that one bad event cannot stop the others.
import { asError, codeOf, memberOf } from '../certain.ts'
import { sleep } from '../wait/pause.ts'

/** Throw this (or set `outage: true` on an error) where a store or a model cannot be reached for now. */
export class Outage extends Error {
  override readonly name: string = 'Outage'
  readonly outage = true
}

export type RetryOptions = {
  signal: AbortSignal
  /** How often work is tried in all when it fails for a reason other than an outage. */
  attempts: number
  firstDelayMs: number
  maxDelayMs: number
  onRetry?: (error: Error, attempt: number, delayMs: number) => void
  /** Waits until the next attempt; resolves early where the signal aborts. */
  rest?: (delayMs: number) => Promise<void>
}

export const defaultRetry = { attempts: 4, firstDelayMs: 50, maxDelayMs: 15_000 }

const OUTAGE_NAMES = new Set(['Outage', 'LanguageModelUnavailable'])
/** BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: due to the disk or another connection, never to what is written. */
const SQLITE_OUTAGES = new Set<number | undefined>([5, 6, 8, 10, 13, 14])
const OUTAGE_CODES = new Set<string | undefined>([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
])

export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    isMarkedOutage(error) ||
    OUTAGE_NAMES.has(error.name) ||
    OUTAGE_CODES.has(codeOf(error)) ||
    SQLITE_OUTAGES.has(sqliteCodeOf(error))
  )
}

/** True where what was thrown says itself that it is an outage. */
export function isMarkedOutage(thrown: unknown): boolean {
  return memberOf(thrown, 'outage') === true
}

/** The primary code of an error of SQLite; undefined if it is none. */
export function sqliteCodeOf(thrown: unknown): number | undefined {
  const code = memberOf(thrown, 'errcode')
  // The lowest byte of an extended code is the primary one.
  return typeof code === 'number' ? code & 0xff : undefined
}

/** True where neither time nor another attempt helps, and no event is to blame: the configuration is wrong. */
export function isFatal(error: unknown): boolean {
  return error instanceof Error && memberOf(error, 'fatal') === true
}

/** The work gave up, or the service is stopping. `attempts` says how often it was tried. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
  readonly attempts: number
  constructor(cause: unknown, attempts: number) {
    super('tried often enough', { cause })
    this.attempts = attempts
  }
}

/**
 * Runs `work` until it succeeds. Throws GaveUp, a fatal error as it is, or the signal's reason where the service stops
 * meanwhile.
 */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  let failures = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      options.signal.throwIfAborted()
      if (isFatal(error)) throw error
      if (!isOutage(error) && ++failures >= options.attempts) throw new GaveUp(error, attempt)
      const delayMs = backOff(attempt, options)
      options.onRetry?.(asError(error), attempt, delayMs)
      await (options.rest?.(delayMs) ?? restFor(delayMs, options.signal))
      options.signal.throwIfAborted()
    }
  }
}

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export function restFor(delayMs: number, signal: AbortSignal): Promise<void> {
  return sleep(delayMs, signal).catch(() => undefined)
}

/** Exponential with full jitter on the upper half: between half of the delay and all of it. */
function backOff(attempt: number, { firstDelayMs, maxDelayMs }: RetryOptions): number {
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return delay / 2 + Math.random() * (delay / 2)
}
