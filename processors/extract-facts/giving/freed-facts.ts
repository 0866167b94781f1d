// What a fact kept from holding: what it has closed, which holds on once the fact turns out to be untrue, and what less
// trusted channels say against it, which stands alone once the fact is closed.
import { type Item, type ItemDocument, isCurrent } from '../../../infra/ports/memory-store.ts'
import { writeOfGiven } from '../../../infra/runtime/envelope/ids.ts'
import { documentsOf } from '../../documents-of.ts'
import type { CurrentFact } from '../known/current-fact.ts'
import { factOf, isCorrectionOf, type Known, saysOther } from './merged-facts.ts'

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
    closing = []
    for (const document of new Map(documents.map((each) => [each.item.id, each])).values()) {
      const { item } = document
      const by = byId.get(item.supersededBy)
      if (by === undefined || item.pruned) continue
      if (writeOfGiven(by.id) === null || !isCorrectionOf(item, by)) {
        if (saysOther(item, by)) found.push(asBefore(document))
      } else if (!ids.has(item.id)) {
        ids.add(item.id)
        closing.push(document)
      }
    }
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
