// What a fact says about entities, in the form that the graph store takes. Pure.
import type { Position } from '../../infra/ports/event-log.ts'
import type { GraphFact, GraphStep } from '../../infra/ports/graph-store.ts'
import { asWritten, nameKey } from '../../infra/ports/rules/entity-name.ts'
import { endsLater, NEVER_HELD, neverHeld } from '../../infra/ports/rules/item-times.ts'
import type { DomainEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { hasEnded } from '../extract-facts/known/said-order.ts'

const CONTEXT_CHARS = 300
/** The value of an attribute that was ended and not replaced ("I quit"). */
const NO_VALUE = 'none'

/** What an event asserts; null if it asserts nothing, or its words have been erased. */
export function graphFactOf(
  event: DomainEvent,
  keyGeneration: number | null = null,
): GraphFact | null {
  if (event.type !== 'FactAsserted' || !event.sealed) return null
  // There is one graph for all scopes.
  if (event.sealed.scopes.length > 0) return null
  const { open, sealed } = event
  const { entities, properties } = aboutOf(sealed)
  return {
    appId: event.appId,
    userId: event.userId,
    factId: open.factId,
    source: open.source,
    ...(keyGeneration !== null && { keyGeneration }),
    category: open.category,
    at: event.occurredAt,
    validTo: isClosed(event) ? (open.validTo ?? open.validFrom) : null,
    held: { from: open.validFrom, until: open.validTo },
    recordedAt: event.recordedAt,
    context: excerpt(sealed.text),
    entities: entities.filter(({ name }) => hasAddress(name)),
    relationships: sealed.relationships.filter(
      ({ source, target }) => hasAddress(source) && hasAddress(target),
    ),
    properties: properties.filter(({ entity }) => hasAddress(entity)),
  }
}

/** What is named like a step of a path has no URL of its own: clients take it for one, also where it is encoded. */
const WITHOUT_ADDRESS: ReadonlySet<string> = new Set(['', '.', '..'])

function hasAddress(name: string): boolean {
  return !WITHOUT_ADDRESS.has(nameKey(name))
}

type Sealed = NonNullable<Extract<DomainEvent, { type: 'FactAsserted' }>['sealed']>
type About = Pick<GraphFact, 'entities' | 'properties'>

/** "Anna's wife" is no name: her attributes become properties of Anna. */
function aboutOf({ entities, subject, attribute, value, exclusive, text }: Sealed): About {
  if (!subject || !attribute || !value || !exclusive) return { entities, properties: [] }
  const [owner = '', ...things] = subject.split("'s ")
  const known = entities.find(({ name }) => nameKey(name) === nameKey(owner))
  const entity = known ?? { name: asWritten(owner, text), type: 'person' }
  const told = [...things, attribute].join("'s ")
  const isOver = value === NO_VALUE
  return {
    entities: known ? entities : [...entities, entity],
    properties: isOver ? [] : [{ entity: entity.name, attribute: told, value }],
  }
}

type Asserted = Extract<DomainEvent, { type: 'FactAsserted' }>

/** A backdated fact may be closed by a newer one from the start, or have ended when it was learnt. */
function isClosed({ open, recordedAt }: Asserted): boolean {
  const isReplaced = open.supersededBy !== null && !endsLater(open, recordedAt)
  return isReplaced || hasEnded(open.validTo, recordedAt)
}

/** Until when a fact is current whose place another is known to take then; null where none is. */
function followedFrom({ open, recordedAt }: Asserted): string | null {
  return open.supersededBy !== null && endsLater(open, recordedAt) ? open.validTo : null
}

/**
 * A fact that an event closes, or that it tells to be closed later; null if there is none. Its mentions stay, its
 * relationships are not shown. The same holds for a fact that contests a more trusted one: the graph shows one value,
 * and that is the trusted one.
 */
export function closedBy(event: DomainEvent): GraphStep['closed'][number] | null {
  switch (event.type) {
    case 'FactAsserted':
      return closing(event, followedFrom(event))
    case 'FactSuperseded':
      return closing(event, event.open.validTo)
    case 'FactPruned':
      return closing(event, event.open.prunedAt)
    case 'FactClosed':
      return closing(event, endOf(event.open))
    case 'FactMerged':
      return closing(event, event.open.mergedAt)
    case 'FactContested':
      return closing(event, event.occurredAt)
    default:
      return null
  }
}

function closing(
  {
    appId,
    userId,
    recordedAt,
    open: { factId, source },
  }: Scope & { recordedAt: string; open: { factId: string; source: Position } },
  validTo: string | null,
): GraphStep['closed'][number] | null {
  return validTo === null ? null : { appId, userId, factId, source, validTo, recordedAt }
}

/** What was never true was known until then, and held at no time. */
function endOf({ reason, closedAt }: Extract<DomainEvent, { type: 'FactClosed' }>['open']): string {
  return neverHeld(reason) ? NEVER_HELD : closedAt
}

/** By code points, so that no character is cut. */
function excerpt(text: string): string {
  const characters = [...text]
  return characters.length <= CONTEXT_CHARS
    ? text
    : `${characters.slice(0, CONTEXT_CHARS - 1).join('')}…`
}
