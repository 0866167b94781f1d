// The documents of the memory store after an event. Pure. Documents carry a version that only grows, and the position
// of the write that they stem from, so that the store can obey fences in any order.
import {
  type Item,
  type ItemDocument,
  isCurrent,
  type MemoryDocument,
  type SummaryDocument,
} from '../../infra/ports/memory-store.ts'
import { endsLater, withChange } from '../../infra/ports/rules/item-times.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import type { DomainEvent, FactEvent, SummaryEvent } from '../../schemas/events/catalogue.ts'
import { fingerprintOf, slotOf } from '../extract-facts/known/fingerprint.ts'
import { askedWith, attributeAsked, relatedTo } from './asked-with.ts'
import { type Asserted, itemOf } from './asserted-item.ts'
import { processed, queued } from './resources.ts'
import { embedded, type Vectors, vectorOf } from './vectors.ts'

const MAX_REINFORCEMENTS = 50
/**
 * A fact names at most this many of the facts that it replaced, the latest: a write may hold thousands that are older
 * than it.
 */
const MAX_SUPERSEDED = 200
/** At most this many terms of a fact's own words are kept, the first ones: some characters stand for eighteen. */
const MAX_TERMS = 2_000

export function itemsTouchedBy(event: DomainEvent): string[] {
  switch (event.type) {
    case 'FactReinforced':
    case 'FactPruned':
    case 'FactContested':
    case 'FactMarked':
    case 'FactClosed':
      return [event.open.factId]
    case 'FactAsserted':
      return [event.open.factId, event.open.supersededBy ?? []].flat()
    case 'FactSuperseded':
      return [event.open.factId, event.open.supersededBy]
    case 'FactMerged':
      return [event.open.factId, event.open.mergedInto]
    case 'FactsEmbedded':
      return event.sealed?.vectors.map(({ factId }) => factId) ?? []
    default:
      return []
  }
}

/** By which words a text is searched, and by which vectors. */
export type Indexing = { terms: (text: string) => string[]; vectors: Vectors }

/** The documents that an event makes or changes. `stored` returns items as they are. */
export function evolve(
  delivered: Delivered,
  stored: (id: string) => ItemDocument | undefined,
  by: Indexing,
): MemoryDocument[] {
  const { recordedAt } = delivered.event
  return evolved(delivered, stored, by).map((document) => {
    const before = document.kind === 'item' ? stored(document.item.id) : undefined
    if (document.kind !== 'item' || !before) return document
    return { ...document, item: withChange(before.item, document.item, recordedAt) }
  })
}

function evolved(
  { event, position, keyGeneration }: Delivered,
  stored: (id: string) => ItemDocument | undefined,
  by: Indexing,
): MemoryDocument[] {
  switch (event.type) {
    case 'ContentStored':
      return [queued(event, position, event.open)]
    case 'ActivityRecorded':
      return [queued(event, position, { contentType: 'event', threadId: null })]
    case 'FactGiven':
      return [queued(event, position, { contentType: 'fact', threadId: event.open.threadId })]
    case 'FactRevised':
      return [queued(event, position, { contentType: 'fact', threadId: null })]
    case 'ResourceProcessed':
    case 'ExtractionRejected':
      return [processed(event)]
    case 'FactAsserted':
      return [
        ...asserted({ event, position, keyGeneration }, stored, by),
        ...supersededAtBirth(event, position, stored),
      ]
    case 'FactReinforced':
      return change(stored(event.open.factId), position, (item) => reinforce(item, event))
    case 'FactSuperseded':
      return [
        ...change(stored(event.open.factId), position, (item) => superseded(item, event)),
        ...linked(stored(event.open.supersededBy), position, event.open),
      ]
    case 'FactPruned':
      return pruned(event.open.prunedAt, event.open)
    case 'FactContested':
      return change(stored(event.open.factId), position, (item) => ({
        ...item,
        contests: withOne(item.contests ?? [], event.open.contests),
      }))
    case 'FactMarked':
      return change(stored(event.open.factId), position, (item) => marked(item, event))
    case 'FactClosed':
      return pruned(event.open.closedAt, event.open)
    case 'FactMerged':
      return merged(event, position, stored)
    case 'FactsEmbedded':
      return embedded({ event, position }, stored, by.vectors)
    case 'SummaryEvolved':
      return summary({ event, position, keyGeneration })
    default:
      return []
  }

  function pruned(at: string, { factId, reason }: Pruned & { factId: string }) {
    return change(stored(factId), position, (item) => ({ ...item, pruned: { at, reason } }))
  }
}

type Pruned = Pick<NonNullable<Item['pruned']>, 'reason'>

/** A backdated fact is superseded from the start: it appears in the newer one's history. */
function supersededAtBirth(
  { open, sealed }: Asserted,
  position: number,
  stored: (id: string) => ItemDocument | undefined,
): ItemDocument[] {
  if (!sealed || open.supersededBy === null || stored(open.factId)) return []
  return linked(stored(open.supersededBy), position, open)
}

/**
 * The newer fact names the one that it closed only if both are of one category: a forget of a category takes the events
 * of that category and no others, so those events must not have changed documents of another category.
 */
function linked(
  newer: ItemDocument | undefined,
  position: number,
  closed: { factId: string; category: string },
): ItemDocument[] {
  if (newer?.item.category !== closed.category) return []
  return change(newer, position, (item) => ({
    ...item,
    supersedes: withSuperseded(item, closed.factId),
  }))
}

/**
 * What ends at a later date is current until then. What had been merged, and ends earlier for another that is told
 * later, no longer says the same as what stands in its place.
 */
function superseded(
  { followedBy: _, merged: _merged, mergedAt: _mergedAt, ...item }: Item,
  { open, recordedAt }: Extract<FactEvent, { type: 'FactSuperseded' }>,
): Item {
  const { validTo, supersededBy: by } = open
  return isCurrent(item) && endsLater({ ...item, validTo }, recordedAt)
    ? { ...item, validTo, followedBy: by }
    : { ...item, validTo, supersededBy: by }
}

type Sealed<Event> = Pick<Delivered, 'position' | 'keyGeneration'> & { event: Event }

function asserted(
  { event, position, keyGeneration }: Sealed<Asserted>,
  stored: (id: string) => ItemDocument | undefined,
  { terms, vectors }: Indexing,
): ItemDocument[] {
  if (!event.sealed || stored(event.open.factId)) return []
  const item = itemOf(event, event.sealed)
  return [
    {
      kind: 'item',
      appId: event.appId,
      userId: event.userId,
      version: position,
      source: event.open.source,
      ...underGeneration(keyGeneration),
      item,
      terms: termsOf(item, terms),
      vector: vectorOf(event.sealed.embedding, vectors),
      fingerprint: fingerprintOf({ ...item, contentType: event.open.contentType }),
      slot: slotOf(item),
    },
  ]
}

/** Its words and aliases, the words that people ask for them with, when it was said, and what is related to its words. */
function termsOf(item: Item, terms: (text: string) => string[]): string[] {
  const { text, aliases = [], createdAt } = item
  const own = [text, ...aliases].flatMap(terms).slice(0, MAX_TERMS)
  const found = [
    ...own,
    ...askedWith(own, attributeAsked(item), terms),
    ...terms(dateInWords(createdAt)),
  ]
  return [...found, ...relatedTo(own, found, terms)]
}

/** Spec 6.4: a critical fact has the highest confidence. */
function marked(item: Item, { open }: Extract<FactEvent, { type: 'FactMarked' }>): Item {
  const { pinned, importance, confidence } = item
  const weighed = open.importance ?? importance
  const { pinned: _, ...unpinned } = item
  return {
    ...unpinned,
    importance: weighed,
    confidence: weighed === 'critical' ? 1 : confidence,
    ...((open.pinned ?? pinned) ? { pinned: true as const } : {}),
  }
}

function change(
  document: ItemDocument | undefined,
  position: number,
  to: (item: Item) => Item,
): ItemDocument[] {
  if (!document || document.version >= position) return []
  return [{ ...document, version: position, item: to(document.item) }]
}

function reinforce(item: Item, event: Extract<FactEvent, { type: 'FactReinforced' }>): Item {
  const reinforcedBy = withOne(item.reinforcedBy, event.open.resourceId).slice(-MAX_REINFORCEMENTS)
  return { ...item, reinforcedBy, confidence: Math.max(item.confidence, event.open.confidence) }
}

type Evolved = Extract<SummaryEvent, { type: 'SummaryEvolved' }>

/** The fact that stays takes over who said the other, and its history includes what the other had replaced. */
function merged(
  { open }: Extract<FactEvent, { type: 'FactMerged' }>,
  position: number,
  stored: (id: string) => ItemDocument | undefined,
): ItemDocument[] {
  const closed = stored(open.factId)
  const saidBy = [open.resourceId, ...(closed?.item.reinforcedBy ?? [])]
  return [
    ...change(closed, position, (item) => ({
      ...item,
      supersededBy: open.mergedInto,
      merged: true as const,
      mergedAt: open.mergedAt,
    })),
    ...change(stored(open.mergedInto), position, (item) => ({
      ...item,
      supersedes: withSuperseded(item, open.factId),
      reinforcedBy: saidBy.reduce(withOne, [...item.reinforcedBy]).slice(-MAX_REINFORCEMENTS),
      confidence: Math.max(item.confidence, open.confidence),
    })),
  ]
}

function withSuperseded({ supersedes }: Item, factId: string): string[] {
  return withOne(supersedes, factId).slice(-MAX_SUPERSEDED)
}

function withOne(list: readonly string[], one: string): string[] {
  return list.includes(one) ? [...list] : [...list, one]
}

function summary({ event, position, keyGeneration }: Sealed<Evolved>): SummaryDocument[] {
  if (!event.sealed) return []
  return [
    {
      kind: 'summary',
      appId: event.appId,
      userId: event.userId,
      version: position,
      source: event.open.source,
      ...underGeneration(keyGeneration),
      summary: {
        category: event.open.category,
        text: event.sealed.text,
        updatedAt: event.recordedAt,
      },
    },
  ]
}

/** What is derived from an event goes with the key that sealed the event. */
function underGeneration(keyGeneration: number | null): { keyGeneration?: number } {
  return keyGeneration === null ? {} : { keyGeneration }
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** Indexed with the fact, so that "in May 2023" finds what was said then. */
function dateInWords(at: string): string {
  return `${MONTHS[Number(at.slice(5, 7)) - 1]} ${at.slice(0, 4)} ${Number(at.slice(8, 10))}`
}
