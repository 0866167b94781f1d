// Exact-lookup keys of facts: when two facts say the same, and when they speak of the same thing; and the forms of a word
// that count as one where known facts are sought by their words. Pure.
import { createHash } from 'node:crypto'
import type { ResourceType } from '../../../schemas/identifiers.ts'

/** Words that mean another day when they are said on another day: such a fact is only repeated on its own day. */
const DEICTIC =
  /\b(today|tonight|yesterday|tomorrow|now|this (morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|fall|winter)|(last|next) (night|week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter)|since (the )?(spring|summer|autumn|fall|winter)(?! (of )?\d)|ago)\b/i

/** The time of facts that mean the same whenever they are said. */
const AT_ANY_TIME = ''

type Saying = { text: string; contentType: ResourceType; validFrom: string } & Scoped
/** A fact for some scopes says nothing about other scopes: the two neither repeat nor contradict each other. */
type Scoped = { scopes?: readonly string[] | undefined }

/**
 * Equal for facts that say the same words, with case and variant forms (NFKC) folded. An event is only the same if it
 * happened at the same time.
 */
export function fingerprintOf({ text, contentType, validFrom, scopes }: Saying): string {
  const day = DEICTIC.test(text) ? validFrom.slice(0, 10) : AT_ANY_TIME
  return keyOf(text, `${contentType === 'event' ? validFrom : day}${scopeKeyOf({ scopes })}`)
}

/** Empty for facts that are visible in every scope. */
export function scopeKeyOf({ scopes = [] }: Scoped): string {
  return scopes.length === 0 ? '' : `\n${JSON.stringify([...new Set(scopes)].sort())}`
}

function keyOf(text: string, when: string): string {
  return createHash('sha256')
    .update(`${wordsOrSigns(text)}\n${when}`)
    .digest('base64url')
    .slice(0, 22)
}

/** Equal for texts that say the same, whenever they are said: a text of signs alone (an emoji) is told by these. */
export function wordsOrSigns(text: string): string {
  return foldedWords(text) || text.trim()
}

/**
 * Letters and digits, with the signs that make another word of them: C# and C++, A+ and A-, -5, $ and €. A hyphen after
 * a word of one letter is a minus. A pictograph is a word, because it may be all that is told apart by: who loves 🍕
 * does not yet love 🍣.
 */
const WORDS =
  /[%\p{Sc}]|(?![©®])\p{Extended_Pictographic}|\p{RI}{2}|(?:(?<![\p{L}\p{N}\p{M}])-(?=\p{N}))?[\p{L}\p{N}\p{M}]+(?:(?:[+#]{1,2}|(?<=(?<![\p{L}\p{N}\p{M}])(?:\p{L}|ab))-)(?![\p{L}\p{N}\p{M}+#]))?/gu
/** They choose how a pictograph is drawn, and count as marks, of which words are made. */
const VARIATIONS = /\p{Variation_Selector}/gu

/** The words of a text, case and variant forms (NFKC) folded, one space between. */
export function foldedWords(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().replace(VARIATIONS, '')
  return folded.match(WORDS)?.join(' ') ?? ''
}

/** True if a fact's fingerprint contains no time: it says the same whenever it is said. */
export function isTimeless(text: string, fingerprint: string): boolean {
  return keyOf(text, AT_ANY_TIME) === fingerprint
}

/** Equal for facts about the same attribute of the same subject; null if the fact has no slot. */
export function slotOf(
  fact: { subject: string | null; attribute: string | null; exclusive: boolean } & Scoped,
): string | null {
  if (!fact.exclusive || !fact.subject || !fact.attribute) return null
  return `${fold(fact.subject)}\n${fold(fact.attribute)}${scopeKeyOf(fact)}`
}

/** Equal for facts that give the same attribute of the same subject the same value; null if the fact has no slot. */
export function slotValueOf(
  fact: {
    subject: string | null
    attribute: string | null
    value: string | null
    exclusive: boolean
  } & Scoped,
): string | null {
  const slot = slotOf(fact)
  return slot === null || fact.value === null ? null : `${slot}\n${fold(fact.value)}`
}

export function sameValue(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && fold(a) === fold(b)
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const LETTERS = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text without their endings, also without their signs: who says Disney may mean Disney+. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = foldedWords(text)
  return new Set([...words.split(' '), ...(words.match(LETTERS) ?? [])].map(withoutEnding))
}

/** `volunteering`, `volunteers` and `volunteer` are one word. A crude cut is enough: it cuts both sides alike. */
export function withoutEnding(word: string): string {
  const cut = word.length < 4 ? word : word.replace(/(?:ing|ed|es|s|e)$/, '')
  return cut.replace(/([bdfglmnprst])\1$/, '$1').replace(/(?:ie|y)$/, 'i')
}
