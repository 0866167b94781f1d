// Everyone who has current items, in pages: each owner of current items once. What a fence forbids may stay in the
// index for a moment, so a user may be listed whose items can no longer be read.
import type { Client } from '@elastic/elasticsearch'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeNamed } from '../../../schemas/scope-name.ts'
import type { Page, Paged } from '../../ports/memory-store.ts'
import { decodeCursor, encodeCursor } from '../../ports/rules/cursor.ts'
import { lastOf, present } from '../../runtime/certain.ts'
import type { Cardinality, CompositePage } from '../client/aggregations.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import { ownedIn } from '../reading/identity.ts'

/** Up to this many users are counted exactly; beyond, `total` is an estimate. */
const COUNTED_EXACTLY = 40_000

type Counted = { users: CompositePage<'owner'>; total: Cardinality }

export async function listUsers(
  client: Client,
  index: string,
  { limit, cursor, appId }: Page & { appId?: string | undefined },
): Promise<Paged<Scope>> {
  const after = cursor ? { owner: String(decodeCursor(cursor, 1)[0]) } : undefined
  const ofApp: Query[] = appId === undefined ? [] : [ownedIn(appId)]
  const answer = await client.search<unknown, Counted>({
    index,
    size: 0,
    track_total_hits: false,
    allow_partial_search_results: false,
    query: { bool: { filter: [{ term: { current: true } }, ...ofApp] } },
    aggs: {
      users: {
        composite: {
          size: limit + 1,
          sources: [{ owner: { terms: { field: 'owner' } } }],
          ...(after ? { after } : {}),
        },
      },
      total: { cardinality: { field: 'owner', precision_threshold: COUNTED_EXACTLY } },
    },
  })
  const { users, total } = present(answer.aggregations, 'aggregations')
  const owners = users.buckets.map(({ key }) => String(key.owner))
  const shown = owners.slice(0, limit)
  return {
    data: shown.map(scopeNamed),
    total: total.value,
    nextCursor: owners.length > limit ? encodeCursor([lastOf(shown)]) : null,
  }
}
