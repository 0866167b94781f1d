// The apps and the users of an app, in pages. Names come from the owners of resources; a user is shown only while a
// resource of theirs can be read, so that a fully forgotten user is not named.
import type { Client } from '@elastic/elasticsearch'
import { behindScopeNamesOf, scopeNamed, scopeNamesOf } from '../../../schemas/scope-name.ts'
import {
  type AppOverview,
  MAX_COUNTED_USERS,
  type MemoryStore,
  type Page,
  type Paged,
  type Resource,
  type UserOverview,
  type UsersQuery,
} from '../../ports/memory-store.ts'
import { countIn, decodeCursor, encodeCursor } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import { sortOf, sourceOf } from '../client/hits.ts'
import { refresh } from '../client/refresh.ts'
import type { Indices } from '../indices/indices.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import type { Projection } from '../projection/projection.ts'
import { ownedIn } from '../reading/identity.ts'
import type { Reader, Within } from '../reading/reading.ts'
import { ownersIn } from './list-users.ts'
import { isCurrent, standing } from './lookups.ts'
import { totalOf } from './search-text.ts'

type Overviews = Pick<MemoryStore, 'userOverviews' | 'appOverviews' | 'appOverview'>
type UserPage = Page & UsersQuery

/** In bytes: Lucene builds no automaton from more than a thousand. */
const LONGEST_WILDCARD = 500

const isResource: Query = { term: { kind: 'resource' } }

export function createOverviews({ client, indices, read }: Projection<MemoryTable>): Overviews {
  const records = () => shownRecords(client, indices)
  const users = async (page: UserPage) => usersOf({ client, index: await records(), read }, page)
  const appOverview = async (appId: string): Promise<AppOverview> => ({
    appId,
    userCount: (await users({ appId, limit: 1 })).total,
  })
  return {
    userOverviews: users,
    appOverview,
    appOverviews: async (page) => appsOf({ client, index: await records(), appOverview }, page),
  }
}

/** The index of resources, refreshed so that it shows all that has been written. */
async function shownRecords(
  client: Client,
  { names, ready }: Indices<MemoryTable>,
): Promise<string> {
  await ready()
  await refresh(client, [names.records])
  return names.records
}

async function usersOf(
  { client, index, read }: { client: Client; index: string; read: Reader<MemoryTable> },
  { appId, search = '', limit, cursor, currentAt }: UserPage,
): Promise<Paged<UserOverview>> {
  const after = cursor
    ? { owner: scopeNamesOf(appId) + String(decodeCursor(cursor, 'usersOfApp', 1)[0]) }
    : undefined
  const query = ofApp(appId, search)
  const exactUpTo = MAX_COUNTED_USERS
  const found = await ownersIn(client, { index, query, limit, after, exactUpTo })
  const scopes = found.owners.slice(0, limit).map(scopeNamed)
  const items = [isCurrent, ...standing({ currentAt })]
  const shown = await Promise.all(
    scopes.map(async (scope) =>
      holds(scope.userId, search)
        ? read(scope, (within) => overview(within, scope.userId, items))
        : null,
    ),
  )
  const data = shown.filter((each) => each !== null)
  const last = scopes.at(-1)
  return {
    data,
    total: Math.min(found.total, MAX_COUNTED_USERS) - (shown.length - data.length),
    nextCursor:
      found.owners.length > limit && last ? encodeCursor('usersOfApp', [last.userId]) : null,
  }
}

/** A search too long for a wildcard is applied to the results instead. */
function ofApp(appId: string, search: string): Query {
  const value = `${literal(scopeNamesOf(appId))}*${literal(search)}*`
  const isAsked = search !== '' && Buffer.byteLength(value) <= LONGEST_WILDCARD
  const asked: Query[] = isAsked ? [{ wildcard: { owner: { value, case_insensitive: true } } }] : []
  return { bool: { filter: [isResource, ownedIn(appId), ...asked] } }
}

/** Ignores the case of ASCII letters. */
function holds(userId: string, search: string): boolean {
  const folded = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return folded(userId).includes(folded(search))
}

function literal(text: string): string {
  return text.replace(/[\\*?]/g, '\\$&')
}

/** Null if the user may read no resource. */
async function overview(
  within: Within<MemoryTable>,
  userId: string,
  counted: Query[],
): Promise<UserOverview | null> {
  const [items, resources] = await Promise.all([
    within.search('items', { filter: counted, size: 0, track_total_hits: true }),
    within.search<{ doc: string }>('records', {
      filter: [isResource],
      sees: 'as shown',
      size: 1,
      sort: [{ receivedAt: 'desc' }],
      track_total_hits: true,
      _source: ['doc'],
    }),
  ])
  const [newest] = resources.hits.hits
  if (!newest) return null
  const { receivedAt }: Resource = JSON.parse(sourceOf(newest).doc)
  const counts = { itemCount: totalOf(items), resourceCount: totalOf(resources) }
  return { userId, ...counts, lastWriteAt: receivedAt }
}

/** Goes from app to app: each request finds the first owner after all owners of the app before. */
async function appsOf(
  {
    client,
    index,
    appOverview,
  }: { client: Client; index: string } & Pick<Overviews, 'appOverview'>,
  { limit, cursor }: Page,
): Promise<Paged<AppOverview>> {
  const [after, count] = cursor ? decodeCursor(cursor, 'apps', 2) : ['', 0]
  const before = countIn(count)
  const found: AppOverview[] = []
  for (let from = after ? behindScopeNamesOf(String(after)) : ''; found.length <= limit; ) {
    const owner = await firstOwner(client, index, from)
    if (owner === null) break
    const app = await appOverview(scopeNamed(owner).appId)
    if (app.userCount > 0) found.push(app)
    from = behindScopeNamesOf(app.appId)
  }
  return pageOf(found, limit, {
    list: 'apps',
    total: before + found.length,
    read: (app) => app,
    after: ({ appId }) => [appId, before + limit],
  })
}

async function firstOwner(client: Client, index: string, from: string): Promise<string | null> {
  const answer = await client.search({
    index,
    size: 1,
    track_total_hits: false,
    allow_partial_search_results: false,
    query: { bool: { filter: [isResource, { range: { owner: { gte: from } } }] } },
    sort: [{ owner: 'asc' }],
    _source: false,
  })
  const [hit] = answer.hits.hits
  return hit ? String(sortOf(hit)[0]) : null
}
