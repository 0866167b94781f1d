// The calls of the API that the console makes, each typed by the service's OpenAPI document.
import { api, given, quietly, told, unanswered } from './calls.ts'
import { always, type Time } from './pure/times.ts'
import { apiKey } from './session.ts'
import type * as shapes from './shapes.ts'

type Scope = shapes.Scope

/** How long the console waits for a change before it says that the change is still on its way. */
const WAIT_MS = 10_000

export type Paging = { limit?: number; cursor?: string | null }

export const of = <Path extends object>(path: Path) => ({ params: { path } })
export const at = <Path extends object, Asked extends object>(path: Path, asked: Asked) => ({
  params: { path, query: given(asked) },
})

export const health = (options: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
  told(quietly.GET('/v1/health', options))
export const apps = (paging: Paging) =>
  told(quietly.GET('/v1/apps', { params: { query: given(paging) } }))
export const users = (appId: string, asked: Paging & { search?: string | undefined }) =>
  told(api.GET('/v1/users/{appId}', at({ appId }, asked)))

export const context = (scope: Scope, time: Time = always) =>
  told(api.GET('/v1/context/{appId}/{userId}', at(scope, time)))
export const categories = (scope: Scope, time: Time = always) =>
  told(api.GET('/v1/categories/{appId}/{userId}', at(scope, time)))

type Listed = Paging & Partial<Time> & { current?: 'true' }
export const items = (scope: Scope, asked: Listed) =>
  told(api.GET('/v1/items/{appId}/{userId}', at(scope, asked)))
export const moreItems = (scope: Scope, asked: Listed, signal: AbortSignal) =>
  told(quietly.GET('/v1/items/{appId}/{userId}', { ...at(scope, asked), signal }))
export const item = (scope: Scope, itemId: string) =>
  told(api.GET('/v1/items/{appId}/{userId}/{itemId}', of({ ...scope, itemId })))
export const source = (scope: Scope, itemId: string) =>
  told(api.GET('/v1/items/{appId}/{userId}/{itemId}/source', of({ ...scope, itemId })))
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
export const diff = (scope: Scope, asked: Paging & { from: string; to: string }) =>
  told(
    api.GET('/v1/diff/{appId}/{userId}', {
      params: { path: scope, query: { ...given(asked), from: asked.from, to: asked.to } },
    }),
  )
export const timeline = (scope: Scope, paging: Paging) =>
  told(api.GET('/v1/timeline/{appId}/{userId}', at(scope, paging)))

export const resources = (scope: Scope, paging: Paging) =>
  told(api.GET('/v1/resources/{appId}/{userId}', at(scope, paging)))
export const resource = (scope: Scope, resourceId: string) =>
  told(api.GET('/v1/resources/{appId}/{userId}/{resourceId}', of({ ...scope, resourceId })))
/** While the page waits for what it has written. */
export const resourceMeanwhile = (scope: Scope, resourceId: string) =>
  told(quietly.GET('/v1/resources/{appId}/{userId}/{resourceId}', of({ ...scope, resourceId })))

export const entities = (scope: Scope, asked: { limit: number; offset: number } & Time) =>
  told(api.GET('/v1/entities/{appId}/{userId}', at(scope, asked)))
export const entity = (scope: Scope, entityName: string, time: Time) =>
  told(api.GET('/v1/entities/{appId}/{userId}/{entityName}', at({ ...scope, entityName }, time)))

export const retrieve = (body: shapes.Question) => told(api.POST('/v1/retrieve', { body }))
export const forget = (body: Scope & { category?: string }) =>
  told(api.POST('/v1/forget', { body: { ...body, confirm: true } }))
export const memorize = (body: shapes.Writing) => told(api.POST('/v1/memorize', { body }))
export const writeBatch = (body: shapes.Batch) => told(api.POST('/v1/batch', { body }))

/** The bytes of a receipt as they were signed. */
export function receiptText(receiptId: string): Promise<string> {
  return told(quietly.GET('/v1/receipts/{receiptId}', { ...of({ receiptId }), parseAs: 'text' }))
}

/** Null where this service does not show its metrics to this key. They are no part of the API. */
export async function metrics(signal: AbortSignal): Promise<string | null> {
  const headers = { authorization: `Bearer ${apiKey.value}` }
  const response = await fetch('/metrics', { headers, signal }).catch(unanswered)
  return response.ok ? response.text().catch(unanswered) : null
}
