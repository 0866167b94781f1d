// Fences as queries: what they forbid, and what a user may read. Every query of every store is built from `readable`,
// so no query can reach another user's documents or forgotten ones.
import type { estypes } from '@elastic/elasticsearch'
import type { Fence } from '../../../ports/projection.ts'

export type Query = estypes.QueryDslQueryContainer

/** Matches what one of these fences forbids, as `isFenced` does for a document in hand. */
export function forbiddenBy(fences: readonly Fence[]): Query[] {
  return fences.map(({ category, before, keyGeneration }) => ({
    bool: {
      filter: category === null ? [] : [{ term: { category } }],
      should: [
        { range: { source: { lt: before } } },
        { range: { keyGeneration: { lte: keyGeneration } } },
      ],
      minimum_should_match: 1,
    },
  }))
}

export function readable(owner: string, fences: readonly Fence[]): Query {
  const mine: Query = { term: { owner } }
  if (fences.length === 0) return mine
  return { bool: { filter: [mine], must_not: forbiddenBy(fences) } }
}
