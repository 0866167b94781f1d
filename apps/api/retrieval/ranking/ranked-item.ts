// An item as it is ranked and as it is packed. Pure.
import { type Item, isCurrent, placeOf } from '../../../../infra/ports/memory-store.ts'
import { KEPT, type Keeping } from '../../../../infra/ports/rules/kept.ts'
import { hasEnded } from '../../../../processors/extract-facts/known/said-order.ts'
import { type FactType, GIVEN_ENGINE } from '../../../../schemas/facts.ts'
import type { PackableItem } from '../packing/choose-items.ts'
import { shortInstant } from '../packing/short-instant.ts'
import { wasEver } from '../query/wanted.ts'
import { remembered, roomForMade } from '../remembered.ts'
import { keysOf } from './lifts.ts'
import type { RankableItem } from './rank.ts'

/**
 * Every item with the same fields in the same order: items as stores return them have some fields and others not, and
 * reading a field of many such kinds in turn costs ten times as much.
 */
export type RankedItem = RankableItem &
  Keeping & {
    item: Item
    isCurrent: boolean
    wasEver: boolean
    category: string
    createdAt: string
    type: FactType | undefined
    pinned: true | undefined
  }

export const rankable = remembered((item: Item): RankedItem => {
  const { threadId, place } = placeOf(item)
  const { subject } = item
  const entities = item.entities.map(({ name }) => name)
  const speaker = /^([^\n:]{1,60}): /.exec(item.text)?.[1] ?? null
  return {
    id: item.id,
    text: item.text,
    at: item.createdAt,
    saidAt: Date.parse(item.createdAt),
    threadId,
    place,
    importance: item.importance,
    confidence: item.confidence,
    contests: item.contests,
    entities,
    subject,
    speaker,
    keys: keysOf({ speaker, subject, entities }),
    isCurrent: isCurrent(item),
    wasEver: wasEver(item),
    category: item.category,
    createdAt: shortInstant(item.createdAt),
    type: item.type,
    pinned: item.pinned,
    item,
    [KEPT]: roomForMade(),
  }
})

/** Of an item whose pin does not count: it has ended, or another time is asked about. */
export const unpinned = remembered(
  (item: RankedItem): RankedItem => ({ ...item, pinned: undefined, [KEPT]: roomForMade() }),
)

/**
 * As an answer shows it at an instant: the text of a fact that a client gave for a time says when it holds, where that is
 * before or after. The words of any other fact say so themselves.
 */
export function shownAt(item: RankedItem, at: string): RankedItem {
  const { engine, text, validFrom, validTo } = item.item
  if (engine !== GIVEN_ENGINE || item.text !== text) return item
  if (hasEnded(validTo, at)) return formerly(item)
  return hasEnded(validFrom, at) ? item : planned(item)
}

const planned = remembered((item: RankedItem): RankedItem => {
  const text = `${item.text} (from ${item.item.validFrom.slice(0, 10)})`
  return { ...item, text, [KEPT]: roomForMade() }
})

/** Of an item that another has replaced, or that has ended: its text says until when it held. */
export const formerly = remembered((item: RankedItem): RankedItem => {
  const { validTo } = item.item
  const text = validTo === null ? item.text : `${item.text} (until ${validTo.slice(0, 10)})`
  return { ...item, text, [KEPT]: roomForMade() }
})

export function packable(item: RankedItem, score: number): PackableItem {
  const { id, text, category, confidence, createdAt, threadId, place, type, pinned } = item
  const content = text
  return {
    of: item,
    id,
    content,
    category,
    confidence,
    score,
    threadId,
    place,
    createdAt,
    type,
    pinned,
  }
}
