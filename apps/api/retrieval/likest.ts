// The items by how alike they are to a query in meaning. Pure.
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import type { Hit } from '../../../infra/ports/memory-store.ts'
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
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_LIKEST)
}
