// The terms that a fact is found by beside its own words: the words that people ask with where the fact uses others
// (everyday-words.ts). Pure.
import { firstOf } from '../../infra/runtime/certain.ts'
import { EVERYDAY } from './everyday-words.ts'

type Terms = (text: string) => string[]
/** By a term of a fact, or by its attribute: the terms that people ask for it with. */
type Table = ReadonlyMap<string, ReadonlySet<string>>

const tables = new WeakMap<Terms, Table>()

/** The terms that `own` lacks, each once. */
export function askedWith(
  own: readonly string[],
  attribute: string | null,
  terms: Terms,
): string[] {
  const table = tableOf(terms)
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

/** Built once per way of making terms: the stems of one are not those of another. */
function tableOf(terms: Terms): Table {
  const known = tables.get(terms)
  if (known) return known
  const table = new Map<string, Set<string>>()
  for (const [asked, told] of EVERYDAY) {
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
