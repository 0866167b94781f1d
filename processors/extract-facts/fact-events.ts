// The events that record what was decided about a fact: asserted, said again, superseded, merged or contested; and what
// became of its write. Pure: ids are derived from the write and the fact, so that deciding again gives the same events.
import type { Place } from '../../infra/ports/memory-store.ts'
import { present } from '../../infra/runtime/certain.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import { MAX_ALIASES } from '../../schemas/facts.ts'
import { type Importance, importance as importances } from '../../schemas/identifiers.ts'
import { eventFrom } from '../event-from.ts'
import { outranks } from '../trust.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { endOf } from './known/said-order.ts'
import type { ReadFact, Source } from './read-fact.ts'
import type { Totals } from './totals.ts'

function meta(source: Source, name: string) {
  return eventFrom({ ...source, id: source.resourceId }, name)
}

/** What all events about one fact say of it. */
function about(source: Source, { id, category }: Pick<CurrentFact, 'id' | 'category'>) {
  return { factId: id, source: source.position, resourceId: source.resourceId, category }
}

export function asserted(
  source: Source,
  fact: ReadFact,
  asserting: Place & {
    candidate: CurrentFact
    ordinal: number
    newer: CurrentFact | undefined
    /** Facts whose place it takes because it says the same. */
    repeated: readonly CurrentFact[]
  },
): NewFactEvent {
  const { candidate, ordinal, threadId, newer, repeated } = asserting
  const { traits } = candidate
  // A fact that a client corrects has the importance that the client gives; a fact that is only said again keeps its
  // own.
  const again = repeated.filter(({ id }) => !fact.given?.supersedes.includes(id))
  return {
    ...meta(source, `asserted ${ordinal}`),
    type: 'FactAsserted',
    occurredAt: candidate.createdAt,
    open: {
      factId: candidate.id,
      source: source.position,
      resourceId: source.resourceId,
      ordinal,
      threadId,
      place: asserting.place,
      span: fact.span,
      category: fact.category,
      confidence: candidate.confidence,
      importance: highest([source, ...again].map(({ importance }) => importance)),
      contentType: source.contentType,
      validFrom: fact.validFrom,
      validTo: newer ? endOf(candidate, newer) : fact.validTo,
      supersededBy: newer?.id ?? null,
      engine: source.engine,
      channel: candidate.channel,
      factType: traits.type,
      pinned: traits.pinned || again.some((each) => each.traits.pinned),
    },
    sealed: {
      text: fact.text,
      aliases: aliasesOf([
        candidate,
        ...again.filter(({ category }) => category === fact.category),
      ]),
      scopes: [...traits.scopes],
      saidBy: fact.saidBy,
      subject: fact.subject,
      attribute: fact.attribute,
      value: fact.value,
      exclusive: fact.exclusive,
      entities: [...fact.entities],
      relationships: [...fact.relationships],
      embedding: fact.embedding,
    },
  }
}

/** A fact that is given again stays found by what it was found by. */
function aliasesOf(facts: readonly CurrentFact[]): string[] {
  return [...new Set(facts.flatMap(({ traits }) => traits.aliases))].slice(0, MAX_ALIASES)
}

/** Spec 6.4: high raises the confidence, critical sets it to the highest. */
export function confidenceOf(confidence: number, importance: Importance): number {
  const bounded = Math.min(1, Math.max(0, confidence))
  if (importance === 'critical') return 1
  return importance === 'high' ? Math.round((bounded + (1 - bounded) / 2) * 1000) / 1000 : bounded
}

function highest(some: readonly Importance[]): Importance {
  return present(
    importances.options.findLast((each) => some.includes(each)),
    'importance',
  )
}

/** A repetition by a less trusted channel does not make a fact surer. */
export function reinforced(
  source: Source,
  candidate: CurrentFact,
  { known, ordinal }: { known: CurrentFact; ordinal: number },
): Extract<NewFactEvent, { type: 'FactReinforced' }> {
  return {
    ...meta(source, `reinforced ${ordinal}`),
    type: 'FactReinforced',
    open: {
      ...about(source, known),
      confidence: outranks(known.channel, candidate.channel)
        ? Math.min(known.confidence, candidate.confidence)
        : candidate.confidence,
    },
    sealed: null,
  }
}

export function superseded(
  source: Source,
  old: CurrentFact,
  { by, said }: { by: string; said: CurrentFact },
): NewFactEvent {
  return {
    ...meta(source, `superseded ${old.id}`),
    type: 'FactSuperseded',
    open: {
      ...about(source, old),
      supersededBy: by,
      validTo: endOf(old, said),
      keyGeneration: source.keyGeneration,
    },
    sealed: null,
  }
}

/** Null if the fact may never be pruned (spec 6.4). Nothing takes its place: the retraction is no fact. */
export function retracted(source: Source, old: CurrentFact): NewFactEvent | null {
  if (old.importance === 'critical') return null
  return {
    ...meta(source, `retracted ${old.id}`),
    type: 'FactPruned',
    open: {
      ...about(source, old),
      resourceId: old.resourceId,
      importance: old.importance,
      reason: 'ended',
      prunedAt: source.occurredAt,
    },
    sealed: null,
  }
}

/** `at`: since when it no longer holds by itself. */
export function merged(
  source: Source,
  old: CurrentFact,
  { into, at }: { into: string; at: string },
): NewFactEvent {
  return {
    ...meta(source, `merged ${old.id}`),
    type: 'FactMerged',
    open: {
      ...about(source, old),
      resourceId: old.resourceId,
      mergedInto: into,
      confidence: old.confidence,
      mergedAt: at,
    },
    sealed: null,
  }
}

export function contested(source: Source, claim: CurrentFact, other: CurrentFact): NewFactEvent {
  return {
    ...meta(source, `contested ${claim.id} ${other.id}`),
    type: 'FactContested',
    open: {
      ...about(source, claim),
      contests: other.id,
      keyGeneration: source.keyGeneration,
    },
    sealed: null,
  }
}

/** Facts that stay, but no longer as the state shows them. */
export function changedBy(event: NewFactEvent): string[] {
  if (event.type === 'FactReinforced' || event.type === 'FactContested') return [event.open.factId]
  return event.type === 'FactAsserted' && event.open.supersededBy ? [event.open.supersededBy] : []
}

/** What a client changed about a fact without replacing it. */
export function marked(
  source: Source,
  fact: CurrentFact,
  changes: { pinned?: boolean | undefined; importance?: Importance | undefined },
): NewFactEvent {
  return {
    ...meta(source, `marked ${fact.id}`),
    type: 'FactMarked',
    open: {
      ...about(source, fact),
      pinned: changes.pinned ?? null,
      importance: changes.importance ?? null,
      keyGeneration: source.keyGeneration,
    },
    sealed: null,
  }
}

/** A client closed the fact; nothing takes its place. */
export function closed(
  source: Source,
  fact: Pick<CurrentFact, 'id' | 'category'>,
  reason: 'resolved' | 'retracted',
): Extract<NewFactEvent, { type: 'FactClosed' }> {
  return {
    ...meta(source, `closed ${fact.id}`),
    type: 'FactClosed',
    open: {
      ...about(source, fact),
      reason,
      closedAt: source.occurredAt,
      keyGeneration: source.keyGeneration,
    },
    sealed: null,
  }
}

/** Every fact of the write has been decided. */
export function processed(source: Source, totals: Totals): NewFactEvent {
  return {
    ...meta(source, 'processed'),
    type: 'ResourceProcessed',
    open: {
      ...resourceOf(source),
      ...totals,
      categories: [...totals.categories],
      saidIn: [...totals.saidIn],
    },
    sealed: null,
  }
}

function resourceOf(source: Source) {
  return {
    source: source.position,
    resourceId: source.resourceId,
    keyGeneration: source.keyGeneration,
    contentType: source.contentType,
    threadId: source.threadId,
    receivedAt: source.receivedAt,
    contentBytes: source.contentBytes,
    engine: source.engine,
  }
}

/** The engine will not read this resource. */
export function reject(source: Source, reason: string): NewFactEvent {
  return {
    ...meta(source, 'rejected'),
    type: 'ExtractionRejected',
    open: { ...resourceOf(source), reason: reason.slice(0, 500) },
    sealed: null,
  }
}
