// The terms that a fact is found by beside its own words: the words that people ask with where the fact uses others
// (everyday-words.ts), and fainter ones that weigh less (related-words.ts). Pure.
import type { Item } from '../../infra/ports/memory-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { EVERYDAY } from './everyday-words.ts'
import { RELATED } from './related-words.ts'

type Terms = (text: string) => string[]
/** By a term of a fact, or by its attribute: the terms that people ask for it with. */
type Table = ReadonlyMap<string, ReadonlySet<string>>

type Rows = readonly (readonly [asked: string, told: string])[]

/** No word begins with it, so that a related term is never a word of a fact. */
const RELATED_MARK = '~'

const everyday = tableOf(EVERYDAY)
const related = tableOf(RELATED)
const askedFor = new WeakMap<Terms, ReadonlySet<string>>()

/** The terms that `own` lacks, each once. */
export function askedWith(
  own: readonly string[],
  attribute: string | null,
  terms: Terms,
): string[] {
  const table = everyday(terms)
  const has = new Set(own)
  const found = new Set<string>()
  for (const key of [...has, ...keysOf(attribute)]) {
    for (const term of table.get(key) ?? []) if (!has.has(term)) found.add(term)
  }
  return [...found]
}

/** "favourite food" is a favourite too, "opinion of chess" an opinion. */
function keysOf(attribute: string | null): string[] {
  if (attribute === null) return []
  return [attributeKey(attribute), attributeKey(firstOf(attribute.split(' ', 1)))]
}

function attributeKey(attribute: string): string {
  return `@${attribute.replaceAll(' ', '-')}`
}

/** The attribute that a fact is asked for by. "I'm Odile" tells a name, also one that the engine does not know. */
export function attributeAsked({
  text,
  attribute,
}: Pick<Item, 'text' | 'attribute'>): string | null {
  return attribute === 'is' && /^I(?:'m| am) \p{Lu}\p{L}+(?= and\b|\W*$)/u.test(text)
    ? 'name'
    : attribute
}

/** The related terms of a fact: of its own words, but none by which it is found in any case (`among`). */
export function relatedTo(
  own: readonly string[],
  among: readonly string[],
  terms: Terms,
): string[] {
  const table = related(terms)
  const has = new Set(among)
  const found = new Set<string>()
  for (const key of new Set(own)) {
    for (const term of table.get(key) ?? []) if (!has.has(term)) found.add(marked(term))
  }
  return [...found]
}

/** The related terms that a query asks for beside its own. */
export function relatedTerms(own: readonly string[], terms: Terms): { term: string; of: string }[] {
  const known = askedFor.get(terms) ?? new Set([...related(terms).values()].flatMap((t) => [...t]))
  askedFor.set(terms, known)
  return [...new Set(own)].filter((term) => known.has(term)).map((of) => ({ term: marked(of), of }))
}

/** Words that people tell and ask with, as both tables write them. */
export const COMMON_WORDS: readonly string[] = [
  ...new Set(
    [...EVERYDAY, ...RELATED]
      .flatMap(([asked, told]) => `${asked} ${told}`.split(' '))
      .filter((word) => /^\p{L}+$/u.test(word)),
  ),
]

function marked(term: string): string {
  return `${RELATED_MARK}${term}`
}

/** Built once per way of making terms: the stems of one are not those of another. */
function tableOf(rows: Rows): (terms: Terms) => Table {
  const tables = new WeakMap<Terms, Table>()
  return (terms) => {
    const known = tables.get(terms)
    if (known) return known
    const table = new Map<string, Set<string>>()
    for (const [asked, told] of rows) {
      for (const word of told.split(' ')) {
        const key = word.startsWith('@') ? word : (terms(word)[0] ?? word)
        const some = table.get(key) ?? new Set()
        for (const term of terms(asked)) some.add(term)
        table.set(key, some)
      }
    }
    tables.set(terms, table)
    return table
  }
}
