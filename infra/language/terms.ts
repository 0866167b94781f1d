// Turns text into search terms: lower-cased, accents folded, English words stemmed and without stop
// words, in order. Scripts that write no spaces (Chinese, Japanese, Thai, Khmer ...), and Korean,
// which glues particles to its words, become pairs of neighbouring characters: that needs no
// dictionary and gives the same terms on every machine. A pictograph is a term, so that a fact that is told by one is found
// by it.
import { getFrom } from '../runtime/certain.ts'
import { stem } from './stem.ts'

/** Words that say nothing about a text's subject. Months, numbers and negations of facts are kept. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are aren't as at be been before being both but by can
  can't cannot could couldn't did didn't do does doesn't doing don't done during each either for from
  further had hadn't has hasn't have haven't having he her here hers herself him himself his how i if
  in into is isn't it its itself just me might more most mustn't my myself no nor not of off on once
  only or other our ours ourselves out over own same shall she should shouldn't so some such than
  that the their theirs them themselves then there these they this those through to too under until
  up upon us very was wasn't we were weren't what when where which while who whom whose why will with
  won't would wouldn't you your yours yourself yourselves`.split(/\s+/),
)

const WORD =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}\p{M}]+|[.,](?=\p{N})(?<=\p{N}.)\p{N}+)*/gu
/** Pictographs, and the pairs of letters that are flags; © and ® are none. */
const PICTOGRAPH = /(?![©®])\p{Extended_Pictographic}|\p{RI}{2}/u
const WORD_OR_PICTOGRAPH = new RegExp(`${WORD.source}|${PICTOGRAPH.source}`, 'gu')
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Hang}]/u
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}+`, 'gu')
const HAN = /\p{sc=Han}/u
const LETTERS_WITHOUT_DECOMPOSITION: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
])

/** Stems already found. Only saves time: the same word always gets the same stem. */
const stems = new Map<string, string>()
const MAX_CACHED_STEMS = 50_000
const MAX_STEMMED_LENGTH = 40

/**
 * Lower-cases and folds: accents of Latin and Greek letters go, as do Arabic vowel signs and
 * full-width forms. Marks that make another letter (й, ガ, Indic vowels) stay.
 */
function fold(text: string): string {
  const lower = text.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins at zero.
  if (/^[\x00-\x7f]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/(?<=[\p{sc=Latn}\p{sc=Grek}])[\u0300-\u036f]+|[\u0640\u064b-\u0652]/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłıþ]/g, (letter) => getFrom(LETTERS_WITHOUT_DECOMPOSITION, letter))
    .replace(/\u2019/g, "'")
}

/** 'john's' is 'john', 'o'brien' is 'obrien', '1,000' is '1000'. */
function bare(word: string): string {
  if (/^\p{N}/u.test(word)) return word.replace(/,/g, '')
  return word.replace(/(?:'(?:s|m|d|ll|re|ve)|n't)$/, '').replace(/'/g, '')
}

function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const found = word.length > MAX_STEMMED_LENGTH ? word : stem(word)
  if (stems.size >= MAX_CACHED_STEMS) stems.clear()
  stems.set(word, found)
  return found
}

/** Pairs of neighbouring characters; a Han character is a word by itself as well. */
function characterPairs(run: string): string[] {
  const characters = [...run]
  const pairs: string[] = []
  for (const [n, character] of characters.entries()) {
    const next = characters[n + 1]
    if (characters.length === 1 || HAN.test(character)) pairs.push(character)
    if (next !== undefined) pairs.push(character + next)
  }
  return pairs
}

/** A word that holds characters of an unspaced script, cut where the script changes. */
function unspacedTerms(word: string): string[] {
  const found: string[] = []
  let end = 0
  for (const run of word.matchAll(UNSPACED_RUN)) {
    if (run.index > end) found.push(stemOf(word.slice(end, run.index)))
    found.push(...characterPairs(run[0]))
    end = run.index + run[0].length
  }
  if (end < word.length) found.push(stemOf(word.slice(end)))
  return found
}

/**
 * The search terms of a text, repeats included: words in order, then pictographs. A text of stop words only ('The Who')
 * keeps them all, so that it can still be found.
 */
export function terms(text: string): string[] {
  const found: string[] = []
  const stopped: string[] = []
  const pictographs: string[] = []
  for (const [word] of fold(text).matchAll(WORD_OR_PICTOGRAPH)) {
    if (PICTOGRAPH.test(word)) {
      pictographs.push(word)
      continue
    }
    if (UNSPACED.test(word)) {
      found.push(...unspacedTerms(word))
      continue
    }
    const plain = bare(word)
    const stop = STOP_WORDS.has(word) || STOP_WORDS.has(plain)
    if (stop) stopped.push(plain)
    else if (plain !== '') found.push(stemOf(plain))
  }
  return [...(found.length > 0 ? found : stopped), ...pictographs]
}
