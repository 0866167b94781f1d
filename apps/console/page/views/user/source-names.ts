// What tells the sources of a list apart: when each was said, and the first of its words that became a fact. Pure.
import { apart } from '../../pure/words.ts'
import type { Item, Resource } from '../../shapes.ts'

/** `words` null: no fact of it is known. */
export type SourceName = { when: string; words: string | null }

/** A source without a known fact is named by when it was received. */
export function namesOfSources(
  sources: readonly Pick<Resource, 'resourceId' | 'receivedAt'>[],
  facts: readonly Item[],
): ReadonlyMap<string, SourceName> {
  const first = firstFacts(facts)
  const told = sources.map(({ resourceId, receivedAt }) => {
    const fact = first.get(resourceId)
    return { resourceId, at: fact?.createdAt ?? receivedAt, words: fact?.content ?? null }
  })
  const instants = [...new Set(told.map(({ at }) => at))]
  const names = new Map(instants.map((at) => [at, apart(at, othersThan(at, instants))]))
  return new Map(
    told.map(({ resourceId, at, words }) => [resourceId, { when: names.get(at) ?? at, words }]),
  )
}

function othersThan(at: string, instants: readonly string[]): string[] {
  return instants.filter((other) => Date.parse(other) !== Date.parse(at))
}

/** Of each source the fact that stands first in its text. */
function firstFacts(facts: readonly Item[]): Map<string, Item> {
  const first = new Map<string, Item>()
  for (const item of facts) {
    const { resourceId, start } = item.provenance
    const known = first.get(resourceId)
    if (!known || start < known.provenance.start) first.set(resourceId, item)
  }
  return first
}
