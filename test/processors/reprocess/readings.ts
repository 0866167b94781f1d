// Facts as two engines have read them, and what comparing them gives.
import type { Item, ItemDocument } from '../../../infra/ports/memory-store.ts'
import { compare } from '../../../processors/reprocess/compare.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, USER } from '../given.ts'

export const UP_TO = 10

export type Said = Partial<Item> & { words?: string; slot?: string | null; source?: number }

/** All are read from one text; facts of the same words are the same fact. */
export function fact(id: string, { words = id, slot = null, source = 1, ...item }: Said = {}) {
  return itemDocument(USER, {
    id,
    fingerprint: words,
    slot,
    source,
    item: { resourceId: 'text', ...item },
  })
}

export function changes(
  inUse: ItemDocument[],
  candidate: ItemDocument[],
  wasRead: (id: string) => boolean = () => true,
) {
  const readings = { inUse, candidate, wasRead, isForgotten: () => false, upTo: UP_TO }
  const { came, went, same, settled } = compare(readings)
  return {
    came: came.map(({ item }) => item.id),
    went: went.map(({ document, ending }) => [document.item.id, ending.by ?? ending.endedAt]),
    same,
    settled: settled.map(({ item }) => item.id),
  }
}

export const NONE = { came: [], went: [], same: 0, settled: [] }
export const elsewhere = { start: 5, end: 9 }
export const pruned = (reason: NonNullable<Item['pruned']>['reason']) => ({
  pruned: { at: LATER, reason },
})
