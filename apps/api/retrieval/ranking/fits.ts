// How well an item fits what a question asks for: "Where does my son live?" is answered by what is said of the son, and
// names a place. Pure; English only, as what is known of the question is (query/asked.ts).
import { askedWith } from '../../../../processors/index-memory/asked-with.ts'
import { type Asked, echoableWords, type Kind } from '../query/asked.ts'
import { createMemory } from '../remembered.ts'
import { HOLDS, OWN_SUBJECT, SUBJECT } from './holds.ts'

type Terms = (text: string) => string[]
type Fitting = { text: string; speaker?: string | null }

/** What is known of an item whatever is asked. A term goes with those that ask for it: "son" with "child". */
type Said = {
  by: Terms
  /** Its subject is who says it. */
  isOwn: boolean
  /** For each term of another subject. */
  subject: readonly (readonly string[])[]
  mentions: ReadonlySet<string>
  words: ReadonlySet<string>
  holds: ReadonlySet<Kind>
}

/** For an item whose subject the question mentions. */
const SUBJECT_LIFT = 0.4
/** The factor for an item about others than the question. */
const OTHERS_LIFT = 0.6
/** For an item that holds the kind of thing that is asked for. */
const KIND_LIFT = 0.25
/** For an item that has all words of the question. */
const ECHO_LIFT = 0.3

const said = createMemory<Said>()

function saidBy(item: Fitting, terms: Terms): Said {
  const known = said.get(item)
  if (known?.by === terms) return known
  const text = item.speaker ? item.text.slice(`${item.speaker}: `.length) : item.text
  const isOwn = OWN_SUBJECT.test(text)
  const withAsking = (term: string) => [term, ...askedWith([term], null, terms)]
  const made = {
    by: terms,
    isOwn,
    subject: isOwn ? [] : terms(SUBJECT.exec(text)?.[1] ?? '').map(withAsking),
    mentions: new Set(terms(item.text).flatMap(withAsking)),
    words: echoableWords(text),
    holds: new Set(HOLDS.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))),
  }
  said.set(item, made)
  return made
}

/** The factor for an item. */
export function fitOf(item: Fitting, asked: Asked, terms: Terms): number {
  const of = saidBy(item, terms)
  const met = of.subject.filter((some) => some.some((term) => asked.terms.has(term))).length
  const kind = asked.kind !== null && of.holds.has(asked.kind) ? 1 : 0
  return (
    (isAboutOthers(of, asked, met)
      ? OTHERS_LIFT
      : 1 + SUBJECT_LIFT * subjectShare(of, asked, met)) *
    (1 + KIND_LIFT * kind) *
    (1 + ECHO_LIFT * echoedShare(of.words, asked.words))
  )
}

/** `met`: how many terms of its subject the question has. */
function subjectShare({ subject, isOwn }: Said, { isDoing }: Asked, met: number): number {
  if (subject.length > 0) return met / subject.length
  return isOwn && isDoing ? 1 : 0
}

function isAboutOthers({ subject, mentions }: Said, asked: Asked, met: number): boolean {
  if (asked.people.size > 0) return ![...asked.people].some((term) => mentions.has(term))
  // "Who lives with me?" asks for others.
  return asked.isOwn && asked.kind !== 'person' && subject.length > 0 && met === 0
}

function echoedShare(words: ReadonlySet<string>, asked: ReadonlySet<string>): number {
  let echoed = 0
  for (const word of asked) if (words.has(word)) echoed += 1
  return echoed / Math.max(1, asked.size)
}
