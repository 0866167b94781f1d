// What a fact kept from holding: what it has closed, which holds on once the fact turns out to be untrue, and what less
// trusted channels say against it, which stands alone once the fact is closed.
import {
  type Item,
  type ItemDocument,
  isCurrent,
  type MemoryStore,
} from '../../../infra/ports/memory-store.ts'
import { writeOfGiven } from '../../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { documentsOf } from '../../documents-of.ts'
import type { CurrentFact } from '../known/current-fact.ts'
import type { RecentFacts } from '../known/recent-facts.ts'
import { factOf, isCorrectionOf, saysOther } from './merged-facts.ts'

/** What is stored of the user, and what is not committed yet. */
type Known = {
  memory: Pick<MemoryStore, 'itemDocuments' | 'matching'>
  recent: Pick<RecentFacts, 'past'>
  event: Scope
}

/** At most so many facts are told again with one that is closed. */
const MOST = 50
/** How many corrections of corrections are followed. */
const MAX_CORRECTIONS = 20

/**
 * The facts that it has closed, or what it corrects has, because they say something else, each as it was before. None
 * that has been settled or taken back since; what was merged into it has been, with it.
 */
export async function closedBy(
  { memory, recent, event }: Known,
  fact: CurrentFact,
): Promise<CurrentFact[]> {
  const { id, slot } = fact
  const ids = new Set([id])
  const found: CurrentFact[] = []
  let closing = await documentsOf(memory, event, [id])
  for (let n = 0; closing.length > 0 && n < MAX_CORRECTIONS && found.length < MOST; n++) {
    const byId = new Map<string | null, Item>(closing.map(({ item }) => [item.id, item]))
    const named = closing.flatMap(({ item }) => item.supersedes)
    const slots = slot === null ? [] : [slot]
    const alike = await memory.matching(event, {
      fingerprints: [],
      slots,
      closed: true,
      most: MOST,
    })
    const documents = [...(await documentsOf(memory, event, named)), ...alike]
    const closed = [...new Map(documents.map((each) => [each.item.id, each])).values()].filter(
      ({ item }) => byId.has(item.supersededBy) && !item.pruned,
    )
    const isCorrected = ({ item }: ItemDocument) => {
      const by = byId.get(item.supersededBy)
      return by !== undefined && writeOfGiven(by.id) !== null && isCorrectionOf(item, by)
    }
    const isOther = ({ item }: ItemDocument) => {
      const by = byId.get(item.supersededBy)
      return by !== undefined && saysOther(item, by)
    }
    found.push(...closed.filter((each) => !isCorrected(each) && isOther(each)).map(asBefore))
    closing = closed.filter((each) => isCorrected(each) && !ids.has(each.item.id))
    for (const { item } of closing) ids.add(item.id)
  }
  return recent
    .past(event, found)
    .filter((each) => each.followed && ids.has(each.followed.by) && !isCorrectedBy(fact, each))
    .slice(0, MOST)
}

/** What is not committed yet names no item; a correction counts as said when what it corrects was. */
function isCorrectedBy({ id, createdAt }: CurrentFact, closed: CurrentFact): boolean {
  return closed.followed?.by === id && writeOfGiven(id) !== null && closed.createdAt === createdAt
}

/** Facts that contest this one and none that stands, the newest: nothing shows them, because it is trusted more. */
export async function contesting(
  { memory, event }: Omit<Known, 'recent'>,
  { id, slot }: CurrentFact,
): Promise<CurrentFact[]> {
  if (slot === null) return []
  const inPlace = await memory.matching(event, { fingerprints: [], slots: [slot] })
  const claims = inPlace.filter(({ item }) => item.contests?.includes(id))
  const others = claims.flatMap(({ item }) => item.contests ?? []).filter((each) => each !== id)
  const standing = (await documentsOf(memory, event, others)).filter(({ item }) => isCurrent(item))
  const stands = new Set(standing.map(({ item }) => item.id))
  return claims
    .filter(({ item }) => !item.contests?.some((each) => stands.has(each)))
    .sort((a, b) => (a.item.createdAt < b.item.createdAt ? 1 : -1))
    .slice(0, MOST)
    .map((document) => ({
      ...factOf(document),
      followed: { by: id, ownEnd: document.item.validTo },
    }))
}

function asBefore(document: ItemDocument): CurrentFact {
  const { supersededBy } = document.item
  return {
    ...factOf(document),
    followed: { by: supersededBy ?? '', ownEnd: endBefore(document.item) },
  }
}

/** Of one that was closed when it was learnt, no end of its own is known. */
function endBefore({ changes = [], validTo }: Item): string | null {
  const closing = changes.find(({ before }) => before.supersededBy !== undefined)
  if (!closing) return null
  return closing.before.validTo === undefined ? validTo : closing.before.validTo
}
