// Every event type, by name. Decoding starts here; an event of any other type is unknown and is dead-lettered.
import { type AnyTopicName, deadLetterTopic, topicNames } from '../topics.ts'
import * as audit from './audit.ts'
import { recordParked } from './dead-letters.ts'
import type { EventDefinition, EventOf, NewEvent, StoredEvent } from './envelope.ts'
import * as facts from './facts.ts'
import { inboxReceived } from './inbox.ts'
import { noticeRaised } from './notices.ts'
import * as revisedFacts from './revised-facts.ts'
import * as settings from './settings.ts'
import * as summaries from './summaries.ts'
import * as writes from './writes.ts'

/** The events that our own decisions lead to: these files export definitions alone. */
const own = Object.values<EventDefinition>({
  ...writes,
  ...facts,
  ...revisedFacts,
  ...summaries,
  ...settings,
  ...audit,
  noticeRaised,
})

/**
 * What stays of a user's events in the log when the user is forgotten. The log holds the user of these by a pseudonym
 * (infra/runtime/envelope/log-names.ts).
 */
export const lastingEvents: ReadonlySet<string> = new Set(
  [
    writes.memoryForgotten,
    facts.extractionFenced,
    facts.resourceErased,
    facts.receiptIssued,
    facts.memoryErased,
  ].map(({ type }) => type),
)

type Members<Family> = Family[keyof Family]
type Facts = Members<typeof facts> | Members<typeof revisedFacts>

export type WriteEvent = EventOf<Members<typeof writes>>
export type FactEvent = EventOf<Facts>
export type SummaryEvent = EventOf<Members<typeof summaries>>
export type NoticeEvent = EventOf<typeof noticeRaised>
export type SettingsEvent = EventOf<Members<typeof settings>>
export type AuditEvent = EventOf<Members<typeof audit>>
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

export type NewFactEvent = NewEvent<Facts>
export type NewSettingsEvent = NewEvent<Members<typeof settings>>
export type NewDomainEvent =
  | NewFactEvent
  | NewSettingsEvent
  | NewEvent<
      | Members<typeof writes>
      | Members<typeof summaries>
      | typeof noticeRaised
      | Members<typeof audit>
    >

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

export const catalogue: ReadonlyMap<AnyTopicName, ReadonlyMap<string, EventDefinition>> = build()

/** What may be read from a topic: our events, and what partners put into the inbox. */
export function definitionOf(topic: AnyTopicName, type: string): EventDefinition | undefined {
  if (topic === 'memory.inbox.v1' && type === inboxReceived.type) return { ...inboxReceived, topic }
  return catalogue.get(topic)?.get(type)
}

/** Definitions by type, for the events that our own decisions lead to. */
export const definitions: ReadonlyMap<string, EventDefinition> = new Map(
  own.map((each) => [each.type, each]),
)

function build() {
  const byTopic = new Map<AnyTopicName, Map<string, EventDefinition>>()
  for (const definition of own) {
    const types = byTopic.get(definition.topic) ?? new Map()
    byTopic.set(definition.topic, types.set(definition.type, definition))
  }
  for (const name of topicNames) {
    const topic = deadLetterTopic(name)
    byTopic.set(topic, new Map([[recordParked.type, { ...recordParked, topic }]]))
  }
  return byTopic
}
