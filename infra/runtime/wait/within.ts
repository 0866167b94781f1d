// Bounds how long a caller waits for an answer. The work itself goes on; ending it is up to the caller. An answer that
// came while this process was busy is read before it counts as late.
import { firstOf } from '../certain.ts'
import { Outage } from '../fail/retry.ts'

const STEPS = 4

/**
 * Calls `late` after `limitMs`, which pass in steps: after a pause of the whole process all of its timers are over
 * before it reads what has arrived meanwhile. Returns a function that ends it.
 */
function startLimit(limitMs: number, late: () => void): () => void {
  const stepMs = Math.floor(limitMs / STEPS)
  const after = (steps: number): NodeJS.Timeout =>
    steps === 1
      ? setTimeout(late, limitMs - (STEPS - 1) * stepMs)
      : setTimeout(() => {
          timer = after(steps - 1)
        }, stepMs)
  let timer = after(STEPS)
  return () => clearTimeout(timer)
}

/** What `work` resolves to. Throws an outage, which names `what`, when it takes longer than `limitMs`. */
export function within<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const done = startLimit(limitMs, () => reject(new Outage(`${what} did not answer in time`)))
  return Promise.race([work, late]).finally(done)
}

/** Resolves when the work has ended, after `limitMs`, or as soon as `signal` aborts. */
export async function atMost(
  work: Promise<unknown>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const done = startLimit(limitMs, resolve)
  const stop = () => resolve()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) resolve()
  await Promise.race([work, over]).finally(() => {
    done()
    signal?.removeEventListener('abort', stop)
  })
}

/** What `work` resolves to. Throws what `gone` makes as soon as `signal` aborts. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  gone: () => Error,
): Promise<T> {
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = () => reject(gone())
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return Promise.race([work, left]).finally(() => signal?.removeEventListener('abort', leave))
}

/**
 * What `work` resolves to; null where it fails, takes longer, or `signal` aborts first. For questions that are asked
 * again later.
 */
export async function orNull<T>(
  work: Promise<T>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<T | null> {
  const answers: T[] = []
  const answered = work.then((given) => answers.push(given))
  await atMost(answered, limitMs, signal).catch(() => undefined)
  return answers.length > 0 ? firstOf(answers) : null
}
