// Which current facts say the same, so that one of them is enough. Pure. The rules are those by which extraction would
// have called a fact repeated, had it seen both; mere similarity is not enough (why: ../README.md).
import type { Item, ItemDocument } from '../../infra/ports/memory-store.ts'
import { nameKey } from '../../infra/ports/rules/entity-name.ts'
import { channelOf } from '../../schemas/channels.ts'
import { IMPORTANCE_WEIGHTS } from '../../schemas/identifiers.ts'
import {
  foldedWords,
  isTimeless,
  scopeKeyOf,
  slotValueOf,
} from '../extract-facts/known/fingerprint.ts'
import { mayClose, outranks } from '../trust.ts'

/** Texts that differ in articles alone must also mean the same to the engine: the least cosine of their vectors. */
const NEAR_IDENTICAL = 0.97
const ARTICLES = new Set(['a', 'an', 'the'])

/** Facts that share a key may be duplicates; those that share none are not. Equal words, or an equal value. */
export function likenessKeys(item: Item): string[] {
  const words = bareWords(item.text)
  const slotValue = slotValueOf(item)
  return [
    ...(words === '' ? [] : [`${item.category}\nwords\n${words}${scopeKeyOf(item)}`]),
    ...(slotValue === null ? [] : [`${item.category}\nslot\n${slotValue}`]),
  ]
}

/** Among similar facts: those that can be closed, each with the one that stays for it. */
export function duplicatesAmong(
  alike: readonly ItemDocument[],
): { closed: ItemDocument; into: ItemDocument }[] {
  const [kept, ...others] = [...alike].sort(byWorth)
  return kept
    ? others.filter((other) => isCovered(other, kept)).map((closed) => ({ closed, into: kept }))
    : []
}

/** The more important first, then the more trusted, then the one known the longest. */
function byWorth({ item: a }: ItemDocument, { item: b }: ItemDocument): number {
  if (a.importance !== b.importance)
    return IMPORTANCE_WEIGHTS[b.importance] - IMPORTANCE_WEIGHTS[a.importance]
  const [said, other] = [channelOf(a), channelOf(b)]
  if (outranks(said, other) || outranks(other, said)) return outranks(said, other) ? -1 : 1
  const older = Date.parse(a.validFrom) - Date.parse(b.validFrom)
  return older || Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1)
}

/** True if nothing is lost with `other`: `kept` says the same, about the same, for as long. */
function isCovered(other: ItemDocument, kept: ItemDocument): boolean {
  const { item } = other
  if (item.importance === 'critical' || item.pinned) return false
  if (item.category !== kept.item.category || item.type !== kept.item.type) return false
  if (item.validTo !== kept.item.validTo) return false
  if (!mayClose({ by: channelOf(kept.item), of: channelOf(item) })) return false
  const known = new Set(kept.item.entities.map(({ name }) => nameKey(name)))
  if (!item.entities.every(({ name }) => known.has(nameKey(name)))) return false
  if (item.aliases?.some((alias) => !kept.item.aliases?.includes(alias))) return false
  return other.fingerprint === kept.fingerprint || sameInSlot(item, kept.item) || reads(other, kept)
}

function sameInSlot(a: Item, b: Item): boolean {
  const value = slotValueOf(a)
  return value !== null && value === slotValueOf(b)
}

/** The same words but for articles, whenever they are said, and vectors that agree. */
function reads(a: ItemDocument, b: ItemDocument): boolean {
  return (
    bareWords(a.item.text) === bareWords(b.item.text) &&
    isTimeless(a.item.text, a.fingerprint) &&
    isTimeless(b.item.text, b.fingerprint) &&
    sameAttribute(a.item, b.item) &&
    cosine(a.vector, b.vector) >= NEAR_IDENTICAL
  )
}

function sameAttribute(a: Item, b: Item): boolean {
  return a.subject === b.subject && a.attribute === b.attribute && a.value === b.value
}

function bareWords(text: string): string {
  return foldedWords(text)
    .split(' ')
    .filter((word) => !ARTICLES.has(word))
    .join(' ')
}

/** NaN, which passes no comparison, if either has no vector. */
function cosine(a: Int8Array, b: Int8Array): number {
  let [dot, squareA, squareB] = [0, 0, 0]
  for (const [place, x] of a.entries()) {
    const y = b[place] ?? 0
    dot += x * y
    squareA += x * x
    squareB += y * y
  }
  return dot / Math.sqrt(squareA * squareB)
}
