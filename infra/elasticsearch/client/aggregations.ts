// The answers of aggregations as this folder asks for them: without names for buckets, which therefore come as a list.
import type { estypes } from '@elastic/elasticsearch'
import { firstOf } from '../../runtime/certain.ts'
import { sortOf } from './hits.ts'

export type Listed<Bucket> = { buckets: Bucket[] }

/** A page of a composite aggregation, and the key after which the next one begins. */
export type CompositePage<Key extends string, More = unknown> = Listed<
  { key: Record<Key, estypes.FieldValue>; doc_count: number } & More
> & { after_key?: Record<Key, estypes.FieldValue> }

export type Cardinality = { value: number }

export type TopHits = { hits: { hits: Pick<estypes.SearchHit, 'sort'>[] } }

export function topInstant({ hits }: TopHits): string {
  return String(sortOf(firstOf(hits.hits))[0])
}
