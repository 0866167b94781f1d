// Everything that a processor may talk to. The composition of a setting chooses the technology.
import type { AuditStore } from './audit-store.ts'
import type { Candidate } from './candidate.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { EventLog } from './event-log.ts'
import type { GraphStore } from './graph-store.ts'
import type { KeyStore } from './key-store.ts'
import type { LanguageModel } from './language-model.ts'
import type { MemoryStore } from './memory-store.ts'
import type { ObjectStore } from './object-store.ts'
import type { States } from './states.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The stores of the projections that a replay rebuilds, by the name of the projection. */
export type ProjectionStores = {
  memory: MemoryStore
  graph: GraphStore
  audit: AuditStore
}

export type ProjectionName = keyof ProjectionStores

export type Ports = ProjectionStores & {
  log: EventLog
  deliveries: DeliveryStore
  webhooks: WebhookSender
  objects: ObjectStore
  keys: KeyStore
  language: LanguageModel
  states: States
  /** Missing where no candidate of a reprocessing can lie. */
  candidate?: Candidate
}
