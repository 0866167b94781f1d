// The threads that the client named for a user, in pages: an aggregation over items.
import type { estypes } from '@elastic/elasticsearch'
import { OWN_MARKS } from '../../../schemas/threads.ts'
import type { Page, Paged, ThreadOverview } from '../../ports/memory-store.ts'
import { decodeCursor } from '../../ports/rules/cursor.ts'
import { pageOf } from '../../ports/rules/page-of.ts'
import { present } from '../../runtime/certain.ts'
import {
  type Cardinality,
  type CompositePage,
  type TopHits,
  topInstant,
} from '../client/aggregations.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import type { Within } from '../reading/reading.ts'

/** Up to this many are counted exactly. */
const COUNTED_EXACTLY = 10_000

type After = { threadId: string } | undefined
type Threads = CompositePage<'threadId', { first: TopHits; last: TopHits; resources: Cardinality }>

/** Rejects an invalid cursor before any request. */
export function afterThread({ cursor }: Page): After {
  return cursor ? { threadId: String(decodeCursor(cursor, 'threads', 1)[0]) } : undefined
}

export async function listThreads(
  within: Within<MemoryTable>,
  limit: number,
  after: After,
): Promise<Paged<ThreadOverview>> {
  const sources = [{ threadId: { terms: { field: 'threadId' } } }]
  const answer = await within.search<unknown, { threads: Threads; total: Cardinality }>('items', {
    size: 0,
    filter: [isClients],
    aggs: {
      threads: {
        composite: { size: limit + 1, sources, ...(after ? { after } : {}) },
        aggs: {
          first: outermost('asc'),
          last: outermost('desc'),
          resources: { cardinality: { field: 'resourceId', precision_threshold: COUNTED_EXACTLY } },
        },
      },
      total: { cardinality: { field: 'threadId', precision_threshold: COUNTED_EXACTLY } },
    },
  })
  const { threads, total } = present(answer.aggregations, 'aggregations')
  return pageOf(threads.buckets, limit, {
    list: 'threads',
    total: total.value,
    read: overviewOf,
    after: ({ key }) => [String(key.threadId)],
  })
}

const isClients: Query = {
  bool: { must_not: OWN_MARKS.map((mark) => ({ prefix: { threadId: mark } })) },
}

/** Instants are text, so sorting them finds the first and the last. */
function outermost(order: 'asc' | 'desc'): estypes.AggregationsAggregationContainer {
  return { top_hits: { size: 1, sort: [{ createdAt: order }], _source: false } }
}

function overviewOf(bucket: Threads['buckets'][number]): ThreadOverview {
  const { key, doc_count, first, last, resources } = bucket
  return {
    threadId: String(key.threadId),
    firstAt: topInstant(first),
    lastAt: topInstant(last),
    itemCount: doc_count,
    resourceCount: resources.value,
  }
}
