// Compares the facts in use of a user with those that another engine has read in the same texts. Pure.
import { type ItemDocument, isCurrent } from '../../infra/ports/memory-store.ts'
import { nth } from '../../infra/runtime/certain.ts'
import {
  isClosedForGood,
  isKept,
  type Known,
  overlaps,
  saysTheSame,
  standsAgainst,
} from './settled.ts'

/** How a fact ends: another takes its place, the words end it, or neither. */
type Ending =
  | { by: string; validTo: string; endedAt: null }
  | { by: null; validTo: null; endedAt: string | null }

export type Compared = {
  /** How many were read the same. */
  same: number
  /** By the id of a candidate's fact: the id of the fact in use that it stands for. */
  standsFor: ReadonlyMap<string, string>
  /** Of the candidate; left out because of what stands in use. */
  settled: readonly ItemDocument[]
  /** Of the candidate; in the order in which they were said. */
  came: readonly ItemDocument[]
  /** In use; an ending names a fact of the candidate. */
  went: readonly Gone[]
}
export type Gone = { document: ItemDocument; ending: Ending }

type Readings = {
  /** Facts in use: all of the user's, closed ones too. */
  inUse: readonly ItemDocument[]
  candidate: readonly ItemDocument[]
  /** False for a resource that the candidate could not read: facts that it said, first or again, stay. */
  wasRead(resourceId: string): boolean
  /** True for a candidate's fact that was read from words that may be forgotten. */
  isForgotten(read: ItemDocument): boolean
  upTo: number
}

const NOT_FOUND: Ending = { by: null, validTo: null, endedAt: null }

export function compare({ inUse, candidate, wasRead, isForgotten, upTo }: Readings): Compared {
  const byId = new Map<string | null, ItemDocument>(
    inUse.map((document) => [document.item.id, document]),
  )
  const known: Known = { upTo, of: (id) => byId.get(id) }
  const stands = matcher(inUse, candidate, known)
  const isAgainst = opposition(inUse, known)
  const settled: ItemDocument[] = []
  const hidden: ItemDocument[] = []
  const came: ItemDocument[] = []
  const went: Gone[] = []
  const ordered = candidate.toSorted(inOrder)
  const matches = ordered.map((fact) => ({ fact, open: stands.match(fact) }))
  for (const { fact } of matches) {
    if (stands.standsFor.has(fact.item.id)) continue
    if (isForgotten(fact)) hidden.push(fact)
    else if (isAgainst(fact)) settled.push(fact)
    else came.push(fact)
  }
  settled.push(...hidden)
  const isHidden = amongHidden(hidden)
  const leftOut = new Set<string | null>(settled.map(({ item }) => item.id))
  const upheld = new Set(matches.flatMap(({ fact }) => (isClosed(fact) ? [] : upheldBy(fact))))
  for (const { fact, open } of matches) {
    if (!open || isKept(open, known) || !isClosed(fact) || upheld.has(open.item.id)) continue
    went.push({ document: open, ending: endingOf(fact) })
  }
  const read = among(candidate)
  for (const document of inUse) {
    const { id, resourceId, reinforcedBy } = document.item
    if (!isCurrent(document.item) || stands.matched.has(id) || upheld.has(id)) continue
    const saidIn = [resourceId, ...reinforcedBy]
    if (isKept(document, known) || !saidIn.every((each) => wasRead(each))) continue
    if (isHidden(document)) continue
    const again = read(document).filter((each) => saysTheSame(each, document))
    if (again.some(({ item }) => standsForClosed(item.id))) continue
    went.push({ document, ending: NOT_FOUND })
  }
  const same = stands.standsFor.size - went.filter(({ ending }) => ending !== NOT_FOUND).length
  return { same, standsFor: stands.standsFor, settled, came, went }

  /**
   * What is left out closes nothing. Nor does what stands for a fact that is closed for good: in use it was gone when
   * the other was said.
   */
  function isClosed({ item }: ItemDocument): boolean {
    if (isCurrent(item) || leftOut.has(item.supersededBy)) return false
    const closer = stands.counterparts.get(item.supersededBy)
    return closer === undefined || !isClosedForGood(closer, known)
  }

  /** What the candidate's fact stands for may have been merged into another, which then stands for it too. */
  function upheldBy({ item }: ItemDocument): string[] {
    const ids: string[] = []
    let each = stands.counterparts.get(item.id)
    while (each?.item.merged) {
      each = byId.get(each.item.supersededBy)
      if (each) ids.push(each.item.id)
    }
    return ids
  }

  /** Said again after the first was closed: the candidate, which closed nothing, has only the first. */
  function standsForClosed(id: string): boolean {
    const counterpart = stands.counterparts.get(id)
    return counterpart !== undefined && !isCurrent(counterpart.item)
  }
}

/** Finds for each of the candidate's facts the one in use that it stands for. */
function matcher(inUse: readonly ItemDocument[], candidate: readonly ItemDocument[], known: Known) {
  const bySaying = Map.groupBy(inUse, sayingOf)
  const twins = twinsOf(bySaying, Map.groupBy(candidate, sayingOf))
  const standsFor = new Map<string, string>()
  /** By the id of a candidate's fact. */
  const counterparts = new Map<string | null, ItemDocument>()
  const matched = new Set<string>()
  /** Gives the fact in use that goes where the candidate's is closed; of twins both are closed, or neither is. */
  const match = (read: ItemDocument): ItemDocument | undefined => {
    const alike = bySaying.get(sayingOf(read)) ?? []
    const twin = twins.get(read.item.id)
    const isFree = ({ item }: ItemDocument) => isCurrent(item) && !matched.has(item.id)
    const open = twin ? undefined : alike.find(isFree)
    const stands = twin ?? open ?? alike.find((each) => staysClosed(each, read, known))
    if (stands) {
      matched.add(stands.item.id)
      counterparts.set(read.item.id, stands)
      standsFor.set(read.item.id, stands.item.id)
    }
    return open
  }
  return { match, matched, counterparts, standsFor }
}

/**
 * Where both have read something as often in one text ("I live in Madrid. I now live in Berlin. I live in Madrid.") and
 * closed the same ones: the first stands for the first, and so on. By the id of the candidate's.
 */
function twinsOf(
  inUse: ReadonlyMap<string, ItemDocument[]>,
  candidate: ReadonlyMap<string, ItemDocument[]>,
): Map<string, ItemDocument> {
  const twins = new Map<string, ItemDocument>()
  for (const [saying, read] of candidate) {
    const known = (inUse.get(saying) ?? []).filter((each) => !wasReprocessed(each)).sort(inOrder)
    if (read.length !== known.length) continue
    const pairs = read.toSorted(inOrder).map((each, at) => [each, nth(known, at)] as const)
    if (!pairs.every(([a, b]) => isCurrent(a.item) === isCurrent(b.item))) continue
    for (const [each, twin] of pairs) twins.set(each.item.id, twin)
  }
  return twins
}

function wasReprocessed({ item }: ItemDocument): boolean {
  return item.pruned?.reason === 'reprocessed'
}

/** A fact that an earlier reprocessing has closed never held, so it stands for none that did. */
function staysClosed(closed: ItemDocument, read: ItemDocument, known: Known): boolean {
  if (isCurrent(closed.item) || wasReprocessed(closed)) return false
  return !isCurrent(read.item) || isClosedForGood(closed, known)
}

/** Looks only at facts that could stand against: each look-up is one by words, by place, or by resource. */
function opposition(inUse: readonly ItemDocument[], known: Known) {
  const near = among(inUse)
  const byResource = Map.groupBy(inUse, ({ item }) => item.resourceId)
  return (read: ItemDocument): boolean =>
    [...near(read), ...(byResource.get(read.item.resourceId) ?? [])].some((other) =>
      standsAgainst(other, read, known),
    )
}

/** True for a fact whose words another engine has read together with forgotten ones, or after such that say the same. */
function amongHidden(hidden: readonly ItemDocument[]) {
  const near = among(hidden)
  const byResource = Map.groupBy(hidden, ({ item }) => item.resourceId)
  return (document: ItemDocument): boolean =>
    near(document).some((each) => saysTheSame(each, document)) ||
    (byResource.get(document.item.resourceId) ?? []).some(({ item }) =>
      overlaps(item, document.item),
    )
}

/** Finds facts with the same words or in the same place. */
function among(documents: readonly ItemDocument[]) {
  const byWords = Map.groupBy(documents, ({ fingerprint }) => fingerprint)
  const byPlace = Map.groupBy(documents, ({ slot }) => slot)
  return ({ fingerprint, slot }: ItemDocument): readonly ItemDocument[] => [
    ...(byWords.get(fingerprint) ?? []),
    ...(slot === null ? [] : (byPlace.get(slot) ?? [])),
  ]
}

/**
 * Equal for facts that are the same fact: read from the same resource, with the same words, about the same thing. How
 * sure an engine is, and how often a fact was said again, do not count.
 */
export function sayingOf({ item, fingerprint }: ItemDocument): string {
  const { resourceId, category, subject, attribute, value, exclusive, validFrom, entities } = item
  const named = entities.map(({ name, type }) => `${type} ${name}`).sort()
  const place = [subject, attribute, value, exclusive]
  return JSON.stringify([resourceId, fingerprint, category, ...place, validFrom, named])
}

/** The state as the candidate has it. */
function endingOf({ item }: ItemDocument): Ending {
  const { supersededBy, pruned, validTo, validFrom } = item
  if (supersededBy === null) return { by: null, validTo: null, endedAt: pruned?.at ?? null }
  return { by: supersededBy, validTo: validTo ?? validFrom, endedAt: null }
}

/** Pairs of a fact that went and one that came from the same words: they are read otherwise. */
export function changesAmong({
  came,
  went,
}: Pick<Compared, 'came' | 'went'>): { from: ItemDocument; to: ItemDocument }[] {
  const byResource = Map.groupBy(came, ({ item }) => item.resourceId)
  const taken = new Set<string>()
  return went.flatMap(({ document: from }) => {
    const near = byResource.get(from.item.resourceId) ?? []
    const to = near.find(({ item }) => !taken.has(item.id) && overlaps(item, from.item))
    if (!to) return []
    taken.add(to.item.id)
    return { from, to }
  })
}

function inOrder(a: ItemDocument, b: ItemDocument): number {
  return a.source - b.source || a.item.ordinal - b.item.ordinal
}
