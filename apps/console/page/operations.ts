// The calls of the API that operators make: lag, dead letters, replays, webhooks, and what the audit tells of a write.
import { at, of, type Paging } from './api.ts'
import { api, given, told } from './calls.ts'
import type * as shapes from './shapes.ts'

export const lag = (signal: AbortSignal) => told(api.GET('/v1/admin/lag', { signal }))
export const deadLetters = (paging: Paging, signal: AbortSignal) =>
  told(api.GET('/v1/admin/dead-letters', { params: { query: given(paging) }, signal }))
export const replayLetters = (ids?: string[]) =>
  told(api.POST('/v1/admin/dead-letters/replay', { body: ids ? { ids } : {} }))
export const replayProjection = (body: shapes.ReplayOrder) =>
  told(api.POST('/v1/admin/replay', { body }))
export const replay = (replayId: string) =>
  told(api.GET('/v1/admin/replay/{replayId}', of({ replayId })))

const MOST = { limit: 200 }
export const webhooks = (appId: string, signal: AbortSignal) =>
  told(api.GET('/v1/config/webhooks/{appId}', at({ appId }, MOST, signal)))
export const sources = (appId: string, signal: AbortSignal) =>
  told(api.GET('/v1/config/sources/{appId}', at({ appId }, MOST, signal)))
export const deliveries = ({ appId, id }: shapes.Webhook, paging: Paging, signal: AbortSignal) =>
  told(api.GET('/v1/config/webhooks/{appId}/{id}/deliveries', at({ appId, id }, paging, signal)))
export const redeliver = ({ appId, id }: shapes.Webhook, deliveryId: string) =>
  told(
    api.POST(
      '/v1/config/webhooks/{appId}/{id}/deliveries/{deliveryId}/redeliver',
      of({ appId, id, deliveryId }),
    ),
  )

export const audit = (scope: shapes.Scope, paging: Paging, signal: AbortSignal) =>
  told(api.GET('/v1/audit/{appId}/{userId}', at(scope, paging, signal)))
