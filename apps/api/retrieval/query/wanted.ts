// Which items a request wants, by what clients gave with them, and which no request wants.
import type { Item } from '../../../../infra/ports/memory-store.ts'
import { isFollowed, isShown } from '../../../../infra/ports/rules/item-times.ts'
import type { Time } from '../../../../infra/ports/rules/time.ts'
import type { isWanted } from '../../../../infra/ports/rules/traits.ts'
import { hasEnded } from '../../../../processors/extract-facts/known/said-order.ts'
import type { RetrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { GIVEN_ENGINE } from '../../../../schemas/facts.ts'

type Filter = Parameters<typeof isWanted>[1]

/** Null if every item is wanted. */
export function filterOf({ categories, types, scopes }: RetrieveRequest): Filter | null {
  return categories || types || scopes ? { categories, types, scopes } : null
}

/**
 * False for a fact that a client gave with an end that is not after its beginning: a record of the client's own that
 * never holds. It is listed, and never retrieved.
 */
export function wasEver({
  engine,
  validFrom,
  validTo,
}: Pick<Item, 'engine' | 'validFrom' | 'validTo'>): boolean {
  if (engine !== GIVEN_ENGINE || validTo === null) return true
  return Date.parse(validFrom) < Date.parse(validTo)
}

/** True for a pinned item that answers show at that instant. */
export function isStanding(item: Item, at: string): boolean {
  return wasEver(item) && !hasEnded(item.validTo, at)
}

/** True for an item that answers of the request's time may show; of the present: of that instant (`at`). */
export function isShownIn(
  { item, isCurrent, wasEver }: { item: Item; isCurrent: boolean; wasEver: boolean },
  { asOf }: Time,
  at: string,
): boolean {
  const isShownNow = isCurrent && !isFollowed(item, at)
  return wasEver && (asOf === undefined ? isShownNow : isShown(item, { asOf }))
}
