// A connection to one service: its address, a key, and calls typed by the service's own OpenAPI document.
import createClient, {
  type Client,
  createQuerySerializer,
  defaultPathSerializer,
} from 'openapi-fetch'
import { errorOf, refused } from './errors.ts'
import type { paths } from './openapi.ts'
import { type Fetch, retryingFetch, type Wait, waitFor } from './retry.ts'

export type ConnectionOptions = {
  /** Where the service is, with or without `/v1`. */
  url: string
  apiKey: string
  /** How often a call is retried: 3 by default. */
  retries?: number
  /** How long one attempt may take: 30 seconds by default. */
  timeoutMs?: number
  /** The longest wait before a retry: 20 seconds by default. */
  maxWaitMs?: number
  /** Ends every call of the connection when it is aborted. */
  signal?: AbortSignal
  /** A replacement for fetch, for waiting, or for the random numbers. */
  fetch?: Fetch
  wait?: Wait
  chance?: () => number
}

/**
 * Every call of the document. The client itself uses those with `params.path` of one user; the others are an
 * application's.
 */
export type Api = Client<paths>
export type Connection = {
  api: Api
  wait: Wait
  /** How long the service may hold a call: well below the limit of an attempt, which would end the call first. */
  mostHeldMs: number
}

const TIMEOUT_MS = 30_000
const RETRIES = 3
const MAX_WAIT_MS = 20_000
const MOST_HELD_MS = 10_000
/** A timer that is set to more ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function connect(options: ConnectionOptions): Connection {
  checkAddress(options.url)
  checkHeader('apiKey', options.apiKey)
  const { signal } = options
  const given = options.wait ?? waitFor
  const either = (other: AbortSignal) => (signal ? AbortSignal.any([other, signal]) : other)
  const wait: Wait = (ms, other) => given(ms, either(other))
  const timeoutMs = timerOf('timeoutMs', options.timeoutMs ?? TIMEOUT_MS, 1)
  const retrying = retryingFetch({
    fetch: options.fetch ?? ((request) => fetch(request)),
    wait: given,
    chance: options.chance ?? Math.random,
    retries: numberOf('retries', options.retries ?? RETRIES, 0),
    timeoutMs,
    maxWaitMs: timerOf('maxWaitMs', options.maxWaitMs ?? MAX_WAIT_MS, 0),
  })
  const api = createClient<paths>({
    // The document’s paths begin with the version.
    baseUrl: options.url.replace(/\/+$/, '').replace(/\/v1$/, ''),
    headers: { authorization: `Bearer ${options.apiKey}` },
    pathSerializer: pathOf,
    querySerializer: queryOf,
    fetch: (request) => retrying(new Request(request, { signal: either(request.signal) })),
  })
  return { api, wait, mostHeldMs: Math.min(MOST_HELD_MS, Math.floor(timeoutMs / 2)) }
}

/**
 * What the platform refuses of a request is refused here by the name of the option, because its own error quotes keys and
 * passwords. `localhost:8080` reads as an address too: of the protocol `localhost:`.
 */
function checkAddress(url: string): void {
  const read = typeof url === 'string' ? orNull(() => new Request(url)) : null
  if (read && /^https?:/.test(read.url)) return
  throw refused('url', 'must be an address such as http://localhost:8080, without a user')
}

/** What is no text would be sent as one, such as `null`: as a key it would make one write of all. */
export function checkHeader(field: string, value: string): void {
  if (typeof value !== 'string') throw refused(field, 'must be a string')
  if (orNull(() => new Headers({ [field]: value }))) return
  throw refused(field, 'must hold only visible ASCII characters')
}

/** NaN would be a timer that ends at once: no attempt would succeed, or all follow without a pause. */
function numberOf(field: string, given: number, least: number): number {
  if (typeof given === 'number' && given >= least) return given
  throw refused(field, `must be a number, ${least} at least`)
}

function timerOf(field: string, given: number, least: number): number {
  return Math.min(LONGEST_TIMER_MS, numberOf(field, given, least))
}

function orNull<T>(make: () => T): T | null {
  try {
    return make()
  } catch {
    return null
  }
}

/**
 * A part of a path that is missing would read of a user with the name `undefined`; one that is `.`, `..` or empty would
 * lead to another call, and its refusal would name another field; a half of a surrogate pair has no place in a URL.
 */
function pathOf(pathname: string, params: Record<string, unknown>): string {
  for (const [field, value] of Object.entries(params)) {
    const issue = refusalOf(value)
    if (issue !== null) throw refused(field, issue)
  }
  return defaultPathSerializer(pathname, params)
}

const serialized = createQuerySerializer()

/** An object, such as a Date, would be left out, and the answer would be another one. */
function queryOf(query: Record<string, unknown>): string {
  for (const [field, value] of Object.entries(query)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      throw refused(field, 'must be a text; of an instant its ISO 8601')
    }
    if (isCut(String(value))) throw refused(field, CUT)
  }
  return serialized(query)
}

function refusalOf(part: unknown): string | null {
  if (typeof part !== 'string') return 'must be a string'
  if (part === '') return 'must not be empty'
  if (part === '.' || part === '..') return 'must not be . or ..'
  return isCut(part) ? CUT : null
}

const CUT = 'must hold no halves of surrogate pairs'
const isCut = (text: string) => /\p{Surrogate}/u.test(text)

type Result<T> = { data?: T; error?: unknown; response: Response }

/**
 * Returns the answer of a call; throws the service's error. The service always sends `field`: an answer without it
 * comes from another server.
 */
export async function answered<T extends object>(
  call: Promise<Result<T>>,
  field: Extract<keyof T, string>,
): Promise<T> {
  const { data, error, response } = await understood(call)
  if (!response.ok || !holds(data, field)) throw errorOf(error, response)
  return data
}

/** As all answers of the service are: an object, here with this field. */
export function holds(answer: unknown, field: string): answer is object {
  return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, field)
}

/** An answer that is not JSON does not come from the service. */
export async function understood<R extends Result<unknown>>(call: Promise<R>): Promise<R> {
  try {
    return await call
  } catch (error) {
    if (error instanceof SyntaxError) throw errorOf(undefined, { status: 200 })
    throw error
  }
}

/** A key that no other write has. `randomUUID` is missing in browsers on pages without TLS. */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
