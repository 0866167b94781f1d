// Finds facts by their terms (the words of their text, a shape of value), so that a fact that seeks others is not
// compared with all of them: one write may say thousands of facts, and each of them may seek some.
import { getOrMake } from '../../../../infra/runtime/certain.ts'
import type { CurrentFact } from '../current-fact.ts'

/** Of more facts with one term the last that were said are looked at: what one question costs has a bound. */
const MOST_OF_A_TERM = 200

/** Facts by one kind of term. */
type FactTerms = {
  add(fact: CurrentFact): void
  /** The facts that have at least one term of every group, in the order in which they were added; none without a group. */
  having(groups: readonly (readonly string[])[]): CurrentFact[]
  /** The fact with the term that was said last; of those said at the same time, the one added last. */
  last(term: string): CurrentFact | undefined
}

/** `place`: how many were added before. */
type Entry = { fact: CurrentFact; terms: ReadonlySet<string>; place: number }

/**
 * Reads the facts at the first question, because most writes ask none.
 * @param facts - those that are current at any time: what is no longer among them has ended.
 * @param termsOf - the terms of a fact, always the same ones.
 */
export function createFactTerms(
  facts: ReadonlyMap<string, CurrentFact>,
  termsOf: (fact: CurrentFact) => Iterable<string>,
): FactTerms {
  let saidWith: Map<string, Entry[]> | undefined
  let added = 0
  const insert = (fact: CurrentFact, into: Map<string, Entry[]>) => {
    const entry = { fact, terms: new Set(termsOf(fact)), place: added++ }
    for (const term of entry.terms) {
      const said = getOrMake(into, term, () => [])
      // Facts come in order, but for what was known before a write that is backdated.
      const before = said.findLastIndex((each) => each.fact.createdAt <= fact.createdAt)
      said.splice(before + 1, 0, entry)
    }
  }
  const read = () => {
    const all = new Map<string, Entry[]>()
    for (const fact of facts.values()) insert(fact, all)
    return all
  }
  const isCurrent = ({ fact }: Entry) => facts.get(fact.id) === fact
  const withTerm = (term: string): Entry[] => {
    saidWith ??= read()
    return saidWith.get(term) ?? []
  }
  /** The last of them is current. */
  const said = (term: string): readonly Entry[] => {
    const entries = withTerm(term)
    entries.length = entries.findLastIndex(isCurrent) + 1
    return entries
  }
  // What has ended takes no place of what is current; each is passed over once.
  const lastCurrent = (term: string): readonly Entry[] => {
    const entries = withTerm(term)
    const found: Entry[] = []
    while (found.length < MOST_OF_A_TERM) {
      const entry = entries.pop()
      if (!entry) break
      if (isCurrent(entry)) found.push(entry)
    }
    entries.push(...found.reverse())
    return found
  }
  const lastSaid = (group: readonly string[]) => new Set(group.flatMap(lastCurrent))
  return {
    add: (fact) => {
      if (saidWith) insert(fact, saidWith)
    },
    having: (groups) => {
      const countOf = (group: readonly string[]) =>
        group.reduce((sum, term) => sum + said(term).length, 0)
      const [rarest = [], ...others] = groups.toSorted((a, b) => countOf(a) - countOf(b))
      const isInAll = ({ terms }: Entry) =>
        others.every((group) => group.some((term) => terms.has(term)))
      return [...lastSaid(rarest)]
        .filter(isInAll)
        .sort((a, b) => a.place - b.place)
        .map(({ fact }) => fact)
    },
    last: (term) => said(term).at(-1)?.fact,
  }
}
