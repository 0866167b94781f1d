// Lists of the service as iterators: a page is fetched when it is needed, and not before.

export type Page<T> = { data: readonly T[]; nextCursor: string | null }

/** `ask` returns the page behind a cursor; undefined: the first one. */
export async function* iterate<T>(
  ask: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await ask(cursor)
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
