// Lists of stores, page by page.

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
