// The calls of the API that the console makes, each typed by the service's OpenAPI document.
import { api, given, inTime, told, unanswered } from './calls.ts'
import { always, type Time } from './pure/times.ts'
import { apiKey } from './session.ts'
import type * as shapes from './shapes.ts'

type Scope = shapes.Scope

/** How long the console waits for a change before it says that the change is still on its way. */
const WAIT_MS = 10_000

export type Paging = { limit?: number; cursor?: string | null }

/** A read takes the signal with which a page that is left ends it. */
export const of = <Path extends object>(path: Path, signal: AbortSignal | null = null) => ({
  params: { path },
  signal,
})
export const at = <Path extends object, Asked extends object>(
  path: Path,
  asked: Asked,
  signal: AbortSignal | null = null,
) => ({ params: { path, query: given(asked) }, signal })

export const health = (options: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
  told(api.GET('/v1/health', options))
export const apps = (paging: Paging, signal: AbortSignal) =>
  told(api.GET('/v1/apps', { params: { query: given(paging) }, signal }))
type Sought = Paging & { search?: string | undefined }
export const users = (appId: string, asked: Sought, signal: AbortSignal) =>
  told(api.GET('/v1/users/{appId}', at({ appId }, asked, signal)))

export const context = (scope: Scope, signal: AbortSignal, time: Time = always) =>
  told(api.GET('/v1/context/{appId}/{userId}', at(scope, time, signal)))
export const categories = (scope: Scope, signal: AbortSignal, time: Time = always) =>
  told(api.GET('/v1/categories/{appId}/{userId}', at(scope, time, signal)))

type Listed = Paging & Partial<Time> & { current?: 'true' }
export const items = (scope: Scope, asked: Listed, signal: AbortSignal) =>
  told(api.GET('/v1/items/{appId}/{userId}', at(scope, asked, signal)))
export const item = (scope: Scope, itemId: string, signal?: AbortSignal) =>
  told(api.GET('/v1/items/{appId}/{userId}/{itemId}', of({ ...scope, itemId }, signal)))
export const source = (scope: Scope, itemId: string, signal: AbortSignal) =>
  told(api.GET('/v1/items/{appId}/{userId}/{itemId}/source', of({ ...scope, itemId }, signal)))
export const revise = (scope: Scope, itemId: string, changes: shapes.Revision) =>
  told(
    api.PATCH('/v1/items/{appId}/{userId}/{itemId}', {
      ...of({ ...scope, itemId }),
      body: { ...changes, wait: WAIT_MS },
    }),
  )
export const retract = (scope: Scope, itemId: string) =>
  told(
    api.DELETE('/v1/items/{appId}/{userId}/{itemId}', at({ ...scope, itemId }, { wait: WAIT_MS })),
  )
type Days = Paging & { from: string; to: string }
export const diff = (scope: Scope, asked: Days, signal: AbortSignal) =>
  told(
    api.GET('/v1/diff/{appId}/{userId}', {
      params: { path: scope, query: { ...given(asked), from: asked.from, to: asked.to } },
      signal,
    }),
  )
export const timeline = (scope: Scope, paging: Paging, signal: AbortSignal) =>
  told(api.GET('/v1/timeline/{appId}/{userId}', at(scope, paging, signal)))

export const resources = (scope: Scope, paging: Paging, signal?: AbortSignal) =>
  told(api.GET('/v1/resources/{appId}/{userId}', at(scope, paging, signal)))
export const resource = (scope: Scope, resourceId: string, signal?: AbortSignal) =>
  told(api.GET('/v1/resources/{appId}/{userId}/{resourceId}', of({ ...scope, resourceId }, signal)))

type Part = { limit: number; offset: number } & Time
export const entities = (scope: Scope, asked: Part, signal: AbortSignal) =>
  told(api.GET('/v1/entities/{appId}/{userId}', at(scope, asked, signal)))
type Named = Scope & { entityName: string }
export const entity = (named: Named, time: Time, signal: AbortSignal) =>
  told(api.GET('/v1/entities/{appId}/{userId}/{entityName}', at(named, time, signal)))

export const retrieve = (body: shapes.Question, signal: AbortSignal | null = null) =>
  told(api.POST('/v1/retrieve', { body, signal }))
export const forget = (body: Scope & { category?: string }) =>
  told(api.POST('/v1/forget', { body: { ...body, confirm: true } }))
export const memorize = (body: shapes.Writing) => told(api.POST('/v1/memorize', { body }))
export const writeBatch = (body: shapes.Batch) => told(api.POST('/v1/batch', { body }))

/** The bytes of a receipt as they were signed. */
export function receiptText(receiptId: string, signal: AbortSignal): Promise<string> {
  const asked = of({ receiptId }, signal)
  return told(api.GET('/v1/receipts/{receiptId}', { ...asked, parseAs: 'text' }))
}

/** Null where this service does not show its metrics to this key. They are no part of the API. */
export async function metrics(signal: AbortSignal): Promise<string | null> {
  const headers = { authorization: `Bearer ${apiKey.value}` }
  const asked = new Request('/metrics', { headers, signal })
  const response = await inTime(asked).catch(unanswered)
  return response.ok ? response.text().catch(unanswered) : null
}
