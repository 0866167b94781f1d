// The shapes of values by which two statements of the same thing can be compared: a weight and another weight, a day
// and another day. Linear-time.

/** `shape` is equal for values of which a thing has one at a time. Offsets in the text. */
export type ShapedValue = { shape: string; value: string; start: number; end: number }

const NUMBER = '\\d+(?:[.,]\\d+)*'
const NUMERAL =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)'
const NTH =
  '(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)|\\d{1,2}(?:st|nd|rd|th))'
const NUMERALS: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, n) => [word, String(n + 1)]),
)
const NTHS: ReadonlyMap<string, string> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, n) => [word, String(n + 1)]),
)
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const DAY = `(?:next |this )?${WEEKDAY}|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?|the \\d{1,2}(?:st|nd|rd|th)|\\d{4}-\\d\\d-\\d\\d|(?<=\\b(?:in|to|until|till) )${MONTH}|tomorrow|next (?:week|month|year)`
/** "On the eleventh", as it is dictated; not "on the second floor". */
const SPOKEN_DAY = `(?<=\\b(?:on|to|until|till) )the (?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twentie|thirtie)th|(?:twenty|thirty)[ -](?:first|second|third|(?:four|fif|six|seven|eigh|nin)th))(?: of ${MONTH})?(?=\\s*(?:[.,;!]|$)|\\s+(?:at|of|now|instead|because|and|from)\\b)`
const CLOCK =
  "(?:half(?: past)?|(?:a )?quarter (?:past|to)|(?:five|ten|twenty) (?:past|to)) (?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]m)?|\\d{1,2} ?(?:[ap]m\\b|o'clock)|noon|midday|midnight|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:fifteen|thirty|forty[- ]five)(?!\\p{L}|-)|(?<=\\bat )(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\\s*(?:[.,;!]|$|instead\\b|now\\b|tomorrow\\b|today\\b|tonight\\b|sharp\\b|in the\\b|on \\p{Lu}))|(?<=\\bat )\\d{1,2}(?![\\d.,]*\\d|\\p{L})"

/** How long it takes: "an hour", "25 minutes". Not how often, or how long ago. */
const DURATION = `(?:${NUMBER}|${NUMERAL}|half an|(?<![\\d%] |\\b(?:km|kilomet(?:re|er)s|miles|times|once|twice|euros|dollars|pounds|bucks|quid|words) )an) (?:hours?|minutes?|mins?)(?: and (?:a half|${NUMBER} (?:minutes?|mins?)))?(?!\\p{L}|,? (?:ago|later|away|early|late|a|an|per|every|each|before|after|from|old)\\b)`

/** In the order in which they are tried where several begin at the same place. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['email', '[\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,64}){1,4}'],
  ['handle', '@\\w[\\w.]{0,38}\\w'],
  [
    'relative',
    '(?<=\\b(?:is|are|to) )my (?:wife|husband|partner|brother|sister|mother|mum|mom|father|dad|son|daughter|friend|boyfriend|girlfriend|aunt|uncle|cousin|neighbou?r|boss|colleague)(?: (?!now\\b|these\\b|instead\\b|from\\b)\\p{L}+)?',
  ],
  [
    'money',
    `(?:[$£€]|(?:EUR|USD|GBP|CHF) ) ?${NUMBER}k?|${NUMBER}k? ?(?:euros?|dollars?|pounds?|bucks|quid|grand|million|francs?|crowns?|kr|kroner|kronor|yen|rupees?|zloty|lira|pesos?|reais|EUR|USD|GBP|CHF|€|\\$|£)(?!\\p{L})|${NUMBER}k(?=\\s*(?:[.,;!]|$)|\\s+(?:now|for|from|instead|last|this|since|and|because|so|in (?:savings|cash|debt|the bank|my account))\\b)`,
  ],
  ['mass', `${NUMBER} ?(?:kg|kilos?|grams?|g|lbs?|stone)(?!\\p{L})`],
  [
    'length',
    `\\d{1,2} ?(?:foot|feet|ft) \\d{1,2}(?!\\d)|${NUMBER} ?(?:foot)(?!\\p{L})|${NUMBER} ?(?:km|cm|mm|m|metres?|meters?|miles?|feet|ft|inch(?:es)?)(?!\\p{L})`,
  ],
  ['percent', `${NUMBER} ?(?:%|percent|per cent)`],
  ['duration', DURATION],
  ['day', `${DAY}|${SPOKEN_DAY}`],
  ['clock', CLOCK],
  [
    'floor',
    '(?:ground|top|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\d{1,2}(?:st|nd|rd|th)) floor',
  ],
  [
    'numbered',
    `(?:season|chapter|page|level|episode|volume|part|lesson|unit|stage|room|floor|gate|platform|seat|size|version|year|grade|round|track|step|desk|locker|apartment|flat|number|book|week|module|series) (?:\\d{1,5}[a-z]?|${NUMERAL})(?!\\w)|${NTH} (?:season|chapter|episode|volume|part|lesson|unit|stage|year|grade|round|book|module|series|trimester|semester|term|draft)(?!\\w)`,
  ],
  [
    'colour',
    '(?:(?:light|dark|pale|bright|deep|navy|olive|mint) )?(?:red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|beige|cream|turquoise|teal|navy|maroon|violet|magenta|blonde?|ginger|auburn|silver|gold)(?!\\p{L}|-)(?! (?!last|now|and|yesterday|today|this|because)\\p{Ll})',
  ],
  ['code', '\\+?\\d(?:[\\d ()-]{1,18}\\d)(?!\\p{L})'],
  [
    'counted',
    `(?:${NUMBER}|${NUMERAL}) (?!(?:these|those|now|nowadays|last|yesterday|today|this|tomorrow|tonight|next|since|because|already|again|a|an|in|on|at|to|and|or|but|for|with|from|instead|of|by|so)\\b)\\p{Ll}[\\p{L}-]*`,
  ],
  ['number', `${NUMBER}(?![\\p{L}\\d])`],
]
const ANY = new RegExp(
  `(?<![\\p{L}\\p{N}_@])(?:${SHAPES.map(([name, source]) => `(?<${name}>${source})`).join('|')})(?![\\p{N}_@])`,
  'giu',
)
const MAX_TEXT = 400

/** The values in a text, in order. Nouns are part of the shape of what is counted: children, the season of a series. */
export function valuesIn(text: string): ShapedValue[] {
  const start = text.slice(0, MAX_TEXT)
  const found = shapedIn(start)
  return [...found, ...placesIn(start, found)].sort((a, b) => a.start - b.start)
}

/** Where a thing is: a place in words, or a name behind a preposition. */
const SPOT =
  /(?<=\b(?:in|on|under|behind|at|inside|above|below|beside|next to|into|onto|to) )(?:the|my|our|an?) (?:\p{L}+(?:'s)? ){0,2}?\p{Ll}+(?=\s*(?:[.,;!]|$|now\b|instead\b|from now\b|on \p{Lu}\p{Ll}+day\b))/gu
const NAME =
  /(?<=\b(?:[Ii]n|[Oo]n|[Aa]t|with|to|from|is|are|dating|use|uses|using|supports?|called|named|(?:drives?|fl(?:y|ies)|writes?|cooks?|cleans?|codes?|teach(?:es)?|sells?|designs?|models?|reports?|delivers?|plays?|truck|offices|books) for) (?:the )?(?:M(?:r|rs|s)\. |Dr\. )?)(?!(?:Mr|Mrs|Ms|Dr)\.)\p{Lu}[\p{L}\p{N}'&-]*(?: \p{Lu}[\p{L}\p{N}'&-]*){0,3}(?:(?<='s) (?:place|house|flat|garden|apartment|studio|farm)\b)?/gu

function placesIn(text: string, found: readonly ShapedValue[]): ShapedValue[] {
  const places: ShapedValue[] = []
  for (const { 0: value, index: start } of [...text.matchAll(SPOT), ...text.matchAll(NAME)]) {
    const place = { shape: 'place', value, start, end: start + value.length }
    if (![...found, ...places].some((each) => each.start < place.end && start < each.end))
      places.push(place)
  }
  return places
}

function shapedIn(text: string): ShapedValue[] {
  return [...text.matchAll(ANY)].flatMap((match) => {
    const found = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)
    if (!found) return []
    const [name, value] = found
    return [
      { shape: shapeOf(name, value), value, start: match.index, end: match.index + value.length },
    ]
  })
}

/** "Season 2" and "the second season" are of one shape. */
function unitOf(numbered: string): string {
  const [first = '', last = ''] = numbered.split(' ')
  return /^\d/.test(last) || NUMERALS.has(last) ? first : last
}

function shapeOf(name: string, value: string): string {
  const lower = value.toLowerCase()
  if (name === 'numbered') return `numbered ${unitOf(lower)}`
  if (name === 'counted')
    return `counted ${lower.replace(/^\S+ /u, '').replace(/(?<=\p{L}{3})s$/u, '')}`
  return name
}

/** True if both are written alike but for case and spaces. */
export function isSameValue(a: string, b: string): boolean {
  return folded(a) === folded(b)
}

function folded(value: string): string {
  const lower = value.toLowerCase().replace(/^(?:the|this|next) |(?<=day)s$/gu, '')
  const words = lower.split(/\s+/u).map((word) => NUMERALS.get(word) ?? NTHS.get(word) ?? word)
  const [first = '', last = ''] = words
  // "Season 2" is the second season.
  const ordered = words.length === 2 && /^\p{L}+$/u.test(first) && /^\d+$/.test(last)
  return (ordered ? [last, first] : words)
    .join('')
    .replace(/^(\d+)(?:st|nd|rd|th)(?=\p{L})/u, '$1')
    .replaceAll(/[\s()-]/gu, '')
}

const SHORTEST = 3
const LONGEST = 24

/**
 * True if few letters tell them apart: "Slovakia" is "Slovenia", written wrong. Numbers alone are never alike: any may be
 * meant.
 */
export function areMisspelt(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  const lengths = [one.length, other.length]
  if (one === other || Math.min(...lengths) < SHORTEST || Math.max(...lengths) > LONGEST)
    return false
  if (!/\p{L}/u.test(one) || !/\p{L}/u.test(other)) return false
  return distance(one, other) <= Math.floor(Math.max(...lengths) / 3)
}

/** How many letters have to be changed, added or left out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
