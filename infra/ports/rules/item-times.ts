// What an item was at a time other than now, the same in every store. Pure.
import { type Change, type Item, isCurrent } from '../memory-store.ts'
import { millis, type Time } from './time.ts'

type Field = Exclude<keyof Item, 'changes'>
const LISTS = ['supersedes', 'reinforcedBy', 'contests'] as const
type List = (typeof LISTS)[number]

/** How many of an item's last changes are kept; older ones count as known from the beginning. */
const MAX_CHANGES = 100

/** `after`, with the change that undoes it to `before`. */
export function withChange(before: Item, after: Item, at: string): Item {
  const change = changeOf(before, after, at)
  if (!change) return after
  return { ...after, changes: [...(before.changes ?? []), change].slice(-MAX_CHANGES) }
}

function changeOf(before: Item, after: Item, at: string): Change | null {
  const changed = fieldsOf(before, after).filter((field) => !isSame(before[field], after[field]))
  if (changed.length === 0) return null
  const fields = changed.filter((field) => !isList(field))
  const without = fields.filter((field) => before[field] === undefined)
  const added = changed.filter(isList).map((list) => [list, addedTo(before[list], after[list])])
  return {
    at,
    before: Object.fromEntries(
      fields.filter((field) => !without.includes(field)).map((field) => [field, before[field]]),
    ),
    ...(without.length > 0 ? { without } : {}),
    ...(added.length > 0 ? { added: Object.fromEntries(added) } : {}),
  }
}

function fieldsOf(before: Item, after: Item): Field[] {
  const names = Object.keys({ ...before, ...after }) as (keyof Item)[]
  return names.filter((name): name is Field => name !== 'changes')
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function isList(field: Field): field is List {
  return LISTS.some((list) => list === field)
}

function addedTo(before: readonly string[] = [], after: readonly string[] = []): string[] {
  const known = new Set(before)
  return after.filter((each) => !known.has(each))
}

/** The item as it was known at an instant; null where nothing was known of it yet. */
export function asKnown(item: Item, knownAt: string | undefined): Item | null {
  if (knownAt === undefined) return item
  if (millis(learntAt(item)) > millis(knownAt)) return null
  const { changes = [] } = item
  const later = changes.filter(({ at }) => millis(at) > millis(knownAt))
  if (later.length === 0) return item
  const rest = changes.filter((change) => !later.includes(change))
  const { changes: _, ...then } = later.reduceRight(undo, item)
  return rest.length > 0 ? { ...then, changes: rest } : then
}

function undo(item: Item, { before, without = [], added = {} }: Change): Item {
  const then = { ...item, ...before }
  for (const field of without) delete then[field as 'pruned']
  for (const list of LISTS) {
    const dropped = new Set(added[list])
    if (dropped.size > 0) then[list] = (item[list] ?? []).filter((each) => !dropped.has(each))
  }
  // An item that contests nothing has no such list.
  if (then.contests?.length === 0) delete then.contests
  return then
}

/** An item that was indexed before recorded time was kept counts as learnt when it was said. */
export function learntAt({ recordedAt, createdAt }: Pick<Item, 'recordedAt' | 'createdAt'>) {
  return recordedAt ?? createdAt
}

/** True if what is learnt to end still holds for a while. What will have ended before it begins is over at once. */
export function endsLater(
  { validFrom, validTo }: { validFrom: string; validTo: string | null },
  learntAt: string,
): boolean {
  const learnt = { atMs: millis(learntAt), fromMs: millis(validFrom) }
  return validTo !== null && isEndAhead(millis(validTo), learnt)
}

/** The same in milliseconds; `fromMs` is null where a store does not keep when something begins. */
export function isEndAhead(
  endMs: number,
  { atMs, fromMs }: { atMs: number; fromMs: number | null },
): boolean {
  return endMs > Math.max(atMs, fromMs ?? atMs)
}

/** True if another item has taken its place by that instant, although nothing closed it then. */
export function isFollowed({ followedBy, validTo }: Item, at: string): boolean {
  return followedBy !== undefined && validTo !== null && millis(validTo) <= millis(at)
}

/** When the item would have ended if no other were to take its place; null: that is not known. */
export function ownEndOf({
  validTo,
  changes = [],
}: Pick<Item, 'validTo' | 'changes'>): string | null {
  const planned = changes.findIndex(({ without }) => without?.includes('followedBy'))
  if (planned < 0) return null
  const ending = changes.slice(planned).find(({ before }) => before.validTo !== undefined)
  return ending?.before.validTo === undefined ? validTo : ending.before.validTo
}

/**
 * When the service learnt that another item takes its place, now or later, or that it is over: each time, because an end
 * may be learnt again. What was known of it from the beginning was learnt with the item.
 */
export function endsLearntAt(item: Item): string[] {
  const learnt = (item.changes ?? []).filter((change) =>
    END_FIELDS.some((field) => concerns(change, field)),
  )
  const times = [...(hadSuccessor(item) ? [learntAt(item)] : []), ...learnt.map(({ at }) => at)]
  return [...new Set(times)]
}

/** True if another took its place, or was to, when it was learnt. */
function hadSuccessor(item: Item): boolean {
  const first = (field: 'followedBy' | 'supersededBy') => {
    const change = (item.changes ?? []).find((each) => concerns(each, field))
    return (change ? change.before : item)[field] ?? null
  }
  return first('followedBy') !== null || first('supersededBy') !== null
}

const END_FIELDS = ['followedBy', 'supersededBy', 'pruned', 'validTo', 'mergedAt'] as const

function concerns({ before, without = [] }: Change, field: (typeof END_FIELDS)[number]): boolean {
  return without.includes(field) || before[field] !== undefined
}

/** When the item came, each time that its end was learnt, and when another took its place as was known before. */
export function turnsOf(item: Item): string[] {
  const { followedBy, validTo } = item
  const isFollowed = isCurrent(item) && followedBy !== undefined && validTo !== null
  return [learntAt(item), ...endsLearntAt(item), ...(isFollowed ? [validTo] : [])]
}

/** When the service learnt that the item is no longer current; null where it is current, or never was. */
export function closedAt(item: Item): string | null {
  const closing = (item.changes ?? []).find(closes)
  return isCurrent(item) ? null : (closing?.at ?? null)
}

function closes({ before, without = [] }: Change): boolean {
  return before.supersededBy !== undefined || without.includes('pruned')
}

/** The end of what was never true: earlier than any instant at which a fact can hold. */
export const NEVER_HELD = '0000-01-01T00:00:00.000Z'

/** True where an item was closed because it was never true: its words were misread, or a client took it back. */
export function neverHeld(reason: NonNullable<Item['pruned']>['reason']): boolean {
  return reason === 'reprocessed' || reason === 'retracted'
}

/** Until when an item held, as it is known: in milliseconds, and for ever where no end is known. */
export function heldUntilMs({ validFrom, validTo, pruned, merged, mergedAt }: Item): number {
  if (pruned && neverHeld(pruned.reason)) return millis(validFrom)
  const ends = [validTo, pruned?.at, merged && (mergedAt ?? validFrom)]
  return Math.min(...ends.map((end) => (end ? millis(end) : Number.POSITIVE_INFINITY)))
}

/** True where a search at these times may find the item, which is given as it was known then. */
export function isShown(item: Item, { asOf, knownAt }: Time): boolean {
  if (asOf === undefined) {
    return isCurrent(item) && (knownAt === undefined || !isFollowed(item, knownAt))
  }
  return millis(item.validFrom) <= millis(asOf) && millis(asOf) < heldUntilMs(item)
}

/** True where a list at these times holds it: all that was known, or all that held. */
export function isListed(item: Item, time: Time): boolean {
  return time.asOf === undefined || isShown(item, time)
}
