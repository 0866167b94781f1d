// What has changed of a user's items since a process last looked, in one search: the documents with a higher sequence
// number, and the count and the sum of the sequence numbers of all that the user may read. A process that holds documents
// with that count and that sum holds what the index shows: it has missed nothing, and nothing was removed.
import { z } from 'zod'
import type { Fence } from '../../ports/projection.ts'
import { present } from '../../runtime/certain.ts'
import { idOf, sourceOf } from '../client/hits.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import type { StoredItem } from '../memory/memory-documents.ts'
import type { Within } from '../reading/reading.ts'

/** Tells a user's documents from what they were before. Each build has sequence numbers of its own. */
export type Mark = { index: string; count: number; sum: number }

export type ChangedItem = { key: string; sequence: number; stored: StoredItem }

export type Changes = {
  /** In the order of their sequence numbers; at most as many as were asked for. */
  changed: readonly ChangedItem[]
  mark: Mark
  /** Under which it was read. */
  fences: readonly Fence[]
}

const counted = z.object({
  all: z.object({ count: z.number(), sum: z.number() }),
  index: z.object({ buckets: z.array(z.object({ key: z.string() })) }),
})

/** `after`: the highest sequence number that is held. */
export async function changesSince(
  within: Within<MemoryTable>,
  { after, most }: { after: number; most: number },
): Promise<Changes> {
  const answer = await within.search<StoredItem>('items', {
    size: most,
    sort: [{ _seq_no: 'asc' }],
    seq_no_primary_term: true,
    post_filter: { range: { _seq_no: { gt: after } } },
    aggs: {
      all: { stats: { field: '_seq_no' } },
      index: { terms: { field: '_index', size: 1 } },
    },
  })
  const { all, index } = counted.parse(answer.aggregations)
  return {
    changed: answer.hits.hits.map((hit) => ({
      key: idOf(hit),
      sequence: present(hit._seq_no, '_seq_no'),
      stored: sourceOf(hit),
    })),
    mark: { index: index.buckets[0]?.key ?? '', count: all.count, sum: all.sum },
    fences: within.fences,
  }
}
