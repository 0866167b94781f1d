// The item that a FactAsserted makes. Pure.
import type { Item } from '../../infra/ports/memory-store.ts'
import { endsLater } from '../../infra/ports/rules/item-times.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import { NO_TRAITS, type Traits } from '../../schemas/facts.ts'

export type Asserted = Extract<FactEvent, { type: 'FactAsserted' }>

export function itemOf(event: Asserted, sealed: NonNullable<Asserted['sealed']>): Item {
  const { open } = event
  return {
    id: open.factId,
    text: sealed.text,
    category: open.category,
    confidence: open.confidence,
    importance: open.importance,
    createdAt: event.occurredAt,
    validFrom: open.validFrom,
    validTo: open.validTo,
    resourceId: open.resourceId,
    ordinal: open.ordinal,
    threadId: open.threadId,
    place: open.place,
    span: open.span,
    subject: sealed.subject,
    attribute: sealed.attribute,
    value: sealed.value,
    exclusive: sealed.exclusive,
    entities: sealed.entities,
    ...endOf(event),
    supersedes: [],
    reinforcedBy: [],
    engine: open.engine,
    channel: open.channel,
    saidBy: sealed.saidBy,
    recordedAt: event.recordedAt,
    ...(sealed.relationships.length > 0 ? { relationships: sealed.relationships } : {}),
    ...given({ type: open.factType, pinned: open.pinned, ...sealed }),
  }
}

/** A fact whose end lies ahead is current until then, also where another is known that takes its place. */
function endOf({ open, recordedAt }: Asserted): Pick<Item, 'supersededBy' | 'followedBy'> {
  const { supersededBy: by } = open
  if (by === null || !endsLater(open, recordedAt)) return { supersededBy: by }
  return { supersededBy: null, followedBy: by }
}

/** Traits that equal `NO_TRAITS` are left out, as they are for every extracted fact. */
function given({ type, pinned, scopes, aliases }: Traits): Partial<Item> {
  return {
    ...(type === NO_TRAITS.type ? {} : { type }),
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(pinned ? { pinned } : {}),
  }
}
