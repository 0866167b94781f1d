// Finds facts by their terms (the words of their text, a shape of value), so that a fact that seeks others is not
// compared with all of them: one write may say thousands of facts, and each of them may seek some.
import type { CurrentFact } from './current-fact.ts'

/** Facts by one kind of term. */
type FactTerms = {
  add(fact: CurrentFact): void
  remove(fact: CurrentFact): void
  /** The facts that have at least one term of every group, in the order in which they were added. */
  having(groups: readonly (readonly string[])[]): CurrentFact[]
}

/**
 * Reads the facts at the first question, because most writes ask none.
 * @param facts - those known at any time, in order.
 * @param termsOf - the terms of a fact, always the same ones.
 */
export function createFactTerms(
  facts: ReadonlyMap<string, CurrentFact>,
  termsOf: (fact: CurrentFact) => Iterable<string>,
): FactTerms {
  let places: Map<string, number> | undefined
  let added = 0
  const byTerm = new Map<string, Set<CurrentFact>>()
  const insert = (fact: CurrentFact, into: Map<string, number>) => {
    into.set(fact.id, added++)
    for (const term of termsOf(fact)) {
      const having = byTerm.get(term) ?? new Set<CurrentFact>()
      byTerm.set(term, having.add(fact))
    }
  }
  const read = () => {
    const first = new Map<string, number>()
    for (const fact of facts.values()) insert(fact, first)
    return first
  }
  const havingAny = (group: readonly string[]) =>
    new Set(group.flatMap((term) => [...(byTerm.get(term) ?? [])]))
  return {
    add: (fact) => {
      if (places) insert(fact, places)
    },
    remove: (fact) => {
      places?.delete(fact.id)
      for (const term of places ? termsOf(fact) : []) byTerm.get(term)?.delete(fact)
    },
    having: (groups) => {
      places ??= read()
      const order = places
      const countOf = (group: readonly string[]) =>
        group.reduce((sum, term) => sum + (byTerm.get(term)?.size ?? 0), 0)
      const [rarest = [], ...others] = groups.toSorted((a, b) => countOf(a) - countOf(b))
      const isInAll = (fact: CurrentFact) =>
        others.every((group) => group.some((term) => byTerm.get(term)?.has(fact)))
      const placeOf = ({ id }: CurrentFact) => order.get(id) ?? 0
      return [...havingAny(rarest)].filter(isInAll).sort((a, b) => placeOf(a) - placeOf(b))
    },
  }
}
