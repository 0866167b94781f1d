// The calls of the API that operators make: lag, dead letters, replays, webhooks, and what the audit tells of a write.
import { at, of, type Paging } from './api.ts'
import { api, given, quietly, told } from './calls.ts'
import type * as shapes from './shapes.ts'

export const lag = (signal: AbortSignal) => told(quietly.GET('/v1/admin/lag', { signal }))
export const deadLetters = (paging: Paging) =>
  told(api.GET('/v1/admin/dead-letters', { params: { query: given(paging) } }))
export const replayLetters = (ids?: string[]) =>
  told(api.POST('/v1/admin/dead-letters/replay', { body: ids ? { ids } : {} }))
export const replayProjection = (body: shapes.ReplayOrder) =>
  told(api.POST('/v1/admin/replay', { body }))
export const replay = (replayId: string) =>
  told(quietly.GET('/v1/admin/replay/{replayId}', of({ replayId })))

const MOST = { limit: 200 }
export const webhooks = (appId: string) =>
  told(api.GET('/v1/config/webhooks/{appId}', at({ appId }, MOST)))
export const sources = (appId: string) =>
  told(api.GET('/v1/config/sources/{appId}', at({ appId }, MOST)))
export const deliveries = ({ appId, id }: shapes.Webhook, paging: Paging) =>
  told(api.GET('/v1/config/webhooks/{appId}/{id}/deliveries', at({ appId, id }, paging)))
export const redeliver = ({ appId, id }: shapes.Webhook, deliveryId: string) =>
  told(
    api.POST(
      '/v1/config/webhooks/{appId}/{id}/deliveries/{deliveryId}/redeliver',
      of({ appId, id, deliveryId }),
    ),
  )

export const audit = (scope: shapes.Scope, paging: Paging) =>
  told(quietly.GET('/v1/audit/{appId}/{userId}', at(scope, paging)))
