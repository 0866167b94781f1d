// Finds the fact that was said last among those of a kind, without reading the others.
import type { CurrentFact } from './current-fact.ts'

type LastFacts = {
  add(fact: CurrentFact): void
  /** Of those said at the same time, the one added last. */
  of(kind: string): CurrentFact | undefined
}

/**
 * @param isCurrent - false for a fact that was added and has ended since.
 * @param kindsOf - the kinds of a fact, always the same ones; read at the first question, because most writes ask none.
 */
export function createLastFacts(
  facts: ReadonlyMap<string, CurrentFact>,
  {
    isCurrent,
    kindsOf,
  }: {
    isCurrent: (fact: CurrentFact) => boolean
    kindsOf: (fact: CurrentFact) => Iterable<string>
  },
): LastFacts {
  let saidOf: Map<string, CurrentFact[]> | undefined
  const insert = (fact: CurrentFact, into: Map<string, CurrentFact[]>) => {
    for (const kind of kindsOf(fact)) {
      const said = into.get(kind) ?? []
      into.set(kind, said)
      // Facts come in order, but for what was known before a write that is backdated.
      const before = said.findLastIndex((each) => each.createdAt <= fact.createdAt)
      said.splice(before + 1, 0, fact)
    }
  }
  const read = () => {
    const all = new Map<string, CurrentFact[]>()
    for (const fact of facts.values()) insert(fact, all)
    return all
  }
  return {
    add: (fact) => {
      if (saidOf) insert(fact, saidOf)
    },
    of: (kind) => {
      saidOf ??= read()
      const said = saidOf.get(kind) ?? []
      for (let last = said.at(-1); last; last = said.at(-1)) {
        if (isCurrent(last)) return last
        said.pop()
      }
      return undefined
    },
  }
}
