// Chooses a fact's category: the hint, otherwise the slot's, otherwise by a small lexicon of words, otherwise general.
// For an app with its own categories, the category whose name and description share the most words.
import { nth } from '../../runtime/certain.ts'
import { any } from '../patterns.ts'

type Category = { name: string; description: string }

const GENERAL = 'general'

/** Word beginnings that indicate a category; order breaks ties. */
const STEMS: readonly (readonly [string, string])[] = [
  [
    'health',
    'health|doctor|hospital|surg|medic|pill|allerg|asthma|diabet|pain|injur|sick|ill(?:ness)?\\b|flu\\b|therap|anxi|depress|stress|diet|vegan|vegetarian|workout|gym\\b|fitness|exercis|weight|sleep|insomnia|dentist|vaccin|migraine|headache',
  ],
  [
    'finances',
    'bought|buy\\b|purchas|paid\\b|pay(?:ing|ment|s)?\\b|price|cost|salary|budget|invest|bank\\b|loan|mortgage|debt|rent\\b|subscri|invoice|money|dollar|euro|refund|tax(?:es)?\\b|saving',
  ],
  [
    'travel',
    'travel|trip|flight|flew|airport|hotel|vacation|holiday|journey|tour(?:ist|ing)?\\b|visit(?!(?:ed|s|ing)? (?:me|us)\\b)|passport|visa\\b|cruise|road ?trip|abroad|itinerar|sightsee|camp(?:ing|ed)\\b',
  ],
  [
    'education',
    "school|universit|college|course|(?<!\\d )degree|exam|class(?:es)?\\b|studi|study|learn|thesis|phd|master's|bachelor|graduat|lecture|homework|scholarship|professor|semester",
  ],
  [
    'work',
    'work(?:s|ing|ed)?\\b|job|career|boss|colleague|coworker|office|project|client|deadline|promot|salary|interview|startup|company|employ|meeting|manager|business|engineer|freelanc|intern(?:ship)?\\b|resume',
  ],
  [
    'relationships',
    'wife|husband|partner|girlfriend|boyfriend|fianc|mother|father|mom\\b|mum\\b|dad\\b|parents?\\b|sister|brother|sibling|son\\b|daughter|kids?\\b|child|cousin|aunt|uncle|grandm|grandf|grandp|family|friend|married|wedding|dating|divorc|dog\\b|cat\\b|pets?\\b|pupp|kitten|neighbou?r|roommate',
  ],
  [
    'preferences',
    "like\\b|likes\\b|love\\b|loves\\b|enjoy|hate|dislike|prefer|favou?rite|fan of|can't stand|allergic|rather|don't want|do not want",
  ],
  [
    'activities',
    'hobb|sport|football|soccer|basketball|tennis|swim|run(?:s|ning)?\\b|marathon|hik(?:e|ing)|danc|paint|draw|music|guitar|piano|violin|sing(?:s|ing)?\\b|concert|game|gaming|chess|book|read(?:s|ing)?\\b|movie|film|photograph|yoga|cook|bak(?:e|ing)|garden|pottery|museum|theat|festival|knit|volunteer|club\\b',
  ],
  [
    'plans',
    'plan|going to\\b|gonna|will\\b|tomorrow|next (?:week|month|year|summer|weekend)|goal|hope to|want to|intend|appointment|schedul|upcoming|remind|deadline|looking forward|dream',
  ],
  [
    'profile',
    "my name|years old|birthday|born\\b|live in|lives in|moved to|phone|email|address|i'm from|nationality|identity|age\\b|pronouns|transgender|gender",
  ],
]

const LEXICON = STEMS.map(([name, stems]) => ({ name, stem: new RegExp(stems, 'iuy') }))
const BEGINNING_CHARS = 3
/** Which stems may begin a word, by its first characters: most words begin none. */
const byBeginning = new Map<string, number[]>()
for (const [n, [, stems]] of STEMS.entries()) {
  for (const beginning of beginningsOf(stems))
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), n])
}

function beginningsOf(stems: string): Set<string> {
  const plain = stems.replaceAll(/\(\?<![^)]*\)/g, '')
  const alternatives = plain.split(/\|(?![^(]*\))/)
  return new Set(alternatives.map((each) => each.slice(0, BEGINNING_CHARS)))
}

type Described = readonly { name: string; stems: readonly string[] }[]

/** An app's categories, prepared for the look-up of every fact. */
export type CategorySet = {
  names: ReadonlySet<string>
  /** The last one, if there is no general one. */
  fallback: string
  /** The word beginnings of each category's name and description, except the general one's. */
  described: () => Described
}

let last: { categories: readonly Category[]; set: CategorySet } | null = null

/** Keeps the set of the last request, because the next one is mostly of the same app. */
export function categorySet(categories: readonly Category[]): CategorySet {
  if (last === null || !isSame(last.categories, categories))
    last = { categories, set: prepared(categories) }
  return last.set
}

function isSame(some: readonly Category[], others: readonly Category[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, description }, n) => {
      const other = nth(others, n)
      return name === other.name && description === other.description
    })
  )
}

/** Reads the descriptions at most once, because they may hold more words than the facts, and only if a fact needs them. */
function prepared(categories: readonly Category[]): CategorySet {
  const names = new Set(categories.map(({ name }) => name))
  let described: Described | null = null
  return {
    names,
    fallback: names.has(GENERAL) ? GENERAL : (categories.at(-1)?.name ?? GENERAL),
    described: () => {
      described ??= describedBy(categories)
      return described
    },
  }
}

function describedBy(categories: readonly Category[]): Described {
  return categories
    .filter(({ name }) => name !== GENERAL)
    .map(({ name, description }) => ({
      name,
      stems: [...new Set(stems(`${name} ${description}`))],
    }))
}

/** One of the set's names. */
export function categoryOf(
  text: string,
  { slot, hint, categories }: { slot: string | null; hint?: string; categories: CategorySet },
): string {
  const { names } = categories
  if (hint !== undefined && names.has(hint)) return hint
  if (slot !== null && names.has(slot)) return slot
  const known = countsIn(text).filter(({ name, count }) => count > 0 && names.has(name))
  const best = known.reduce<{ name: string; count: number } | null>(
    (top, next) => (top && top.count >= next.count ? top : next),
    null,
  )
  return best?.name ?? byDescription(text, categories)
}

const WORD = /\p{L}+/gu

/** How often the stems of each category begin a word, without overlaps. */
function countsIn(text: string): { name: string; count: number }[] {
  const counts = LEXICON.map(({ name, stem }) => ({ name, stem, count: 0, end: 0 }))
  for (const { index } of text.matchAll(WORD)) {
    // Upper case first: to a stem, whose case does not count, the long s is an s.
    const beginning = text
      .slice(index, index + BEGINNING_CHARS)
      .toUpperCase()
      .toLowerCase()
    for (const n of byBeginning.get(beginning) ?? []) {
      const counted = nth(counts, n)
      counted.stem.lastIndex = index
      if (index < counted.end || !counted.stem.test(text)) continue
      counted.count++
      counted.end = counted.stem.lastIndex
    }
  }
  return counts
}

function byDescription(text: string, { described, fallback }: CategorySet): string {
  const spoken = new Set(stems(text))
  let best = fallback
  let most = 0
  for (const category of spoken.size === 0 ? [] : described()) {
    const shared = category.stems.filter((stem) => spoken.has(stem)).length
    if (shared > most) [best, most] = [category.name, shared]
  }
  return best
}

const SMALL = new Set(
  any`that this with from have been they them what when where which about into user every other things time degrees`,
)

/** Words that are long enough, cut to their beginnings, so that "payment" matches "payments". */
function stems(text: string): string[] {
  const found =
    text
      .slice(0, 4000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{4,40}/gu) ?? []
  return found.filter((word) => !SMALL.has(word)).map((word) => word.slice(0, 6).replace(/s$/, ''))
}
