// Every event type, by name. Decoding starts here; an event of any other type is unknown and is dead-lettered.
import type { AnyTopicName } from '../topics.ts'
import { deadLetterTopic, topicNames } from '../topics.ts'
import { auditRooted, auditSealed } from './audit.ts'
import { recordParked } from './dead-letters.ts'
import type { EventDefinition, EventOf, NewEvent, StoredEvent } from './envelope.ts'
import {
  extractionFenced,
  extractionRejected,
  extractionResumed,
  factAsserted,
  factContested,
  factMerged,
  factPruned,
  factReinforced,
  factSuperseded,
  factsMaintained,
  memoryErased,
  receiptIssued,
  resourceErased,
  resourceProcessed,
} from './facts.ts'
import { inboxReceived } from './inbox.ts'
import { noticeRaised } from './notices.ts'
import { factClosed, factMarked, factsEmbedded } from './revised-facts.ts'
import {
  apiKeyCreated,
  apiKeyRevoked,
  apiKeyRotated,
  categoriesConfigured,
  partnerCreated,
  partnerRemoved,
  partnerSecretRotated,
  sourceBound,
  sourceUnbound,
  sourceUserForgotten,
  templateConfigured,
  trustConfigured,
  webhookDisabled,
  webhookSecretRotated,
  webhookSubscribed,
  webhookUnsubscribed,
} from './settings.ts'
import { maintenanceCompleted, summaryEvolved } from './summaries.ts'
import {
  activityRecorded,
  contentStored,
  factGiven,
  factRevised,
  factsReread,
  maintenanceRequested,
  memoryForgotten,
  webhookIgnored,
} from './writes.ts'

export const writeEvents = {
  contentStored,
  activityRecorded,
  memoryForgotten,
  maintenanceRequested,
  webhookIgnored,
  factGiven,
  factRevised,
  factsReread,
}
export const factEvents = {
  factAsserted,
  factReinforced,
  factSuperseded,
  resourceProcessed,
  extractionRejected,
  extractionResumed,
  extractionFenced,
  resourceErased,
  memoryErased,
  factPruned,
  factMerged,
  factsMaintained,
  factContested,
  receiptIssued,
  factMarked,
  factClosed,
  factsEmbedded,
}
export const summaryEvents = { summaryEvolved, maintenanceCompleted }
export const noticeEvents = { noticeRaised }
export const settingsEvents = {
  apiKeyCreated,
  apiKeyRotated,
  apiKeyRevoked,
  partnerCreated,
  partnerSecretRotated,
  partnerRemoved,
  categoriesConfigured,
  templateConfigured,
  sourceBound,
  sourceUnbound,
  sourceUserForgotten,
  webhookSubscribed,
  webhookUnsubscribed,
  webhookSecretRotated,
  webhookDisabled,
  trustConfigured,
}

export const auditEvents = { auditSealed, auditRooted }

/**
 * What stays of a user's events in the log when the user is forgotten. The log holds the user of these by a pseudonym
 * (infra/runtime/envelope/log-names.ts).
 */
export const lastingEvents: ReadonlySet<string> = new Set(
  [memoryForgotten, extractionFenced, resourceErased, receiptIssued, memoryErased].map(
    ({ type }) => type,
  ),
)

export type WriteEvent = EventOf<(typeof writeEvents)[keyof typeof writeEvents]>
export type FactEvent = EventOf<(typeof factEvents)[keyof typeof factEvents]>
export type SummaryEvent = EventOf<(typeof summaryEvents)[keyof typeof summaryEvents]>
export type NoticeEvent = EventOf<(typeof noticeEvents)[keyof typeof noticeEvents]>
export type SettingsEvent = EventOf<(typeof settingsEvents)[keyof typeof settingsEvents]>
export type AuditEvent = EventOf<(typeof auditEvents)[keyof typeof auditEvents]>
export type DeadLetterEvent = EventOf<EventDefinition<'RecordParked', typeof recordParked.open>>
export type InboxEvent = EventOf<EventDefinition<'InboxReceived', typeof inboxReceived.open>>
export type DomainEvent =
  | InboxEvent
  | WriteEvent
  | FactEvent
  | SummaryEvent
  | NoticeEvent
  | SettingsEvent
  | AuditEvent
  | DeadLetterEvent

export type NewFactEvent = NewEvent<(typeof factEvents)[keyof typeof factEvents]>
export type NewDomainEvent =
  | NewEvent<(typeof writeEvents)[keyof typeof writeEvents]>
  | NewFactEvent
  | NewEvent<(typeof summaryEvents)[keyof typeof summaryEvents]>
  | NewEvent<(typeof noticeEvents)[keyof typeof noticeEvents]>
  | NewEvent<(typeof settingsEvents)[keyof typeof settingsEvents]>
  | NewEvent<(typeof auditEvents)[keyof typeof auditEvents]>

const families: readonly Readonly<Record<string, EventDefinition>>[] = [
  writeEvents,
  factEvents,
  summaryEvents,
  noticeEvents,
  settingsEvents,
  auditEvents,
]

/** An event as the log holds it, whose open part is what its type says. */
export type StoredAs<Type extends DomainEvent['type']> = Omit<StoredEvent, 'type' | 'open'> & {
  type: Type
  open: Extract<DomainEvent, { type: Type }>['open']
}

/**
 * True for an event of one of the types. Its open part was held against the schema of its version when it was written
 * and is not upcast here: read only what every version of the type has.
 */
export function isStoredAs<Type extends DomainEvent['type']>(
  event: StoredEvent | null,
  ...types: readonly Type[]
): event is StoredAs<Type> {
  return types.some((type) => type === event?.type)
}

/** Definitions by topic and type. */
export const catalogue: ReadonlyMap<AnyTopicName, ReadonlyMap<string, EventDefinition>> = build()

/** What may be read from a topic: our events, and what partners put into the inbox. */
export function definitionOf(topic: AnyTopicName, type: string): EventDefinition | undefined {
  if (topic === 'memory.inbox.v1' && type === inboxReceived.type) return { ...inboxReceived, topic }
  return catalogue.get(topic)?.get(type)
}

/** Definitions by type, for the events that our own decisions lead to. */
export const definitions: ReadonlyMap<string, EventDefinition> = new Map(
  families.flatMap((family) => Object.values(family).map((each) => [each.type, each])),
)

function build() {
  const byTopic = new Map<AnyTopicName, Map<string, EventDefinition>>()
  for (const family of families) {
    for (const definition of Object.values(family)) {
      const types = byTopic.get(definition.topic) ?? new Map()
      byTopic.set(definition.topic, types.set(definition.type, definition))
    }
  }
  for (const name of topicNames) {
    const topic = deadLetterTopic(name)
    byTopic.set(topic, new Map([[recordParked.type, { ...recordParked, topic }]]))
  }
  return byTopic
}
