// Which items a request wants by what clients gave with them.
import type { isWanted } from '../../../infra/ports/traits.ts'
import type { RetrieveRequest } from '../../../schemas/api/retrieve.ts'

type Filter = Parameters<typeof isWanted>[1]

/** Null where every item is wanted. */
export function filterOf({ categories, types, scopes }: RetrieveRequest): Filter | null {
  return categories || types || scopes ? { categories, types, scopes } : null
}
