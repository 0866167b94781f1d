// Which facts are one to a client that takes one of them back: those that say the same and were merged into it, and what
// it corrects or files elsewhere.
import type { DecidingMemory, Item, ItemDocument } from '../../../infra/ports/memory-store.ts'
import { writeOfGiven } from '../../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { documentsOf } from '../../documents-of.ts'
import { currentFact } from '../evolve.ts'
import type { CurrentFact } from '../known/current-fact.ts'
import { sameValue, wordsOrSigns } from '../known/fingerprint.ts'
import type { RecentFacts } from '../known/recent-facts.ts'

/** How many facts that say the same are taken back with one. */
const MAX_MERGED = 200

/** What is stored of the user, and what is not committed yet. */
export type Known = {
  memory: Pick<DecidingMemory, 'itemDocuments' | 'matching'>
  recent: Pick<RecentFacts, 'past'>
  event: Scope
}

/** What was merged into a fact, also into those that it corrects: the client sees one fact. The nearest first. */
export async function mergedInto(known: Known, id: string): Promise<CurrentFact[]> {
  const found = new Map<string, CurrentFact>()
  const seen = new Set<string>()
  for (let into = [id]; into.length > 0 && found.size < MAX_MERGED; ) {
    for (const each of into) seen.add(each)
    const documents = await documentsOf(known.memory, known.event, into)
    const merged = await mergedIntoOneOf(known, documents, new Set(into))
    for (const each of merged) found.set(each.id, each)
    const next = [...merged, ...(await filedOtherwise(known, documents))]
    into = next.map((each) => each.id).filter((each) => !seen.has(each))
  }
  return [...found.values()]
}

async function mergedIntoOneOf(
  { memory, recent, event }: Known,
  into: readonly ItemDocument[],
  ids: ReadonlySet<string | undefined>,
): Promise<CurrentFact[]> {
  const closed = into.flatMap(({ item }) => item.supersedes)
  const older = await documentsOf(memory, event, closed)
  const committed = older
    .filter(({ item }) => item.merged && !item.pruned)
    .map((document) => ({ ...factOf(document), mergedInto: document.item.supersededBy ?? '' }))
  return recent.past(event, committed).filter(({ mergedInto: by }) => ids.has(by))
}

/** What was filed under another category, and stands under that one as the given facts: they do not name it. */
async function filedOtherwise(
  { memory, event }: Known,
  facts: readonly ItemDocument[],
): Promise<Item[]> {
  const given = facts.filter(({ item }) => writeOfGiven(item.id) !== null)
  const byId = new Map<string | null, Item>(given.map(({ item }) => [item.id, item]))
  const fingerprints = [...new Set(given.map(({ fingerprint }) => fingerprint))]
  const slots = [...new Set(given.flatMap(({ slot }) => slot ?? []))]
  const query = { fingerprints, slots, closed: true, most: MAX_MERGED } as const
  const alike = given.length > 0 ? await memory.matching(event, query) : []
  return alike
    .map(({ item }) => item)
    .filter((item) => {
      const by = byId.get(item.supersededBy)
      return by && !item.merged && isCorrectionOf(item, by) && !saysOther(by, item)
    })
}

/**
 * Of two facts that clients gave, the later one is a correction if both were said at the same time (those of earlier
 * versions: if both hold since the same time); otherwise it says something else.
 */
export function isCorrectionOf(item: Item, { createdAt, validFrom }: Item): boolean {
  return createdAt === item.createdAt || validFrom === item.validFrom
}

type Said = { text: string; value: string | null }

/** Compared as facts in the state are: A+ and A- are two values, and two emoji are two texts. */
export function saysOther(one: Said, other: Said): boolean {
  const isSameValue = one.value === other.value || sameValue(one.value, other.value)
  return wordsOrSigns(one.text) !== wordsOrSigns(other.text) || !isSameValue
}

export function factOf(document: ItemDocument): CurrentFact {
  return currentFact(document.item, document)
}
