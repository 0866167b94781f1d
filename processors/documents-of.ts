// Looks up facts of a user by their ids.
import type { ItemDocument, MemoryStore } from '../infra/ports/memory-store.ts'
import { type Scope, scopeOf } from '../schemas/identifiers.ts'

/** Each is asked for once. */
export function documentsOf(
  memory: Pick<MemoryStore, 'itemDocuments'>,
  user: Scope,
  ids: Iterable<string>,
): Promise<ItemDocument[]> {
  return memory.itemDocuments([...new Set(ids)].map((id) => ({ ...scopeOf(user), id })))
}
