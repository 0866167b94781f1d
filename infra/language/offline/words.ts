// Counts words in every script: scripts that put no spaces between words are counted by letters.

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
const LETTERS_PER_WORD = 3
/** A run of characters counts as at least one word per this many, so that a text without any space has words too. */
const MAX_CHARS_PER_WORD = 12

/** The approximate number of words of a text. */
export function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0
  const spaced = text.match(/\S+/gu)?.length ?? 0
  const counted = spaced + Math.ceil(unspaced / LETTERS_PER_WORD)
  return Math.max(counted, Math.floor(text.length / MAX_CHARS_PER_WORD))
}

const UNFOLDED = /\s\s|[^\S ]/u

/** Runs of white space become one space; nothing else changes. */
export function foldSpaces(text: string): string {
  return (UNFOLDED.test(text) ? text.replace(/\s+/gu, ' ') : text).trim()
}

/** Keeps the answer for the last text only, because several readers ask for the same sentence. */
export function rememberingLast<T>(read: (text: string) => T): (text: string) => T {
  let last: { text: string; answer: T } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, answer: read(text) }
    return last.answer
  }
}

/**
 * The English words of a sentence in lower case, by which rules are looked up; to rules without regard to case the long s
 * is an s.
 */
export const wordsOf = rememberingLast((sentence): ReadonlySet<string> => {
  const lower = sentence.toLowerCase().replaceAll('ſ', 's')
  return new Set(lower.match(/[a-z0-9]+/g))
})

/** True if one of the words, which are in lower case, is in the sentence. */
export function saysAny(sentence: string, words: ReadonlySet<string>): boolean {
  for (const word of wordsOf(sentence)) if (words.has(word)) return true
  return false
}

/** A stable key: lower case, single spaces, straight quotes, no punctuation at the ends. */
export function toKey(text: string): string {
  return foldSpaces(text.normalize('NFC').replace(/[’‘]/gu, "'").toLowerCase()).replace(
    /^[\s.,;:!?"'()[\]*_]+|[\s.,;:!?"()[\]*_]+$/gu,
    '',
  )
}
