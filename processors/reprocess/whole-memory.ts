// Reads all facts of a user from a memory store, closed ones too, with what they are looked up by.
import type { ItemDocument, MemoryStore } from '../../infra/ports/memory-store.ts'
import { pagesOf } from '../../infra/runtime/pages.ts'
import type { Scope } from '../../schemas/identifiers.ts'

const PAGE = 500

export async function wholeMemory(
  memory: Pick<MemoryStore, 'listItems' | 'itemDocuments'>,
  { appId, userId }: Scope,
): Promise<ItemDocument[]> {
  const documents: ItemDocument[] = []
  const pages = pagesOf((cursor) => memory.listItems({ appId, userId }, { limit: PAGE, cursor }))
  for await (const page of pages) {
    const refs = page.map(({ id }) => ({ appId, userId, id }))
    documents.push(...(await memory.itemDocuments(refs)))
  }
  return documents
}
