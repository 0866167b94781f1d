// What extract-facts looks up about a user before it decides: the facts that the engine should see, and those that
// could be repeated or contradicted. The index answers, corrected by the decisions that it does not hold yet.
import type { KnownFact, LanguageModel, Sought } from '../../../infra/ports/language-model.ts'
import {
  type DecidingMemory,
  type ItemDocument,
  isCurrent,
} from '../../../infra/ports/memory-store.ts'
import { heldUntilMs } from '../../../infra/ports/rules/item-times.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { quantise } from '../../../infra/runtime/envelope/vectors.ts'
import type { Work } from '../../../infra/runtime/run/processor.ts'
import { documentsOf } from '../../documents-of.ts'
import { type CurrentFacts, currentFact } from '../evolve.ts'
import type { ReadFact, Source } from '../read-fact.ts'
import type { CurrentFact } from './current-fact.ts'
import { withoutEnding } from './fingerprint.ts'
import type { RecentFacts } from './recent-facts.ts'
import { byStart, hasEnded, inSaidOrder } from './said-order.ts'

/** The most known facts that one look-up examines. */
const MAX_FOUND = 20
/** The most look-ups of one passage: each is a search. */
const MAX_SEARCHES = 8

/** The most facts that held in one place before: those that were indexed last. */
const MAX_PAST = 200

type Known = { memory: DecidingMemory; language: LanguageModel; recent: RecentFacts }

/**
 * What the engine should know of the user, as many facts as it asks for: those that share words or meaning with the
 * passage, then the newest. What is not committed has no vector and is in no index: it is compared by its words.
 */
export async function relatedFacts(
  work: Known & { hand: Pick<Work, 'signal'> },
  source: Source,
  text: string,
): Promise<KnownFact[]> {
  const { language, memory, recent, hand } = work
  const { signal } = hand
  const limit = language.relatedFacts
  if (limit === 0) return []
  const vector = firstOf(await language.embed([text], signal))
  const { hits: byWords } = await memory.searchText(source, { terms: language.terms(text), limit })
  const byMeaning = await memory.searchVectors(source, { vector: quantise(vector), limit })
  const newest = await memory.listItems(source, { limit })
  const related = [...new Set(interleaved(byWords, byMeaning).map(({ id }) => id))]
  const ids = new Set([...related, ...newest.data.filter(isCurrent).map(({ id }) => id)])
  const documents = await documentsOf(memory, source, ids)
  const found = documents.map((each) => currentFact(each.item, each))
  const facts = among(recent.overlay(source, found), isSeenEverywhere)
  const uncommitted = [...facts.values()].filter(({ id }) => !ids.has(id)).reverse()
  const shared = uncommitted.filter(sharesTerms(language, text))
  const nearest = interleaved(inOrder(related, facts), shared)
  // Before the limit, so that facts for some scopes alone take no place of others.
  return [...new Set([...nearest, ...uncommitted, ...inOrder(ids, facts)])]
    .slice(0, limit)
    .map(({ id, text: known, category, validFrom }) => ({ id, text: known, category, validFrom }))
}

function sharesTerms(language: LanguageModel, text: string): (fact: CurrentFact) => boolean {
  const terms = new Set(language.terms(text))
  return (fact) => language.terms(fact.text).some((term) => terms.has(term))
}

/** A store may give documents in any order. */
function inOrder(ids: Iterable<string>, facts: CurrentFacts): CurrentFact[] {
  return [...ids].flatMap((id) => facts.get(id) ?? [])
}

function interleaved<T>(a: readonly T[], b: readonly T[]): T[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [a[i], b[i]])
    .flat()
    .filter((each) => each !== undefined)
}

/**
 * Facts that could be repeated or contradicted, as they were said: by exact keys, by the ids that the engine named, and
 * by the words that a fact says are over.
 */
export async function knownFacts(
  work: Known,
  source: Source,
  { read, candidates }: { read: readonly ReadFact[]; candidates: readonly CurrentFact[] },
): Promise<CurrentFacts> {
  const { memory, recent } = work
  const fingerprints = [...new Set(candidates.map((fact) => fact.fingerprint))]
  const slots = [...new Set(candidates.flatMap((fact) => fact.slot ?? []))]
  const replaced = new Set(read.flatMap(({ given }) => given?.supersedes ?? []))
  const named = new Set(read.flatMap((fact) => [fact.contradicts, fact.duplicateOf ?? []].flat()))
  for (const id of replaced) named.add(id)
  const matching = await memory.matching(source, { fingerprints, slots })
  for (const id of await soughtIds(work, source, read)) named.add(id)
  const byId = await documentsOf(memory, source, named)
  const indexed = [...matching, ...byId]
    .filter(({ item }) => isCurrent(item))
    .map((document) => currentFact(document.item, document))
  const known = among(
    recent.overlay(source, indexed),
    // A fact that a client names is closed even if it has ended by itself.
    ({ id, validTo }) => replaced.has(id) || !hasEnded(validTo, source.occurredAt),
  )
  const seen = read.some(({ given }) => given) ? known : among(known, isSeenEverywhere)
  return new Map(inSaidOrder(seen.values()).map((fact) => [fact.id, fact]))
}

/**
 * Facts that held in the place of a candidate and no longer stand. Asked for only where the candidate begins before one
 * that stands, or where none does.
 */
export async function pastFacts(
  { memory, recent }: Pick<Known, 'memory' | 'recent'>,
  source: Source,
  { candidates, known }: { candidates: readonly CurrentFact[]; known: CurrentFacts },
): Promise<CurrentFact[]> {
  const standing = Map.groupBy(known.values(), ({ slot }) => slot)
  const slots = candidates.flatMap((fact) => {
    const others = standing.get(fact.slot) ?? []
    const isAlone = others.length === 0
    return fact.slot !== null && (isAlone || others.some((other) => byStart(fact, other) < 0))
      ? [fact.slot]
      : []
  })
  if (slots.length === 0) return []
  const query = {
    fingerprints: [],
    slots: [...new Set(slots)],
    closed: true,
    most: MAX_PAST,
  } as const
  const found = (await memory.matching(source, query)).flatMap(pastFact)
  return inSaidOrder(recent.past(source, found)).filter(({ id }) => !known.has(id))
}

/** Until when it held, whatever ended it. */
function pastFact({ item, ...document }: ItemDocument): CurrentFact[] {
  const until = heldUntilMs(item)
  if (!Number.isFinite(until)) return []
  const validTo = new Date(until).toISOString()
  const endedItself = isCurrent(item) && item.followedBy === undefined
  return [{ ...currentFact(item, document), validTo, endedItself }]
}

/**
 * Facts that are read from words have no scope: they say nothing about facts that a client gave for some scopes alone.
 */
function isSeenEverywhere({ traits }: CurrentFact): boolean {
  return traits.scopes.length === 0
}

function among(facts: CurrentFacts, isWanted: (fact: CurrentFact) => boolean): CurrentFacts {
  return new Map([...facts].filter(([, fact]) => isWanted(fact)))
}

/** A correction is about what was said last, so the newest are looked at; anything else is found by its words. */
async function soughtIds(
  { memory, language }: Known,
  source: Source,
  read: readonly ReadFact[],
): Promise<string[]> {
  const seeks = read.flatMap((fact) => fact.seeks ?? [])
  const isCorrected = seeks.some(({ kind }) => kind === 'corrects')
  const newest = isCorrected ? (await memory.listItems(source, { limit: MAX_FOUND })).data : []
  const ids = newest.map(({ id }) => id)
  // What may tell of a change takes no search from what says that something is over.
  const [mayBe, sure] = [seeks.filter(isUpdate), seeks.filter((each) => !isUpdate(each))]
  for (const { words } of [...sure, ...mayBe].slice(0, MAX_SEARCHES)) {
    const forms = words.flat().flatMap((word) => [word, withoutEnding(word)])
    const terms = language.terms(forms.join(' '))
    if (terms.length === 0) continue
    const { hits } = await memory.searchText(source, { terms, limit: MAX_FOUND })
    ids.push(...hits.map(({ id }) => id))
  }
  return ids
}

function isUpdate({ kind }: Sought): boolean {
  return kind === 'updates'
}
