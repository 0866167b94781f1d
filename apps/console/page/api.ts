// The calls of the API that the console makes, each typed by the schemas that the API enforces.
import { signal } from '@preact/signals'
import type { Call } from './curl.ts'
import { apiKey, signOut } from './session.ts'
import type * as shapes from './shapes.ts'
import { always, type Time } from './times.ts'

type Scope = shapes.Scope

/** The API refused the call, or could not be reached (status 0). The message is for a person. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The last request, to be shown as a command. */
export const lastCall = signal<Call | null>(null)

type Options = { key?: string | null; signal?: AbortSignal | undefined; quiet?: true }

async function send(call: Call, { key = apiKey.value, signal, quiet }: Options): Promise<Response> {
  if (!quiet) lastCall.value = call
  const { method, path, body } = call
  const headers = new Headers({ authorization: `Bearer ${key}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  const init = { method, headers, ...(signal && { signal }) }
  return fetch(`/v1${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) })
}

async function ask<T>(call: Call, options: Options = {}): Promise<T> {
  const response = await send(call, options).catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    throw new Refused(0, 'The service does not answer. Is it running?')
  })
  const answer = await response.json().catch(() => null)
  if (response.ok || isEmptyContext(response, answer)) return answer as T
  const { status } = response
  if (status === 401 && options.key === undefined) signOut()
  throw new Refused(status, explained(status, answer as shapes.ErrorBody | null))
}

/** Where nothing is found, /retrieve answers 404 with an empty context. */
function isEmptyContext({ status }: Response, answer: unknown): boolean {
  return status === 404 && typeof answer === 'object' && answer !== null && !('error' in answer)
}

function explained(status: number, answer: shapes.ErrorBody | null): string {
  if (status === 401) return 'This key is not valid.'
  const message = answer?.error?.message
  if (status === 403) return `This key may not do that: ${message}.`
  return message ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : `HTTP ${status}`
}

export const get = <T>(path: string, options?: Options) => ask<T>({ method: 'GET', path }, options)
export const post = <T>(path: string, body?: unknown) => ask<T>({ method: 'POST', path, body })

/** `/items/shop/anna`: an identifier may hold any character. */
export function pathOf(subject: string, { appId, userId }: Scope, ...more: string[]): string {
  return `/${[subject, appId, userId, ...more].map(encodeURIComponent).join('/')}`
}

export function queryOf(
  values: Record<string, string | number | boolean | undefined | null>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length > 0 ? `?${query}` : ''
}

/** How long the console waits for a change before it says that the change is still on its way. */
const WAIT_MS = 10_000

export type Paging = { limit?: number; cursor?: string | null }
export const health = (options?: Options) => get<shapes.Health>('/health', options)
export const apps = (paging: Paging) =>
  get<shapes.Page<shapes.App>>(`/apps${queryOf(paging)}`, { quiet: true })
export const users = (appId: string, paging: Paging & { search?: string | undefined }) =>
  get<shapes.Page<shapes.User>>(`/users/${encodeURIComponent(appId)}${queryOf(paging)}`)
export const context = (scope: Scope, time: Time = always) =>
  get<shapes.Context>(`${pathOf('context', scope)}${queryOf(time)}`)
export const categories = (scope: Scope, time: Time = always) =>
  get<{ categories: shapes.Category[] }>(`${pathOf('categories', scope)}${queryOf(time)}`)

export const items = (
  scope: Scope,
  asked: Paging & Partial<Time> & { current?: boolean },
  options?: Options,
) => get<shapes.Page<shapes.Item>>(`${pathOf('items', scope)}${queryOf(asked)}`, options)
export const item = (scope: Scope, id: string) =>
  get<shapes.ItemWithHistory>(pathOf('items', scope, id))
export const source = (scope: Scope, id: string) =>
  get<shapes.Source>(pathOf('items', scope, id, 'source'))
export const revise = (scope: Scope, id: string, changes: shapes.Revision) =>
  ask<shapes.Revised>({
    method: 'PATCH',
    path: pathOf('items', scope, id),
    body: { ...changes, wait: WAIT_MS },
  })
export const retract = (scope: Scope, id: string) =>
  ask<shapes.Revised>({
    method: 'DELETE',
    path: `${pathOf('items', scope, id)}${queryOf({ wait: WAIT_MS })}`,
  })
export const diff = (scope: Scope, asked: Paging & { from: string; to: string }) =>
  get<shapes.Diff>(`${pathOf('diff', scope)}${queryOf(asked)}`)
export const timeline = (scope: Scope, paging: Paging) =>
  get<shapes.Page<shapes.Happening>>(`${pathOf('timeline', scope)}${queryOf(paging)}`)

export const resources = (scope: Scope, paging: Paging) =>
  get<shapes.Page<shapes.Resource>>(`${pathOf('resources', scope)}${queryOf(paging)}`)
export const resource = (scope: Scope, id: string, options?: Options) =>
  get<{ resource: shapes.ResourceDetail }>(pathOf('resources', scope, id), options)

type Entities = { entities: shapes.Entity[]; total: number; hasMore: boolean }
export const entities = (scope: Scope, asked: { limit: number; offset: number } & Time) =>
  get<Entities>(`${pathOf('entities', scope)}${queryOf(asked)}`)
export const entity = (scope: Scope, name: string, time: Time) =>
  get<{ entity: shapes.EntityDetail }>(`${pathOf('entities', scope, name)}${queryOf(time)}`)

export const retrieve = (question: shapes.Question) => post<shapes.Retrieved>('/retrieve', question)
export const forget = (body: Scope & { category?: string }) =>
  post<shapes.Forgotten>('/forget', { ...body, confirm: true })
export const memorize = (body: Scope & { content: string; contentType: string }) =>
  post<{ resourceId: string }>('/memorize', body)
export const report = (body: Scope & Record<string, unknown>) =>
  post<{ eventId: string }>('/events', body)

/** The bytes of a receipt as they were signed. */
export async function receiptText(receiptId: string): Promise<string> {
  const path = `/receipts/${encodeURIComponent(receiptId)}`
  const response = await send({ method: 'GET', path }, { quiet: true })
  if (!response.ok) throw new Refused(response.status, 'The receipt could not be read.')
  return response.text()
}

/** Null where this service does not show its metrics to this key. */
export async function metrics(signal: AbortSignal): Promise<string | null> {
  const headers = { authorization: `Bearer ${apiKey.value}` }
  const response = await fetch('/metrics', { headers, signal })
  return response.ok ? response.text() : null
}
