// What no other reading of a text may undo: what people have decided about a fact, what maintenance has closed, and
// what was said after the text was read. Pure.
import { type ItemDocument, isCurrent } from '../../infra/ports/memory-store.ts'
import { writeOfGiven } from '../../infra/runtime/envelope/ids.ts'
import { GIVEN_ENGINE } from '../../schemas/facts.ts'
import { sameValue } from '../extract-facts/known/fingerprint.ts'

/** What a comparison knows of the user's memory. */
export type Known = {
  /** The position up to which the other engine has read the user's writes. */
  upTo: number
  /** An item in use. */
  of(id: string): ItemDocument | undefined
}

/** True for a current fact that stays whatever an engine reads: it is not the engine's, or people have weighed it. */
export function isKept({ item, source }: ItemDocument, { upTo }: Pick<Known, 'upTo'>): boolean {
  return source > upTo || isPeoples(item)
}

function isPeoples(item: ItemDocument['item']): boolean {
  return item.engine === GIVEN_ENGINE || item.pinned === true || wasMarked(item)
}

/** Only clients change the importance of a fact, or its pin. */
function wasMarked({ changes = [] }: ItemDocument['item']): boolean {
  return changes.some(
    ({ before, without }) =>
      before.importance !== undefined || before.pinned !== undefined || without?.includes('pinned'),
  )
}

/** True for a fact that is not current for a reason that another reading of the text does not touch. */
export function isClosedForGood({ item }: ItemDocument, known: Known): boolean {
  const { pruned, merged, supersededBy, validTo } = item
  if (pruned) return isSettledBy(pruned.reason, validTo)
  if (supersededBy === null) return false
  return merged === true || isPeoplesId(supersededBy) || isSaidLater(known, supersededBy)
}

type Reason = NonNullable<ItemDocument['item']['pruned']>['reason']

/** A fact without an end of its own was ended by words, which another engine may read otherwise. */
function isSettledBy(reason: Reason, validTo: string | null): boolean {
  if (reason === 'ended') return validTo !== null
  return reason !== 'reprocessed'
}

function isPeoplesId(id: string): boolean {
  return writeOfGiven(id) !== null
}

/** Or it is gone: what closed the fact was forgotten, and no engine may say so again. */
function isSaidLater({ of, upTo }: Known, id: string): boolean {
  const by = of(id)
  return by === undefined || by.source > upTo
}

/** True where people have decided on this very fact, be it open or closed. */
function isDecidedByPeople({ item }: ItemDocument): boolean {
  const { pruned, supersededBy } = item
  const isTakenBack = pruned?.reason === 'resolved' || pruned?.reason === 'retracted'
  return isTakenBack || isPeoples(item) || (supersededBy !== null && isPeoplesId(supersededBy))
}

/** What a fact says, as far as others can stand against it. */
export type Saying = {
  fingerprint: string
  slot: string | null
  item: Pick<ItemDocument['item'], 'resourceId' | 'span' | 'value'>
}

/** Equal words, or an equal value in the same place. */
export function saysTheSame(a: Saying, b: Saying): boolean {
  const samePlace = a.slot !== null && a.slot === b.slot
  return a.fingerprint === b.fingerprint || (samePlace && sameValue(a.item.value, b.item.value))
}

/**
 * True where a fact in use stands against one that an engine reads: it says the same or speaks of the same place, and
 * stays; or people have decided on what it says, or on the words that both were read from.
 */
export function standsAgainst(document: ItemDocument, read: Saying, known: Known): boolean {
  if (isDecidedByPeople(document)) {
    if (overlaps(document.item, read.item) || saysTheSame(document, read)) return true
  }
  if (!isCurrent(document.item) || !isKept(document, known)) return false
  return (read.slot !== null && read.slot === document.slot) || saysTheSame(document, read)
}

/** True where both were read from some of the same words. */
export function overlaps(a: ReadFrom, b: ReadFrom): boolean {
  return a.resourceId === b.resourceId && a.span.start < b.span.end && b.span.start < a.span.end
}

type ReadFrom = Pick<ItemDocument['item'], 'resourceId' | 'span'>
