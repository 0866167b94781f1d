// The users of memory stores, one by one.
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'

const PAGE = 500

/** Every user who has a current item in any of the stores, once. */
export async function* usersOf(
  ...stores: readonly Pick<MemoryStore, 'users'>[]
): AsyncIterable<Scope> {
  const seen = new Set<string>()
  for (const store of stores) {
    let cursor: string | undefined
    do {
      const page = await store.users({ limit: PAGE, cursor })
      for (const { appId, userId } of page.data) {
        const name = scopeName({ appId, userId })
        if (seen.has(name)) continue
        seen.add(name)
        yield { appId, userId }
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
}
