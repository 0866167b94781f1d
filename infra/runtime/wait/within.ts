// Bounds how long a caller waits for an answer. The work itself goes on; ending it is up to the caller.
import { firstOf } from '../certain.ts'
import { Outage } from '../fail/retry.ts'

/** What `work` resolves to. Throws an outage, which names `what`, when it takes longer than `limitMs`. */
export async function within<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Outage(`${what} did not answer in time`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the work has ended, after `limitMs`, or as soon as `signal` aborts. */
export async function atMost(
  work: Promise<unknown>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  const stop = () => resolve()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) resolve()
  await Promise.race([work, over]).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
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
