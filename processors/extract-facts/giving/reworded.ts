// What a fact says once its words are corrected. No engine reads the new words, so only what stands in the spot of the
// old value is taken for the new one ("I live in Porto" becomes "I live in Braga"); what cannot be told is dropped. Pure.
import { foldedWords } from '../known/fingerprint.ts'

type Said = { text: string; attribute: string | null; value: string | null }

/** Words that deny what a sentence would say without them. */
const DENIAL =
  /\b(?:no|not|never|neither|nor|none|without|former|formerly|ex)\b|n['’]t\b|\bcannot\b/i
/** "opinion of tea": the place is that of the tea alone. */
const OBJECT = /^(?<before>.+? (?:of|to|for) )(?<object>.+)$/
/** A name that takes the place of another may have so many words more. */
const MORE_WORDS = 3
const IS_NAME = /^\P{L}*\p{Lu}/u

/** True if the new words deny what the old ones affirmed. */
export function denies(text: string, former: string): boolean {
  return DENIAL.test(text) && !DENIAL.test(former)
}

/** True if the text holds these words side by side, whatever their case. */
export function says(text: string, words: string): boolean {
  return ` ${foldedWords(text)} `.includes(` ${foldedWords(words)} `)
}

/** The attribute and value that the new words tell; null for what they do not tell. */
export function reworded(former: Said, text: string): Pick<Said, 'attribute' | 'value'> {
  const attribute = attributeIn(former, text)
  const { value } = former
  // What is said of another thing is not known.
  if (attribute === null || value === null) return { attribute, value: null }
  // "likes" is in no word of "I like tea", and what stands before the tea is as it was.
  const isImplied = attribute !== former.attribute && !says(former.text, value)
  if (isImplied && !denies(text, former.text)) return { attribute, value }
  return { attribute, value: valueIn(former.text, text, value) }
}

function attributeIn({ text: former, attribute }: Said, text: string): string | null {
  const { before, object } = OBJECT.exec(attribute ?? '')?.groups ?? {}
  if (!before || !object || !says(former, object) || says(text, object)) return attribute
  const other = inTheSpot(former, text, object)
  return other === null ? null : before + other.toLowerCase()
}

function valueIn(former: string, text: string, value: string): string | null {
  const other = inTheSpot(former, text, value)
  if (other !== null) return other
  return says(text, value) && !denies(text, former) ? value : null
}

/**
 * The words of a text that stand where others stood in the former one: behind the same beginning, and up to what came
 * next, or to the end of the phrase. Null if there are none, or more, unless they are a name.
 */
function inTheSpot(former: string, text: string, words: string): string | null {
  const now = wordsOf(text)
  const keys = wordsOf(former).map(foldedWords)
  const { length } = wordsOf(words)
  const sought = foldedWords(words)
  const at = keys.findIndex((_, n) => keys.slice(n, n + length).join(' ') === sought)
  const isSame = (word: string, n: number) => foldedWords(word) === keys[n]
  if (at < 0 || !now.slice(0, at).every(isSame) || now.length <= at) return null
  const next = keys[at + length]
  const rest = now.slice(at)
  const end =
    next === undefined ? phraseEnd(rest) : rest.findIndex((word) => foldedWords(word) === next)
  if (end < 1) return null
  const other = rest.slice(0, end)
  const isName = other.every((word) => IS_NAME.test(word))
  if (end > length + (isName ? MORE_WORDS : 0)) return null
  return bare(other.join(' ')) || null
}

/** How many words it is to the first that a punctuation mark follows, or to the end. */
function phraseEnd(words: readonly string[]): number {
  const last = words.findIndex((word) => /[.,;:!?]$/.test(word))
  return last < 0 ? words.length : last + 1
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

function bare(words: string): string {
  return words.replace(/^[^\p{L}\p{N}\p{Sc}+-]+|[^\p{L}\p{N}\p{Sc}%+#]+$/gu, '')
}
