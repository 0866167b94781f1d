// Reads all facts of a user from a memory store, closed ones too, with what they are looked up by.
import type { ItemDocument, MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'

const PAGE = 500

export async function wholeMemory(
  memory: Pick<MemoryStore, 'listItems' | 'itemDocuments'>,
  { appId, userId }: Scope,
): Promise<ItemDocument[]> {
  const documents: ItemDocument[] = []
  let cursor: string | undefined
  do {
    const page = await memory.listItems({ appId, userId }, { limit: PAGE, cursor })
    const refs = page.data.map(({ id }) => ({ appId, userId, id }))
    documents.push(...(await memory.itemDocuments(refs)))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return documents
}
