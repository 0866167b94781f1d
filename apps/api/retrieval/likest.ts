// The items by how alike they are to a query in meaning. Pure.
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import type { Hit } from '../../../infra/ports/memory-store.ts'
import type { Demand } from '../../../infra/ports/rules/bm25.ts'
import { byScore } from '../../../infra/ports/rules/by-score.ts'
import { nth } from '../../../infra/runtime/certain.ts'

/** As many as a search for vectors finds. */
const MOST_LIKEST = 100

/** The likest first, each as alike as it is to the likest of the queries. */
export function likest(
  queries: readonly string[],
  items: readonly { id: string; text: string }[],
  { likeness }: Pick<QueryLanguage, 'likeness'>,
): Hit[] {
  const scores = queries.map((query) => likeness(query, items))
  return items
    .map(({ id }, n) => ({ id, score: Math.max(...scores.map((each) => nth(each, n))) }))
    .filter(({ score }) => score > 0)
    .sort(byScore)
    .slice(0, MOST_LIKEST)
}

const WORD = /[\p{L}\p{N}]+/gu

/** The share of the queries that no item says, and that the likest does not say in other words either: 0 to 1. */
export function unsaidOf(
  queries: readonly string[],
  {
    demand,
    likest,
    language,
  }: {
    demand: Demand
    likest: { text: string } | undefined
    language: Pick<QueryLanguage, 'nearness' | 'terms'>
  },
): number {
  const { missing, unknown } = demand
  if (missing.length === 0 || !likest) return unknown
  const words = queries
    .flatMap((query) => query.match(WORD) ?? [])
    .filter((word) => language.terms(word).some((term) => missing.includes(term)))
  return unknown * (1 - language.nearness(words.join(' '), likest))
}
