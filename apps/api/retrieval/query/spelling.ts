// The words of a query as the memory spells them, where it was typed wrongly: a word that no item has becomes the word of
// an item that one slip of the keys makes of it. Pure; any script that puts spaces between its words.
//
// Decision: a word that people often ask with is right, also where the memory has none like it, because a trail is no
// misspelt trial. In a short word only letters that changed places are sure to be a slip.

const WORD = /(?<![\p{L}\p{M}\p{N}])\p{L}{4,24}(?![\p{L}\p{M}\p{N}])/gu
/** Further misspelt words stand. */
const MAX_MISSPELT = 4
/** A shorter word loses no "s". */
const MIN_PLURAL = 6

/** The words of a text in lower case, as they are spelt. */
export function spelt(text: string): string[] {
  return [...new Set(text.toLowerCase().match(WORD))]
}

/** Right words that one slip makes of another, beside those that people often ask with. */
const RIGHT = new Set(
  `advice advise affect angel angle bath bathe beard board boring bother bread breath breathe bring
  broad brother casual causal chose choose cloth clothes coach collage college content contest context
  costume couch county country custom dairy dessert diary effect except expect hostel hotel hoping
  hopping later latter loose marital martial message massage moral mortal parity party picture pitcher
  plane planet planed planned police policy portion potion price prince prize proceed quiet quite
  recent resent scared scarred sacred staring starring stationary stationery store stories story
  sweat sweet trail trial track unit unite united untied weather whether worse worst`.split(/\s+/),
)

type Terms = (text: string) => string[]
type Known = { missing: readonly string[]; common: ReadonlySet<string>; terms: Terms }

/** The words of the query that may be misspelt. */
export function misspeltIn(query: string, { missing, common, terms }: Known): string[] {
  const isMissing = (word: string) => {
    const [term, ...more] = terms(word)
    return more.length === 0 && term !== undefined && missing.includes(term) && !common.has(term)
  }
  const mayBe = (word: string) => !RIGHT.has(word) && isMissing(word)
  return missing.length === 0 ? [] : spelt(query).filter(mayBe).slice(0, MAX_MISSPELT)
}

/** The query with the nearest of the words in place of each misspelt one; null if none is near. */
export function spelledAs(
  query: string,
  misspelt: readonly string[],
  words: Iterable<string>,
): string | null {
  const nearest = new Map<string, { word: string; cost: number }>()
  const wrong = misspelt.map((typed) => ({ typed, plain: singular(typed) }))
  for (const word of words) {
    for (const { typed, plain } of wrong) {
      if (!beginsLike(typed, word)) continue
      const cost = costOfSlips(plain, singular(word))
      if (cost < (nearest.get(typed)?.cost ?? Infinity)) nearest.set(typed, { word, cost })
    }
  }
  if (nearest.size === 0) return null
  return query.replace(WORD, (word) => nearest.get(word.toLowerCase())?.word ?? word)
}

function singular(word: string): string {
  return word.endsWith('s') && !word.endsWith('ss') && word.length >= MIN_PLURAL
    ? word.slice(0, -1)
    : word
}

const SWAPPED = 1
const MISSED = 1.1
/** One letter for another that sounds like it. For any other it makes another word: "concert" and "concept". */
const REPLACED = 1.2
const LIKE = ['aeiouy', 'sczkqx', 'mn', 'bpvf', 'dt', 'gj']

/** What a word's slips may cost: two only where the word is long, and not two letters for others. */
function mostFor(length: number): number {
  if (length >= 8) return 2 * MISSED
  if (length >= 6) return REPLACED
  return length === 5 ? MISSED : SWAPPED
}

function isLike(a: string, b: string): boolean {
  return LIKE.some((letters) => letters.includes(a) && letters.includes(b))
}

/** The first letter is hardly ever wrong, but it may have changed places. */
function beginsLike(typed: string, word: string): boolean {
  return typed[0] === word[0] || (typed[0] === word[1] && typed[1] === word[0])
}

/** What the slips of the keys cost that make one word of the other; infinite if they are two words. */
export function costOfSlips(typed: string, word: string): number {
  if (Math.abs(typed.length - word.length) > 2) return Infinity
  const most = mostFor(Math.min(typed.length, word.length))
  const cost = beginsLike(typed, word) ? costWithin(typed, word, most) : Infinity
  return cost > most ? Infinity : cost
}

/** Stops where `most` is passed, so that it looks at a bounded number of ways. */
function costWithin(a: string, b: string, most: number): number {
  let n = 0
  while (n < a.length && a[n] === b[n]) n += 1
  if (n === a.length && n === b.length) return 0
  if (most < SWAPPED) return Infinity
  const further = (cost: number, [fromA, fromB]: readonly [number, number]) =>
    cost > most ? Infinity : cost + costWithin(a.slice(n + fromA), b.slice(n + fromB), most - cost)
  const isSwapped = n + 1 < a.length && a[n] === b[n + 1] && a[n + 1] === b[n]
  return Math.min(
    isSwapped ? further(SWAPPED, [2, 2]) : Infinity,
    // The next letter is right: one missed beside one too many is another letter.
    a[n + 1] === b[n] ? further(MISSED, [1, 0]) : Infinity,
    a[n] === b[n + 1] ? further(MISSED, [0, 1]) : Infinity,
    isLike(a.charAt(n), b.charAt(n)) ? further(REPLACED, [1, 1]) : Infinity,
  )
}
