// How the console calls the API: with the key of the person who signed in, and with refusals in words.
import createClient, { type Middleware } from 'openapi-fetch'
import type { paths } from '../../clients/typescript/openapi.ts'
import { present } from './pure/certain.ts'
import type { Call } from './pure/curl.ts'
import { apiKey, signOut } from './session.ts'
import type { ErrorBody } from './shapes.ts'

/** The API refused the call, or could not be reached (status 0). The message is for a person. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The calls that requests, responses and answers belong to. Several may be under way at once. */
const calls = new WeakMap<object, Call>()

/** The call that gave this answer, to be shown as a command. */
export function callOf(answer: object): Call {
  return present(calls.get(answer), 'call')
}

function belongs(what: unknown, to: object): void {
  const call = calls.get(to)
  if (call && typeof what === 'object' && what !== null) calls.set(what, call)
}

const bearer = (key: string | null) => `Bearer ${key}`

const authorized: Middleware = {
  onRequest: ({ request }) => {
    if (!request.headers.has('authorization'))
      request.headers.set('authorization', bearer(apiKey.value))
    return request
  },
  onResponse: ({ request, response }) => {
    // A key that a person tries out ends nothing.
    const isTheirs = request.headers.get('authorization') === bearer(apiKey.value)
    if (response.status === 401 && isTheirs) {
      signOut('This key is not valid any more. Sign in again.')
    }
  },
}

const noted: Middleware = {
  onRequest: async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.clone().text()
    const path = `${pathname.slice('/v1'.length)}${search}`
    const body = text === '' ? {} : { body: JSON.parse(text) }
    calls.set(request, { method: request.method, path, ...body })
  },
  onResponse: ({ request, response }) => belongs(response, request),
}

/** So long a person waits for what is read, and for a change, which the service makes in all of its stores. */
const PATIENCE_MS = { read: 20_000, change: 60_000 }

/** Also a service that takes a call and never answers it comes to an end. */
export function inTime(request: Request): Promise<Response> {
  const late = AbortSignal.timeout(PATIENCE_MS[request.method === 'GET' ? 'read' : 'change'])
  return fetch(request, { signal: AbortSignal.any([request.signal, late]) })
}

export const api = createClient<paths>({ fetch: inTime })
api.use(authorized, noted)

export const withKey = (key: string) => ({ headers: { authorization: bearer(key) } })

const FOREIGN =
  'The answer does not come from the service. Is there a proxy, or a page to sign in to, before it?'

const LATE = 'The service did not answer in time. It may be busy, and may still do what was asked.'

type Answer<T> = { data?: T; error?: unknown; response: Response }

/** What the API answered; throws what it refused. */
export async function told<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked.catch(unanswered)
  belongs(data ?? error, response)
  if (response.ok) return data as T
  // Where nothing is found, /retrieve answers 404 with an empty context.
  if (isContext<T>(response, error)) return error
  throw new Refused(response.status, explained(response.status, error as ErrorBody | undefined))
}

/** The page that made the call was left. */
export function wasLeft(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError'
}

/** In words, because what a browser says of a failed call is for developers. */
export function unanswered(failure: Error): never {
  if (wasLeft(failure)) throw failure
  if (failure.name === 'TimeoutError') throw new Refused(0, LATE)
  if (failure instanceof SyntaxError) throw new Refused(0, FOREIGN)
  throw new Refused(0, 'The service does not answer. Is it running?')
}

function isContext<T>({ status }: Response, answer: unknown): answer is T {
  return status === 404 && typeof answer === 'object' && answer !== null && !('error' in answer)
}

function explained(status: number, answer: ErrorBody | undefined): string {
  if (status === 401) return 'This key is not valid.'
  const message = answer?.error?.message
  if (status === 403) return `This key may not do that: ${message}. Sign in with one that may.`
  return message ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : `HTTP ${status}`
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> }

/** Without what is not given. */
export function given<T extends object>(values: T): Given<T> {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(entries) as Given<T>
}

/** `/items/shop/anna`: an identifier may hold any character. */
export function pathOf(
  subject: string,
  { appId, userId }: { appId: string; userId: string },
  ...more: string[]
): string {
  return `/${[subject, appId, userId, ...more].map(encodeURIComponent).join('/')}`
}
