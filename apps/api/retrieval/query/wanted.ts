// Which items a request wants, by what clients gave with them, and which no request wants.
import type { Item } from '../../../../infra/ports/memory-store.ts'
import type { isWanted } from '../../../../infra/ports/rules/traits.ts'
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
