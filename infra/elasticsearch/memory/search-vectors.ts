// Exact vector search: the index holds the vectors without a graph over them, so every vector that the filter lets
// through is compared. The filter selects one user, so these are a few thousand at most.
import type { Client } from '@elastic/elasticsearch'
import type { Hit } from '../../ports/memory-store.ts'
import { byScore } from '../../ports/rules/by-score.ts'
import { lastOf } from '../../runtime/certain.ts'
import { sortOf } from '../client/hits.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import type { Query } from '../projection/fences/fence-query.ts'
import { routingOf } from '../reading/identity.ts'
import type { Within } from '../reading/reading.ts'
import { bestFirst } from './search-text.ts'

/** The maximum that Elasticsearch allows. */
const MAX_HITS = 10_000
/** Requested beyond the limit, because Elasticsearch cuts equal scores by their place in the index, not by id. */
const SPARE = 50

type VectorQuery = { vector: Int8Array; limit: number }

export type VectorIndex = { client: Client; index: string; dimensions: number }

export function searchVectors(
  index: VectorIndex,
  within: Within<MemoryTable>,
  query: VectorQuery,
): Promise<Hit[]> {
  return search(index, query, (asked) => ({
    field: 'embedding',
    filter: [within.readable, { term: { vectorLength: asked.vectorLength } }],
    routing: routingOf(within.owner),
  }))
}

/**
 * Searches among the items that a filter lets through: vectors of current items, and of those that are no longer
 * current.
 */
export async function searchVectorsAmong(
  index: VectorIndex,
  within: Within<MemoryTable>,
  { query, filter }: { query: VectorQuery; filter: Query[] },
): Promise<Hit[]> {
  const lengths = { embedding: 'vectorLength', pastEmbedding: 'pastVectorLength' }
  const found = await Promise.all(
    Object.entries(lengths).map(([field, length]) =>
      search(index, query, ({ vectorLength }) => ({
        field,
        filter: [within.readable, { term: { [length]: vectorLength } }, ...filter],
        routing: routingOf(within.owner),
      })),
    ),
  )
  return found.flat().sort(byScore).slice(0, query.limit)
}

type Among = { field: string; filter: Query[]; routing: string }

async function search(
  { client, index, dimensions }: VectorIndex,
  { vector, limit }: VectorQuery,
  amongFor: (asked: VectorField) => Among,
): Promise<Hit[]> {
  const asked = vectorField(vector, dimensions)
  if (!asked || limit <= 0) return []
  const among = amongFor(asked)
  for (let size = Math.min(MAX_HITS, limit + SPARE); ; size = Math.min(MAX_HITS, size * 4)) {
    const hits = await nearest(among, asked, { client, index, size })
    const cut = hits.length === size && lastOf(hits).score === hits[limit - 1]?.score
    if (cut && size < MAX_HITS) continue
    return hits
      .filter(({ score }) => score > 0)
      .sort(byScore)
      .slice(0, limit)
  }
}

async function nearest(
  { field, filter, routing }: Among,
  { embedding }: VectorField,
  { client, index, size }: { client: Client; index: string; size: number },
): Promise<Hit[]> {
  const answer = await client.search({
    index,
    routing,
    allow_partial_search_results: false,
    size,
    knn: {
      field,
      query_vector: embedding as unknown as number[],
      k: size,
      num_candidates: size,
      filter,
    },
    sort: bestFirst,
    _source: false,
    stored_fields: '_none_',
    track_total_hits: false,
  })
  return answer.hits.hits.map((hit) => {
    const [score, id] = sortOf(hit)
    return { id: String(id), score: cosineOf(Number(score)) }
  })
}

/** Elasticsearch maps cosines to scores from 0 to 1. A cosine that is above zero only by rounding is zero. */
function cosineOf(score: number): number {
  const cosine = Math.min(1, 2 * score - 1)
  return cosine > 1e-6 ? cosine : 0
}

export type VectorField = { embedding: string; vectorLength: number }

/**
 * A vector as the index takes it: in hex, padded with zeros. Only vectors of equal length are compared with each other,
 * so that those of another model are not found by chance. Null: there is nothing to compare.
 */
export function vectorField(vector: Int8Array, dimensions: number): VectorField | null {
  if (vector.length > dimensions || vector.every((each) => each === 0)) return null
  const bytes = Buffer.alloc(dimensions)
  bytes.set(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))
  return { embedding: bytes.toString('hex'), vectorLength: vector.length }
}
