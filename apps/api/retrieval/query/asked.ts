// What a question asks for: the kind of its answer (a place, a time ...), and whom it is about. Pure. English only: of a
// question in another language neither is known, so nothing is lifted for it.
import { relatedTerms } from '../../../../processors/index-memory/asked-with.ts'
import type { ToldName } from './meant.ts'

export type Kind = 'place' | 'time' | 'number' | 'person' | 'age' | 'rhythm' | 'trade' | 'name'

export type Asked = {
  kind: Kind | null
  /** It asks about the user alone, or what is theirs: "What is my job?". */
  isOwn: boolean
  /** It asks what the user does or is: "Where do I live?". */
  isDoing: boolean
  /** The terms of the people whom it names, by name or as "my wife". */
  people: ReadonlySet<string>
  /** They are told to be the user's: what is said of "my wife" is said of Anna. */
  isKin: boolean
  terms: ReadonlySet<string>
  /** What it asks of the people, if they are told to be the user's: its other terms, and those that are related to them. */
  topic: ReadonlySet<string>
  /** All of its words but the one that asks. */
  words: ReadonlySet<string>
}

const MAX_CHARS = 200
/** The first that fits. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [
    /\bwhat (?:do(?:es)?|did) (?:\S+ ){1,4}do(?: for work| for a living| before\b.*)?\W*$|\b(?:job|profession|occupation|for a living|career)\b/u,
    'trade',
  ],
  [/\bhow old\b|\bwhat(?:'s| is) (?:\S+ ){1,3}age\b/u, 'age'],
  [/\bhow often\b/u, 'rhythm'],
  [/\bhow (?:many|much|tall|heavy|high|long|big|far)\b/u, 'number'],
  [
    /\bwhere\b|\b(?:which|what) (?:\S+ )?(?:city|town|country|place|village|state|area|street)\b/u,
    'place',
  ],
  [/\bwhen\b|\b(?:which|what) (?:day|date|month|year|time)\b/u, 'time'],
  [
    /\bwhat(?:'s| is| are|'re| was| were) (?:\S+ ){1,5}(?:names?|called|named)\b|\bnames? of (?:my|our)\b|\bwhat (?:do|did) (?:i|we) (?:call|name)\b/u,
    'name',
  ],
  [/\bwho(?:m|se)?\b/u, 'person'],
]
const OWN = /\b(?:i|we|my|our|me|us)\b/u
const DOING =
  /\b(?:do|does|did|am|was|have|can|could|should|shall|will|would|had|are|were) (?:i|we)\b/u
const NAMES = /(?<=[^.?!\s] )(?!I\b)\p{Lu}[\p{L}\p{M}-]+/gu
const ASKING = new Set('what which who whom whose when where how why do does did'.split(' '))

type Terms = (text: string) => string[]

/** `kin`: "wife", where the question named her so; the query has her name then, if that is known. */
export function askedOf(
  query: string,
  { terms, kin }: { terms: Terms; kin: string | null },
): Asked {
  const asked = query.slice(0, MAX_CHARS).replaceAll('’', "'")
  const text = asked.toLowerCase()
  const people = [...(asked.match(NAMES) ?? []), ...(kin === null ? [] : [kin])]
  const whom = new Set(people.flatMap(terms))
  return {
    kind: KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? null,
    isOwn: OWN.test(text) && people.length === 0,
    isDoing: DOING.test(text),
    people: whom,
    isKin: kin !== null,
    topic: kin === null ? NO_TERMS : topicOf(asked, whom, terms),
    terms: new Set([text, ...people].flatMap(terms)),
    words: echoableWords(text),
  }
}

const NO_TERMS: ReadonlySet<string> = new Set()

function topicOf(query: string, whom: ReadonlySet<string>, terms: Terms): Set<string> {
  const own = terms(query.slice(0, MAX_CHARS)).filter((term) => !whom.has(term))
  return new Set([...own, ...relatedTerms(own, terms).map(({ term }) => term)])
}

/** Of Anna who is the wife: what is said of "my wife" is about her too, and tells no more of her for it. */
export function askedByName(
  query: string,
  { terms, named: { noun, name } }: { terms: Terms; named: ToldName },
): Asked {
  const asked = askedOf(query, { terms, kin: null })
  const people = new Set([...asked.people, ...terms(`${name} ${noun}`)])
  return { ...asked, isKin: true, people, topic: topicOf(query, people, terms) }
}

/** Words by which a fact echoes a question: also those that no search asks for, such as "from". */
export function echoableWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && !ASKING.has(word)))
}
