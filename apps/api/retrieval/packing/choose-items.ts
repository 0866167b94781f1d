// Chooses which ranked items an answer has room for, and joins items that were said near each other.
//
// Decision: greedy by score / tokens^exponent. As JSON, the frame around an item costs as much as forty words, so a
// passage near a chosen one, which shares that frame, is worth more than a lone one that scored a little higher, and a
// faint one by itself is not worth a frame. At exponent 1 short items crowd out good ones. (Measured: README.md.)
import type { FactType } from '../../../../schemas/facts.ts'
import { createMemory } from '../remembered.ts'
import { roughTokensOf } from './tokens.ts'

export type PackableItem = {
  /** What it was made of: the same object as long as nothing but the score differs. */
  of?: object
  id: string
  content: string
  category: string
  /** 0 to 1. */
  confidence: number
  /** 0 to 1; the list is ordered by it. */
  score: number
  /** ISO 8601. */
  createdAt: string
  threadId: string
  /** Its place among the items of its thread. */
  place: number
  /** Missing for a plain fact. */
  type?: FactType
  pinned?: true
}

/** One item of the answer: named after its best scored member; members are in spoken order. */
export type ChosenItem = { best: PackableItem; members: readonly PackableItem[] }

/** What items cost in an answer, in tokens. */
export type Prices = {
  /** The approximate cost of the frame around one item's content. */
  frame: number
  /** Of the content, when it is joined to another item. */
  joined(item: PackableItem): number
  /** Of an item by itself. */
  alone(item: PackableItem): number
  /** How much the length of an item weighs against its score: not at all at 0, in proportion at 1. */
  lengthExponent: number
  /** Where not everything has room: an item that scores less than this part of the best only joins others. */
  leastAlone: number
  /** The same where the query asks for one thing. */
  leastAloneOfOne: number
}

/** Prices that are counted once for what an item was made of. */
export function countedOnce(prices: Prices): Prices {
  return { ...prices, joined: onceFor(prices.joined), alone: onceFor(prices.alone) }
}

/** `make` must not depend on the score. */
export function onceFor<Made extends {}>(
  make: (item: PackableItem) => Made,
): (item: PackableItem) => Made {
  const memory = createMemory<Made>()
  return (item) => {
    const { of = item } = item
    const before = memory.get(of)
    if (before !== undefined) return before
    const made = make(item)
    memory.set(of, made)
    return made
  }
}

type Group = {
  best: PackableItem
  members: PackableItem[]
  contentTokens: number
  /** Those that may join it. */
  nearby: Candidate[]
}
type Candidate = {
  item: PackableItem
  rough: number
  /** What it is worth by itself, and joined to others. */
  worth: { alone: number; joined: number }
  /** Groups that it may join, the nearest first. */
  near: { group: Group; distance: number }[]
  /** What would be chosen with it: a group to join, or null for itself; and what that is worth. */
  group: Group | null
  value: number
  isLeft: boolean
  /** In tokens, once counted. */
  joined: number | null
  alone: number | null
}
type Chosen = { groups: Group[]; left: Candidate[]; byPlace: ByPlace; joinTokens: number }
/** By thread, then by place. */
type ByPlace = Map<string, Map<number, Candidate>>

/** The worth of what is not chosen. */
const NO_WORTH = Number.NEGATIVE_INFINITY
/** How many of the best items are considered. */
const MAX_CONSIDERED = 120
/** How many places away from a member an item may join. */
const JOIN_REACH = 10
/** After this many misses in a row, the room counts as full. */
const MAX_MISSES = 12
/** An item with more characters than this per token of room cannot fit, and is not counted. */
const MAX_CHARS_PER_TOKEN = 12
const LABEL = /^([^\n:]{1,60}): /

type Limits = { room: number; joinTokens: number; prices: Prices }
type Picked = { chosen: ChosenItem[]; tokens: number }

/**
 * The chosen items in order of choice, and the tokens that they take. If there is room for every item by itself, none
 * is joined.
 */
export function chooseItems(items: readonly PackableItem[], limits: Limits): Picked {
  const considered = items.slice(0, MAX_CONSIDERED)
  const { frame } = limits.prices
  const byThemselves = considered.reduce(
    (sum, { content }) => sum + roughTokensOf(content) + frame,
    0,
  )
  if (items.length <= MAX_CONSIDERED && byThemselves <= limits.room) {
    const prices = { ...limits.prices, leastAlone: 0 }
    const picked = chooseWithin(considered, { ...limits, prices, joinTokens: 0 })
    if (picked.chosen.length === items.length) return picked
  }
  return chooseWithin(considered, limits)
}

function chooseWithin(considered: readonly PackableItem[], limits: Limits): Picked {
  const chosen = nothingChosen(considered, limits)
  let { room } = limits
  // The best comes first, however long it is: if there is room for only one, it gets it.
  let first = chosen.left.find(({ item }) => item === considered[0])
  for (let misses = 0; misses < MAX_MISSES; ) {
    const candidate = first ?? bestOf(chosen.left)
    first = undefined
    if (!candidate) break
    const price = priceOf(candidate, limits.prices)
    if (price > room) {
      leave(candidate)
      misses++
      continue
    }
    misses = 0
    room -= price
    take(candidate, chosen)
  }
  for (const group of chosen.groups) group.members.sort((a, b) => a.place - b.place)
  return { chosen: chosen.groups, tokens: limits.room - room }
}

function nothingChosen(
  considered: readonly PackableItem[],
  { room, prices, joinTokens }: Limits,
): Chosen {
  const leastAlone = prices.leastAlone * (considered[0]?.score ?? 0)
  const candidates = considered
    .filter(({ content }) => content.length <= room * MAX_CHARS_PER_TOKEN)
    .map((item): Candidate => {
      const rough = roughTokensOf(item.content)
      const worthOf = (cost: number) => item.score / cost ** prices.lengthExponent
      const alone = item.score < leastAlone ? NO_WORTH : worthOf(rough + prices.frame)
      const worth = { alone, joined: worthOf(rough + 1) }
      const unpriced = { joined: null, alone: null }
      return { item, rough, worth, near: [], group: null, value: alone, isLeft: true, ...unpriced }
    })
  const byPlace: ByPlace = new Map()
  for (const candidate of candidates) {
    const { threadId, place } = candidate.item
    const places = byPlace.get(threadId) ?? new Map<number, Candidate>()
    byPlace.set(threadId, places.set(place, candidate))
  }
  return { groups: [], left: candidates, byPlace, joinTokens }
}

/** The first of those that are worth the most. */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined
  let most = NO_WORTH
  for (const candidate of candidates) {
    if (!(candidate.value > most)) continue
    best = candidate
    most = candidate.value
  }
  return best
}

function leave(candidate: Candidate): void {
  candidate.isLeft = false
  candidate.value = NO_WORTH
}

/** Again wherever a group near it has changed. */
function rate(candidate: Candidate, joinTokens: number): void {
  if (!candidate.isLeft) return
  const { near, rough, worth } = candidate
  candidate.group = null
  for (const { group } of near) {
    if (group.contentTokens + rough > joinTokens) continue
    candidate.group = group
    break
  }
  candidate.value = candidate.group ? worth.joined : worth.alone
}

function priceOf(candidate: Candidate, prices: Prices): number {
  if (candidate.group) {
    candidate.joined ??= prices.joined(candidate.item)
    return candidate.joined
  }
  candidate.alone ??= prices.alone(candidate.item)
  return candidate.alone
}

function take(candidate: Candidate, chosen: Chosen): void {
  const { item, rough, joined, group } = candidate
  leave(candidate)
  const into = group ?? { best: item, members: [], contentTokens: 0, nearby: [] }
  if (!group) chosen.groups.push(into)
  if (item.score > into.best.score) into.best = item
  into.members.push(item)
  into.contentTokens += joined ?? rough
  const places = chosen.byPlace.get(item.threadId)
  for (let distance = -JOIN_REACH; distance <= JOIN_REACH; distance++) {
    const other = distance === 0 ? undefined : places?.get(item.place + distance)
    if (other?.isLeft && sameDay(other.item, item)) bringNear(other, into, Math.abs(distance))
  }
  for (const other of into.nearby) rate(other, chosen.joinTokens)
}

/** A thread may last for years; something said on another day is an item with its own date. */
function sameDay(a: PackableItem, b: PackableItem): boolean {
  return a.createdAt === b.createdAt || a.createdAt.slice(0, 10) === b.createdAt.slice(0, 10)
}

/** Keeps the nearest first; of those equally near, the one that came near first. */
function bringNear(candidate: Candidate, group: Group, distance: number): void {
  const { near } = candidate
  let at = near.findIndex((each) => each.group === group)
  if (at < 0) {
    at = near.push({ group, distance }) - 1
    group.nearby.push(candidate)
  }
  const moved = near[at]
  if (!moved) return
  moved.distance = Math.min(moved.distance, distance)
  for (; at > 0 && (near[at - 1]?.distance ?? 0) > moved.distance; at--) {
    near[at] = near[at - 1] ?? moved
    near[at - 1] = moved
  }
}

function labelOf(line: string): string | null {
  return LABEL.exec(line)?.[1] ?? null
}

/** The members' contents, one line each; a speaker who continues is not named again. */
export function contentOf(chosen: ChosenItem): string {
  let content = ''
  let speaker: string | null = null
  let place = Number.NEGATIVE_INFINITY
  for (const { content: next, place: nextPlace } of chosen.members) {
    const label = labelOf(next)
    const isNext = nextPlace === place + 1
    const goesOn: boolean = content !== '' && isNext && label !== null && label === speaker
    if (goesOn) content += ` ${next.replace(LABEL, '')}`
    else content += content === '' ? next : `\n${next}`
    speaker = labelOf(next.slice(next.lastIndexOf('\n') + 1)) ?? (goesOn ? label : null)
    place = nextPlace
  }
  return content
}
