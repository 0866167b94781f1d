// A fetch that retries. It repeats only idempotent requests: reads, and writes that carry an idempotency key. A call
// that was refused for its rate has done nothing, so any such call may be repeated.
import { PalimpsestError } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>
/** Resolves after so many milliseconds; rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export type RetryOptions = {
  fetch: Fetch
  wait: Wait
  /** A number from 0 to 1; spreads clients that failed together. */
  chance: () => number
  /** How often a call is retried. */
  retries: number
  /** How long one attempt may take. */
  timeoutMs: number
  /** The longest wait before a retry; where the service asks for more, the call fails at once. */
  maxWaitMs: number
}

const FIRST_WAIT_MS = 200
const LONGEST_GUESS_MS = 5_000
const PASSING = new Set([408, 429, 502, 503, 504])
/** These have the same effect twice as once. */
const REPEATABLE_POST = /\/(retrieve|forget)$/

export function retryingFetch(options: RetryOptions): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOf(request, options)
      const waitMs =
        attempt < options.retries ? waitAfter(request, options, { outcome, attempt }) : null
      if (waitMs === null) return answerOf(outcome)
      await options.wait(waitMs, request.signal)
    }
  }
}

type Outcome = { response: Response } | { failure: unknown }

async function attemptOf(request: Request, { fetch, timeoutMs }: RetryOptions): Promise<Outcome> {
  const late = new AbortController()
  const end = () => late.abort(new DOMException('the service took too long', 'TimeoutError'))
  const timer = setTimeout(end, timeoutMs)
  const signal = AbortSignal.any([request.signal, late.signal])
  try {
    // A copy, because the body of a request can be read once.
    return { response: await whole(await fetch(new Request(request.clone(), { signal }))) }
  } catch (failure) {
    request.signal.throwIfAborted()
    return { failure }
  } finally {
    // What the caller reads on has no limit.
    clearTimeout(timer)
  }
}

/**
 * With all of its JSON, so that an answer that is cut off is a failed attempt. The caller reads any other body, such as
 * an export.
 */
async function whole(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (isJson) await response.clone().arrayBuffer()
  return response
}

function answerOf(outcome: Outcome): Response {
  if ('response' in outcome) return outcome.response
  const message = 'the service cannot be reached'
  throw new PalimpsestError({ code: 'UNREACHABLE', message }, 0, outcome.failure)
}

/** Milliseconds until the next attempt; null: there is none. */
function waitAfter(
  request: Request,
  { chance, maxWaitMs }: RetryOptions,
  { outcome, attempt }: { outcome: Outcome; attempt: number },
): number | null {
  const status = 'response' in outcome ? outcome.response.status : null
  if (status !== null && !PASSING.has(status)) return null
  if (status !== 429 && !isRepeatable(request)) return null
  const asked = 'response' in outcome ? Number(outcome.response.headers.get('retry-after')) : 0
  if (asked > 0) return asked * 1000 <= maxWaitMs ? asked * 1000 : null
  const longest = Math.min(LONGEST_GUESS_MS, FIRST_WAIT_MS * 2 ** attempt)
  return Math.min(maxWaitMs, longest * (0.5 + chance() / 2))
}

function isRepeatable(request: Request): boolean {
  if (request.method !== 'POST') return true
  if (request.headers.has('idempotency-key')) return true
  return REPEATABLE_POST.test(new URL(request.url).pathname)
}

/** The wait outside of tests. */
export const waitFor: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
