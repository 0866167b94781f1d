// An item as it is ranked and as it is packed. Pure.
import { type Item, placeOf } from '../../../infra/ports/memory-store.ts'
import type { RankableItem } from './rank.ts'
import { remembered } from './remembered.ts'
import { shortInstant } from './short-instant.ts'

export type RankedItem = Item & RankableItem

export const rankable = remembered((item: Item): RankedItem => {
  const speaker = /^([^\n:]{1,60}): /.exec(item.text)?.[1] ?? null
  const entities = item.entities.map((entity) => entity.name) as unknown as RankedItem['entities']
  return { ...item, ...placeOf(item), at: item.createdAt, entities, speaker }
})

export function packable(item: RankedItem, score: number) {
  const { id, text, category, confidence, createdAt, threadId, place, type, pinned } = item
  return {
    of: item,
    id,
    content: text,
    category,
    confidence,
    score,
    threadId,
    place,
    createdAt: shortInstant(createdAt),
    ...(type ? { type } : {}),
    ...(pinned ? { pinned } : {}),
  }
}
