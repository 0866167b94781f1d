// Reads all facts of a user from a memory store, closed ones too, with what they are looked up by.
import type { ItemDocument, MemoryStore } from '../../infra/ports/memory-store.ts'
import { pagesOf } from '../../infra/runtime/pages.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { documentsOf } from '../documents-of.ts'

const PAGE = 500

export async function wholeMemory(
  memory: Pick<MemoryStore, 'listItems' | 'itemDocuments'>,
  scope: Scope,
): Promise<ItemDocument[]> {
  const documents: ItemDocument[] = []
  const pages = pagesOf((cursor) => memory.listItems(scope, { limit: PAGE, cursor }))
  for await (const page of pages) {
    const ids = page.map(({ id }) => id)
    documents.push(...(await documentsOf(memory, scope, ids)))
  }
  return documents
}
