// Lists, page by page.
import type { ObjectStore } from '../ports/object-store.ts'
import { lastOf } from './certain.ts'

type Ask<T> = (
  cursor: string | undefined,
) => Promise<{ data: readonly T[]; nextCursor: string | null }>

/** A page is fetched when it is needed, and not before. `ask` is given undefined for the first one. */
export async function* pagesOf<T>(ask: Ask<T>): AsyncGenerator<readonly T[], void, undefined> {
  let cursor: string | undefined
  do {
    const page = await ask(cursor)
    yield page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

export async function allOf<T>(ask: Ask<T>): Promise<T[]> {
  return (await Array.fromAsync(pagesOf(ask))).flat()
}

/** The keys of objects that begin with `prefix`, in order. No page is empty. */
export async function* keyPages(
  objects: Pick<ObjectStore, 'list'>,
  of: { prefix: string; limit: number },
): AsyncGenerator<string[], void, undefined> {
  let page = await objects.list(of)
  while (page.length > 0) {
    yield page
    page = await objects.list({ ...of, after: lastOf(page) })
  }
}

/** Of a list at hand, where a step takes so many at most. None is empty. */
export function piecesOf<T>(list: readonly T[], most: number): T[][] {
  const count = Math.ceil(list.length / most)
  return Array.from({ length: count }, (_, n) => list.slice(n * most, (n + 1) * most))
}
