// Decides what becomes of the facts that were read: asserted, known already, or superseding what they contradict.
// Pure: time, ids and state are arguments.
import type { ExtractedFact } from '../../infra/ports/language-model.ts'
import { derivedUuid, shortId } from '../../infra/runtime/ids.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import type { ContentType, Importance, Scope } from '../../schemas/identifiers.ts'
import {
  type CurrentFact,
  type CurrentFacts,
  createFactIndex,
  currentFact,
  type FactIndex,
} from './evolve.ts'
import { fingerprintOf, sameValue, slotOf } from './fingerprint.ts'

/** The write that the facts were read from. */
export type Source = Scope & {
  resourceId: string
  /** Its position in memory.writes.v1. */
  position: number
  keyGeneration: number
  /** When it was said or happened. */
  occurredAt: string
  receivedAt: string
  contentType: ContentType
  threadId: string | null
  contentBytes: number
  importance: Importance
  engine: string
}

export type ReadFact = ExtractedFact & { embedding: string }

export type Decision = {
  events: readonly NewFactEvent[]
  /** What the user's current facts are afterwards, as far as they were told. */
  facts: CurrentFacts
  /** Facts that stopped being current. */
  closed: readonly string[]
}

/**
 * Decides fact by fact, each seeing what the ones before it changed. `forgotten` are categories that were forgotten
 * after the write: facts in them are not asserted.
 */
export function decide(
  source: Source,
  read: readonly ReadFact[],
  known: CurrentFacts,
  forgotten: ReadonlySet<string>,
): Decision {
  const facts = createFactIndex(known)
  const events: NewFactEvent[] = []
  for (const [ordinal, fact] of read.entries()) {
    if (forgotten.has(fact.category)) continue
    const id = factIdOf(source.resourceId, ordinal)
    const candidate = candidateOf(source, fact, id)
    const decided = decideOne(source, fact, candidate, facts, ordinal)
    for (const event of decided) facts.evolve(event, candidate)
    events.push(...decided)
  }
  events.push(processed(source, read.length, events))
  const closed = events.flatMap((event) =>
    event.type === 'FactSuperseded' ? event.open.factId : [],
  )
  return { events, facts: facts.byId, closed }
}

/** The id of the fact at a place in a resource: the same however often the resource is read. */
export function factIdOf(resourceId: string, ordinal: number): string {
  return shortId(`${resourceId} ${ordinal}`)
}

export function candidateOf(source: Source, fact: ExtractedFact, id: string): CurrentFact {
  const fingerprint = fingerprintOf({ ...fact, contentType: source.contentType })
  return currentFact({ ...fact, id }, { fingerprint, slot: slotOf(fact) })
}

function decideOne(
  source: Source,
  fact: ReadFact,
  candidate: CurrentFact,
  facts: FactIndex,
  ordinal: number,
): NewFactEvent[] {
  const repeated = repeatedBy(fact, candidate, facts)
  if (repeated) return [reinforced(source, fact, repeated, ordinal)]
  const contradicted = contradictedBy(fact, candidate, facts)
  // A fact supersedes only what began before it; where something newer stands, the fact itself is out of date.
  const newer = contradicted
    .filter((other) => other.validFrom > candidate.validFrom)
    .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))[0]
  const older = contradicted.filter((other) => other.validFrom <= candidate.validFrom)
  return [
    asserted(source, fact, candidate, ordinal, newer),
    ...older.map((other) => superseded(source, other, candidate)),
  ]
}

function repeatedBy(
  fact: ReadFact,
  candidate: CurrentFact,
  facts: FactIndex,
): CurrentFact | undefined {
  const named = fact.duplicateOf === null ? undefined : facts.byId.get(fact.duplicateOf)
  const sameValued = facts
    .withSlot(candidate.slot)
    .find((other) => sameValue(other.value, candidate.value))
  return named ?? facts.withFingerprint(candidate.fingerprint) ?? sameValued
}

function contradictedBy(fact: ReadFact, candidate: CurrentFact, facts: FactIndex): CurrentFact[] {
  const named = fact.contradicts.flatMap((id) => facts.byId.get(id) ?? [])
  return [...new Set([...named, ...facts.withSlot(candidate.slot)])]
}

function meta(source: Source, name: string) {
  return {
    id: derivedUuid(source.resourceId, name),
    appId: source.appId,
    userId: source.userId,
    occurredAt: source.occurredAt,
  }
}

function asserted(
  source: Source,
  fact: ReadFact,
  candidate: CurrentFact,
  ordinal: number,
  newer: CurrentFact | undefined,
): NewFactEvent {
  return {
    ...meta(source, `asserted ${ordinal}`),
    type: 'FactAsserted',
    open: {
      factId: candidate.id,
      source: source.position,
      resourceId: source.resourceId,
      ordinal,
      span: fact.span,
      category: fact.category,
      confidence: confidenceOf(fact.confidence, source.importance),
      importance: source.importance,
      contentType: source.contentType,
      validFrom: fact.validFrom,
      validTo: newer?.validFrom ?? pastOnly(fact.validTo, source.occurredAt),
      supersededBy: newer?.id ?? null,
      engine: source.engine,
    },
    sealed: {
      text: fact.text,
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

/** An end that lies ahead has not come yet. */
function pastOnly(validTo: string | null, at: string): string | null {
  return validTo !== null && validTo <= at ? validTo : null
}

/** Spec 6.4: high raises the confidence, critical sets it to the highest. */
function confidenceOf(confidence: number, importance: Importance): number {
  const bounded = Math.min(1, Math.max(0, confidence))
  if (importance === 'critical') return 1
  return importance === 'high' ? Math.round((bounded + (1 - bounded) / 2) * 1000) / 1000 : bounded
}

function reinforced(
  source: Source,
  fact: ReadFact,
  known: CurrentFact,
  ordinal: number,
): NewFactEvent {
  return {
    ...meta(source, `reinforced ${ordinal}`),
    type: 'FactReinforced',
    open: {
      factId: known.id,
      source: source.position,
      resourceId: source.resourceId,
      category: known.category,
      confidence: confidenceOf(fact.confidence, source.importance),
    },
    sealed: null,
  }
}

function superseded(source: Source, old: CurrentFact, by: CurrentFact): NewFactEvent {
  return {
    ...meta(source, `superseded ${old.id}`),
    type: 'FactSuperseded',
    open: {
      factId: old.id,
      source: source.position,
      resourceId: source.resourceId,
      category: old.category,
      supersededBy: by.id,
      validTo: by.validFrom,
      keyGeneration: source.keyGeneration,
    },
    sealed: null,
  }
}

function processed(
  source: Source,
  extracted: number,
  events: readonly NewFactEvent[],
): NewFactEvent {
  const count = (type: NewFactEvent['type']) => events.filter((event) => event.type === type).length
  const categories = events.flatMap((event) =>
    'category' in event.open ? (event.open.category ?? []) : [],
  )
  return {
    ...meta(source, 'processed'),
    type: 'ResourceProcessed',
    open: {
      ...resourceOf(source),
      extracted,
      asserted: count('FactAsserted'),
      reinforced: count('FactReinforced'),
      superseded: count('FactSuperseded'),
      categories: [...new Set(categories)].sort(),
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
