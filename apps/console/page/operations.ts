// The calls of the API that operators make: lag, dead letters, replays, webhooks, and what the audit tells of a write.
import { get, type Paging, pathOf, post, queryOf } from './api.ts'
import type * as shapes from './shapes.ts'

export const lag = (signal: AbortSignal) => get<shapes.Lag>('/admin/lag', { signal, quiet: true })
export const deadLetters = (paging: Paging) =>
  get<shapes.Page<shapes.DeadLetter>>(`/admin/dead-letters${queryOf(paging)}`)

type Started = { replay: shapes.Replay }
export const replayLetters = (ids?: readonly string[]) =>
  post<Started>('/admin/dead-letters/replay', ids ? { ids } : {})
export const replayProjection = (order: { projection: string; check: boolean }) =>
  post<Started>('/admin/replay', order)
export const replay = (id: string) =>
  get<Started>(`/admin/replay/${encodeURIComponent(id)}`, { quiet: true })

const inApp = (subject: string, ...parts: string[]) =>
  `/config/${[subject, ...parts].map(encodeURIComponent).join('/')}`
export const webhooks = (appId: string) =>
  get<shapes.Page<shapes.Webhook>>(`${inApp('webhooks', appId)}${queryOf({ limit: 200 })}`)
export const sources = (appId: string) =>
  get<shapes.Page<shapes.SourceBinding>>(`${inApp('sources', appId)}${queryOf({ limit: 200 })}`)
export const deliveries = ({ appId, id }: shapes.Webhook, paging: Paging) =>
  get<shapes.Page<shapes.Delivery>>(
    `${inApp('webhooks', appId, id, 'deliveries')}${queryOf(paging)}`,
  )
export const redeliver = ({ appId, id }: shapes.Webhook, deliveryId: string) =>
  post<shapes.Delivery>(inApp('webhooks', appId, id, 'deliveries', deliveryId, 'redeliver'))

export const audit = (scope: shapes.Scope, paging: Paging) =>
  get<shapes.Page<shapes.AuditEntry>>(`${pathOf('audit', scope)}${queryOf(paging)}`, {
    quiet: true,
  })
