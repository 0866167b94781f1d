// What a fact says about entities, as the graph store takes it. Pure.

import { nameKey } from '../../infra/ports/entity-name.ts'
import type { GraphFact, GraphStep } from '../../infra/ports/graph-store.ts'
import type { DomainEvent } from '../../schemas/events/catalogue.ts'
import { hasEnded } from '../extract-facts/said-order.ts'

const CONTEXT_CHARS = 300
/** The value of an attribute that was ended and not replaced ("I quit"). */
const NO_VALUE = 'none'

/** What an event asserts; null where it asserts nothing, or its words have been erased. */
export function graphFactOf(event: DomainEvent): GraphFact | null {
  if (event.type !== 'FactAsserted' || !event.sealed) return null
  const { open, sealed } = event
  const entities = [...sealed.entities]
  const properties: GraphFact['properties'][number][] = []
  if (sealed.subject && sealed.attribute && sealed.value && sealed.exclusive) {
    const named = entities.some(({ name }) => nameKey(name) === nameKey(sealed.subject!))
    if (!named) entities.push({ name: sealed.subject, type: 'person' })
    if (sealed.value !== NO_VALUE) {
      properties.push({ entity: sealed.subject, attribute: sealed.attribute, value: sealed.value })
    }
  }
  return {
    appId: event.appId,
    userId: event.userId,
    factId: open.factId,
    source: open.source,
    category: open.category,
    at: event.occurredAt,
    validTo: hasEnded(open.validTo, event.occurredAt) ? open.validTo : null,
    context: excerpt(sealed.text),
    entities,
    relationships: sealed.relationships,
    properties,
  }
}

/**
 * A fact that an event closes; null where it closes none. Its mentions stay, its relationships are not shown. So it is
 * with a fact that contests what is trusted more: the graph shows one value, and that is the trusted one.
 */
export function closedBy(event: DomainEvent): GraphStep['closed'][number] | null {
  const { appId, userId } = event
  switch (event.type) {
    case 'FactSuperseded':
      return { appId, userId, factId: event.open.factId, validTo: event.open.validTo }
    case 'FactPruned':
      return { appId, userId, factId: event.open.factId, validTo: event.open.prunedAt }
    case 'FactMerged':
      return { appId, userId, factId: event.open.factId, validTo: event.open.mergedAt }
    case 'FactContested':
      return { appId, userId, factId: event.open.factId, validTo: event.occurredAt }
    default:
      return null
  }
}

/** By code points, so that no character is cut. */
function excerpt(text: string): string {
  const characters = [...text]
  return characters.length <= CONTEXT_CHARS
    ? text
    : `${characters.slice(0, CONTEXT_CHARS - 1).join('')}…`
}
