// The shapes of the API's requests and answers, inferred from the schemas that it enforces. Types alone: no schema
// reaches the browser.
import type { z } from 'zod'
import type { errorBody } from '../../../schemas/api/errors.ts'
import type * as admin from '../../../schemas/api/operating/admin.ts'
import type { HealthResponse } from '../../../schemas/api/operating/health.ts'
import type * as directory from '../../../schemas/api/reading/directory.ts'
import type * as history from '../../../schemas/api/reading/history.ts'
import type * as items from '../../../schemas/api/reading/items.ts'
import type * as memory from '../../../schemas/api/reading/memory.ts'
import type { RetrieveResponse, retrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import type { sourceBinding } from '../../../schemas/api/settings/sources.ts'
import type * as webhooks from '../../../schemas/api/settings/webhook-subscriptions.ts'
import type { forgetResponse } from '../../../schemas/api/writing/forget.ts'
import type { components } from '../../clients/typescript/openapi.ts'

export type App = z.infer<typeof directory.app>
export type User = z.infer<typeof directory.user>
export type Scope = { appId: string; userId: string }
export type Item = z.infer<typeof memory.item>
export type ItemWithHistory = z.infer<typeof memory.itemResponse>
export type Revision = z.input<typeof items.revisionCall>
export type Revised = z.infer<typeof items.itemWriteResponse>
export type { FactType } from '../../../schemas/facts.ts'
export type Diff = z.infer<typeof history.diffResponse>
export type Difference = Diff['data'][number]
export type Happening = z.infer<typeof history.timelineResponse>['data'][number]
export type Source = z.infer<typeof memory.itemSourceResponse>
export type Category = z.infer<typeof memory.categoriesResponse>['categories'][number]
export type Context = z.infer<typeof memory.contextResponse>
export type Entity = z.infer<typeof memory.entitiesResponse>['entities'][number]
export type EntityDetail = z.infer<typeof memory.entityResponse>['entity']
export type Resource = z.infer<typeof memory.resource>
export type ResourceDetail = z.infer<typeof memory.resourceResponse>['resource']
export type Forgotten = z.infer<typeof forgetResponse>
export type { Receipt } from '../../../schemas/receipt.ts'
export type Health = HealthResponse
export type Question = z.input<typeof retrieveRequest>
export type Retrieved = RetrieveResponse
export type Explained = NonNullable<Retrieved['explanation']>['items'][number]
export type AuditEntry = z.infer<typeof memory.auditEntry>
export type Lag = z.infer<typeof admin.lagResponse>
export type DeadLetter = z.infer<typeof admin.deadLetter>
export type { Replay } from '../../../schemas/api/operating/admin.ts'
export type Webhook = z.infer<typeof webhooks.webhook>
export type Delivery = z.infer<typeof webhooks.delivery>
export type SourceBinding = z.infer<typeof sourceBinding>
export type ErrorBody = z.infer<typeof errorBody>
export type Page<T> = {
  data: T[]
  pagination: { total: number; limit: number; hasMore: boolean; nextCursor: string | null }
}

type Documented = components['schemas']
export type Writing = Documented['MemorizeRequest']
export type Batch = Documented['BatchRequest']
export type ReplayOrder = Documented['ReplayRequest']
