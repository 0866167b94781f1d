// Reduces an English word to its stem, so that 'painted', 'painting' and 'paints' are one search term. It follows the
// English (Porter2) algorithm of the Snowball project, with its vowel, R1 and R2 rules, after a table of irregular
// forms ('went' is 'go'). Callers must not pass words of other scripts.
import { IRREGULAR_FORMS } from './irregular-forms.ts'

const VOWEL = 'aeiouy'
const DOUBLES = new Set(['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt'])
const INVARIANT = new Set([
  'news',
  'atlas',
  'bias',
  'cosmos',
  'andes',
  'inning',
  'outing',
  'earring',
])

/** Step 2: longest suffixes first; the suffix is replaced if it lies in R1. */
const STEP_2: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
]

const STEP_3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]

const STEP_4 =
  /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|(?<=[st])ion)$/

/** Where R1 starts: after the first consonant that follows a vowel. */
function regionAfter(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (!VOWEL.includes(word.charAt(i)) && VOWEL.includes(word.charAt(i - 1))) return i + 1
  }
  return word.length
}

function firstRegion(word: string): number {
  const special = /^(?:gener|commun|arsen)/.exec(word)
  return special ? special[0].length : regionAfter(word, 0)
}

function hasVowel(part: string): boolean {
  return /[aeiouy]/.test(part)
}

function endsInShortSyllable(word: string): boolean {
  return /(?:^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/.test(word)
}

function dropPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/(?:us|ss)$/.test(word)) return word
  return word.endsWith('s') && hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function dropPastAndGerund(word: string, r1: number): string {
  const adverb = /eed(?:ly)?$/.exec(word)
  if (adverb) return adverb.index >= r1 ? `${word.slice(0, adverb.index)}ee` : word
  const ending = /(?:ed|ing)(?:ly)?$/.exec(word)
  if (!ending || !hasVowel(word.slice(0, ending.index))) return word
  const rest = word.slice(0, ending.index)
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`
  if (DOUBLES.has(rest.slice(-2))) return rest.slice(0, -1)
  return firstRegion(rest) >= rest.length && endsInShortSyllable(rest) ? `${rest}e` : rest
}

function replaceSuffix(
  word: string,
  r1: number,
  suffixes: readonly (readonly [string, string])[],
): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue
    const start = word.length - suffix.length
    return start >= r1 ? word.slice(0, start) + replacement : word
  }
  return word
}

function shortenLy(word: string, r1: number): string {
  if (word.length - 2 < r1) return word
  if (word.endsWith('logi')) return word.slice(0, -1)
  return /[cdeghkmnrt]li$/.test(word) ? word.slice(0, -2) : word
}

function dropLastEOrL(word: string, r1: number, r2: number): string {
  const last = word.length - 1
  const rest = word.slice(0, last)
  if (word.endsWith('e')) {
    return last >= r2 || (last >= r1 && !endsInShortSyllable(rest)) ? rest : word
  }
  return word.endsWith('ll') && last >= r2 ? rest : word
}

/** The stem of a lower-case word of the letters a to z; any other word is returned unchanged. */
export function stem(word: string): string {
  const regular = IRREGULAR_FORMS.get(word) ?? word
  if (regular.length < 3 || INVARIANT.has(regular) || !/^[a-z]+$/.test(regular)) return regular
  const r1 = firstRegion(regular)
  const r2 = regionAfter(regular, r1)
  let stemmed = dropPastAndGerund(dropPlural(regular), r1)
  stemmed = stemmed.replace(/(?<=.[^aeiouy])y$/, 'i')
  const beforeStep2 = stemmed
  stemmed = replaceSuffix(stemmed, r1, STEP_2)
  if (stemmed === beforeStep2) stemmed = shortenLy(stemmed, r1)
  stemmed = replaceSuffix(stemmed, r1, STEP_3)
  const derived = /ative$/.test(stemmed) ? /ative$/.exec(stemmed) : STEP_4.exec(stemmed)
  if (derived && derived.index >= r2) stemmed = stemmed.slice(0, derived.index)
  return dropLastEOrL(stemmed, r1, r2)
}
