// Decides what promoting a part does to a user's memory as it is now: since the comparison a client may have corrected,
// pinned or forgotten something. Pure: ids follow from the part, so that deciding again gives the same events.
import { type ItemDocument, isCurrent } from '../../infra/ports/memory-store.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import type { RereadPart } from '../../schemas/events/reread-part.ts'
import { eventFrom } from '../event-from.ts'
import { fingerprintOf, slotOf } from '../extract-facts/known/fingerprint.ts'
import { isKept, type Known, type Saying, standsAgainst } from './settled.ts'

export type Reread = Extract<WriteEvent, { type: 'FactsReread' }>
type Came = RereadPart['came'][number]
type Went = RereadPart['went'][number]

export type Now = Known & {
  /** The position of the part in memory.writes.v1. */
  position: number
  /** Facts, closed ones too, that say the same as one that comes, stand in its place, or were read from its resource. */
  near: readonly ItemDocument[]
  /** True for what was forgotten after it was said. */
  isForgotten(came: Came): boolean
  /** A category was forgotten since the other engine has read: of writes before this. 0: none was. */
  forgottenBefore: number
}

/** Who reads what comes is told by the fact itself; `validTo` and what ended it by what the other engine knows. */
export function decide(event: Reread, part: RereadPart, now: Now): NewFactEvent[] {
  const came = part.came.filter((each) => isWelcome(each, now))
  const coming = new Set(came.map(({ open }) => open.factId))
  const isMissing = (id: string) => !coming.has(id) && now.of(id) === undefined
  const refused = new Set(part.came.map(({ open }) => open.factId).filter(isMissing))
  const went = part.went.filter(({ by }) => by === null || !isMissing(by))
  const events = [
    ...came.flatMap((each) => assertions(event, openedWithout(refused, each), now)),
    ...went.flatMap((each) => closing(event, each, now)),
    ...(part.embedded ? embedded(event, part.embedded, now) : []),
  ]
  const { categories } = event.open
  return categories === null ? events : [...events, maintained(event, categories, now)]
}

/** What would have closed it may come in a later part, so only what this part refuses counts. */
function openedWithout(refused: ReadonlySet<string | null>, came: Came): Came {
  if (!refused.has(came.open.supersededBy)) return came
  return { ...came, open: { ...came.open, supersededBy: null, validTo: null } }
}

function isWelcome(came: Came, now: Now): boolean {
  const saying = sayingOf(came)
  if (now.of(came.open.factId) !== undefined || now.isForgotten(came)) return false
  return !now.near.some((other) => standsAgainst(other, saying, now))
}

export function sayingOf({ open, sealed }: Pick<Came, 'open' | 'sealed'>): Saying {
  const { contentType, validFrom, resourceId, span } = open
  return {
    fingerprint: fingerprintOf({ ...sealed, contentType, validFrom }),
    slot: slotOf(sealed),
    item: { resourceId, span, value: sealed.value },
  }
}

function assertions(event: Reread, { occurredAt, open, sealed, endedAt }: Came, now: Now) {
  const asserted: NewFactEvent = {
    ...eventFrom(event, `asserted ${open.factId}`),
    type: 'FactAsserted',
    occurredAt,
    open,
    sealed,
  }
  if (endedAt === null) return [asserted]
  const { factId, resourceId, category, importance } = open
  const ended = prunedAt(event, now, {
    item: { id: factId, resourceId, category, importance },
    at: endedAt,
  })
  return [asserted, ...ended]
}

/** A fact that has been closed since, or that people have decided on, is left as it is. */
function closing(event: Reread, { factId, by, validTo, endedAt }: Went, now: Now): NewFactEvent[] {
  const document = now.of(factId)
  if (!document || !isCurrent(document.item) || isKept(document, now)) return []
  if (endedAt !== null) return prunedAt(event, now, { item: document.item, at: endedAt })
  const { category } = document.item
  const { keyGeneration } = event.open
  const about = { factId, source: now.position, resourceId: event.id, category, keyGeneration }
  if (by !== null && validTo !== null) {
    const open = { ...about, supersededBy: by, validTo }
    return [
      { ...eventFrom(event, `superseded ${factId}`), type: 'FactSuperseded', open, sealed: null },
    ]
  }
  // What came from its words may be of the forgotten category, and then it does not come.
  if (document.source < now.forgottenBefore) return []
  const open = { ...about, reason: 'reprocessed' as const, closedAt: event.occurredAt }
  return [{ ...eventFrom(event, `closed ${factId}`), type: 'FactClosed', open, sealed: null }]
}

/** No critical fact is pruned (spec 6.4). */
function prunedAt(
  event: Reread,
  { position }: Now,
  {
    item,
    at,
  }: {
    item: Pick<ItemDocument['item'], 'id' | 'resourceId' | 'category' | 'importance'>
    at: string
  },
): NewFactEvent[] {
  const { id: factId, resourceId, category, importance } = item
  if (importance === 'critical') return []
  const about = { factId, source: position, resourceId, category, importance }
  const open = { ...about, reason: 'ended' as const, prunedAt: at }
  return [{ ...eventFrom(event, `pruned ${factId}`), type: 'FactPruned', open, sealed: null }]
}

/** Vectors of facts that are still there: by category, because a forget removes events by theirs. */
function embedded(
  event: Reread,
  { generation, vectors }: NonNullable<RereadPart['embedded']>,
  { of }: Now,
): NewFactEvent[] {
  const known = vectors.flatMap((vector) => {
    const document = of(vector.factId)
    return document ? [{ vector, document }] : []
  })
  const byCategory = Map.groupBy(known, ({ document }) => document.item.category)
  const { keyGeneration } = event.open
  return [...byCategory].map(([category, some]) => {
    const source = Math.max(...some.map(({ document }) => document.source))
    return {
      ...eventFrom(event, `embedded ${category}`),
      type: 'FactsEmbedded',
      open: { generation, source, category, keyGeneration },
      sealed: { vectors: some.map(({ vector }) => vector) },
    }
  })
}

function maintained(event: Reread, categories: readonly string[], { position }: Now): NewFactEvent {
  const { keyGeneration, closed } = event.open
  const asOf = event.occurredAt
  const counts = { pruned: closed, merged: 0, categories: [...categories] }
  return {
    ...eventFrom(event, 'maintained'),
    type: 'FactsMaintained',
    open: { source: position, keyGeneration, asOf, ...counts },
    sealed: null,
  }
}
