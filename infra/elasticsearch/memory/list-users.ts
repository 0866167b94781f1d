// Everyone who has current items, in pages: each owner of current items once. What a fence forbids may stay in the
// index for a moment, so a user may be listed whose items can no longer be read.
import type { Client } from '@elastic/elasticsearch'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeNamed } from '../../../schemas/scope-name.ts'
import type { Page, Paged } from '../../ports/memory-store.ts'
import { decodeCursor } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import { present } from '../../runtime/certain.ts'
import type { Cardinality, CompositePage } from '../client/aggregations.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import { ownedIn } from '../reading/identity.ts'

/** Up to this many users are counted exactly. */
const COUNTED_EXACTLY = 40_000

export async function listUsers(
  client: Client,
  index: string,
  { limit, cursor, appId }: Page & { appId?: string | undefined },
): Promise<Paged<Scope>> {
  const after = cursor ? { owner: String(decodeCursor(cursor, 'users', 1)[0]) } : undefined
  const ofApp: Query[] = appId === undefined ? [] : [ownedIn(appId)]
  const query = { bool: { filter: [{ term: { current: true } }, ...ofApp] } }
  const exactUpTo = COUNTED_EXACTLY
  const { owners, total } = await ownersIn(client, { index, query, limit, after, exactUpTo })
  return pageOf(owners, limit, {
    list: 'users',
    total,
    read: scopeNamed,
    after: (owner) => [owner],
  })
}

type OwnersAsked = {
  index: string
  query: Query
  limit: number
  after: { owner: string } | undefined
  /** Beyond this many, `total` is an estimate. */
  exactUpTo: number
}

/** One more owner than `limit`, if there is one. */
export async function ownersIn(
  client: Client,
  { index, query, limit, after, exactUpTo }: OwnersAsked,
): Promise<{ owners: string[]; total: number }> {
  const sources = [{ owner: { terms: { field: 'owner' } } }]
  const answer = await client.search<
    unknown,
    { users: CompositePage<'owner'>; total: Cardinality }
  >({
    index,
    size: 0,
    track_total_hits: false,
    allow_partial_search_results: false,
    query,
    aggs: {
      users: { composite: { size: limit + 1, sources, ...(after ? { after } : {}) } },
      total: { cardinality: { field: 'owner', precision_threshold: exactUpTo } },
    },
  })
  const { users, total } = present(answer.aggregations, 'aggregations')
  return { owners: users.buckets.map(({ key }) => String(key.owner)), total: total.value }
}
