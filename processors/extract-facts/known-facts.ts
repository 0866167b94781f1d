// What extract-facts looks up of a user before it decides: what the engine should see, and what could be repeated or
// contradicted. The index answers, put right by what it does not hold yet.
import type { KnownFact, LanguageModel } from '../../infra/ports/language-model.ts'
import { isCurrent, type MemoryStore } from '../../infra/ports/memory-store.ts'
import { quantise } from '../../infra/runtime/vectors.ts'
import type { ReadFact, Source } from './decide.ts'
import { type CurrentFact, type CurrentFacts, currentFact } from './evolve.ts'
import type { RecentFacts } from './recent-facts.ts'

type Known = { memory: MemoryStore; language: LanguageModel; recent: RecentFacts }

/** What the engine should know of the user: what shares words or meaning with the passage, then what is newest. */
export async function relatedFacts(
  work: Known,
  source: Source,
  text: string,
): Promise<KnownFact[]> {
  const { language, memory, recent } = work
  const limit = language.relatedFacts
  if (limit === 0) return []
  const [vector] = await language.embed([text])
  const byWords = await memory.searchText(source, { terms: language.terms(text), limit })
  const byMeaning = await memory.searchVectors(source, { vector: quantise(vector!), limit })
  const newest = await memory.listItems(source, { limit })
  const current = newest.data.filter(isCurrent)
  const ids = [...interleaved(byWords, byMeaning), ...current].map(({ id }) => id)
  const refs = [...new Set(ids)].slice(0, limit).map((id) => ({ ...scopeOf(source), id }))
  const indexed = (await memory.itemDocuments(refs)).map((each) => currentFact(each.item, each))
  return [...recent.overlay(source, indexed).values()]
    .slice(-2 * limit)
    .map(({ id, text: known, category, validFrom }) => ({ id, text: known, category, validFrom }))
}

function interleaved<T>(a: readonly T[], b: readonly T[]): T[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [a[i], b[i]])
    .flat()
    .filter((each) => each !== undefined)
}

/** What could be repeated or contradicted: by exact keys, and by the ids that the engine named. */
export async function knownFacts(
  { memory, recent }: Known,
  source: Source,
  read: readonly ReadFact[],
  candidates: readonly CurrentFact[],
): Promise<CurrentFacts> {
  const fingerprints = [...new Set(candidates.map((fact) => fact.fingerprint))]
  const slots = [...new Set(candidates.flatMap((fact) => fact.slot ?? []))]
  const named = new Set(read.flatMap((fact) => [fact.contradicts, fact.duplicateOf ?? []].flat()))
  const matching = await memory.matching(source, { fingerprints, slots })
  const byId = await memory.itemDocuments([...named].map((id) => ({ ...scopeOf(source), id })))
  const indexed = [...matching, ...byId]
    .filter(({ item }) => item.validTo === null && isCurrent(item))
    .map((document) => currentFact(document.item, document))
  return recent.overlay(source, indexed)
}

function scopeOf({ appId, userId }: Source) {
  return { appId, userId }
}
