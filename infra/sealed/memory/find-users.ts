// The users of an app if the store below knows pseudonyms only: in its order, which is stable and follows no user id;
// and those whose id contains a text, searched among a limited number per page.
import type {
  MemoryStore,
  Page,
  Paged,
  UserOverview,
  UsersQuery,
} from '../../ports/memory-store.ts'
import { countIn, decodeCursor, encodeCursor } from '../../ports/rules/cursor.ts'
import type { Owners } from '../../runtime/envelope/owners.ts'

type Asked = Page & UsersQuery
type Store = Pick<MemoryStore, 'userOverviews'>

const A_READ = 500
/** How many users a page of a search examines; the rest are on the pages that follow. */
const MOST_LOOKED_AT = 5_000

export async function findUsers(
  store: Store,
  owners: Owners,
  { search, ...page }: Asked,
): Promise<Paged<UserOverview>> {
  if (search) return searched(store, page, { owners, search })
  const { data, ...rest } = await store.userOverviews(page)
  return { ...rest, data: openAll(owners, page.appId, data).map(({ user }) => user) }
}

type Known = { user: UserOverview; pseudonym: string }

/** A cursor holds the store's own cursor, the user after whom to continue, and how many were found before. */
async function searched(
  store: Store,
  { limit, cursor, ...asked }: Omit<Asked, 'search'>,
  { owners, search }: { owners: Owners; search: string },
): Promise<Paged<UserOverview>> {
  const { appId } = asked
  const [from, behind, count] = cursor ? decodeCursor(cursor, 'usersFound', 3) : ['', '', 0]
  const before = countIn(count)
  const wanted = lower(search)
  const found: (Known & { at: string })[] = []
  let at = String(from)
  let looked = 0
  for (;;) {
    const read = await store.userOverviews({ ...asked, limit: A_READ, cursor: at || undefined })
    for (const known of openAll(owners, appId, read.data)) {
      const isNew = at !== from || known.pseudonym > String(behind)
      if (isNew && lower(known.user.userId).includes(wanted)) found.push({ ...known, at })
    }
    looked += read.data.length
    at = read.nextCursor ?? ''
    if (at === '' || looked >= MOST_LOOKED_AT) break
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const total = before + found.length
  const data = shown.map(({ user }) => user)
  if (found.length > limit && last) {
    const next = [last.at, last.pseudonym, before + shown.length]
    return { data, total, nextCursor: encodeCursor('usersFound', next) }
  }
  return { data, total, nextCursor: at === '' ? null : encodeCursor('usersFound', [at, '', total]) }
}

function openAll(owners: Owners, appId: string, data: readonly UserOverview[]): Known[] {
  return data.flatMap((overview) => {
    const scope = owners.open({ appId, userId: overview.userId })
    if (!scope) return []
    return [{ user: { ...overview, userId: scope.userId }, pseudonym: overview.userId }]
  })
}

/** Compares as stores do: ignores the case of ASCII letters. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
