// How well an item fits what a question asks for: "Where does my son live?" is answered by what is said of the son, and
// names a place. Pure; English only, as what is known of the question is (query/asked.ts).
import { askedWith, relatedTo } from '../../../../processors/index-memory/asked-with.ts'
import { type Asked, echoableWords, type Kind } from '../query/asked.ts'
import { createMemory } from '../remembered.ts'
import { HOLDS, OWN_SUBJECT, SUBJECT } from './holds.ts'

type Terms = (text: string) => string[]
type Fitting = { text: string; speaker?: string | null; subject?: string | null }

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
/**
 * The factor for an item about whom the question asks that tells nothing of what it asks of them. Not for the turns of a
 * talk, where answers share fewer words with questions.
 */
const BESIDE_LIFT = 0.6
/** For an item that holds the kind of thing that is asked for. */
const KIND_LIFT = 0.25
/** For an item that has all words of the question. */
const ECHO_LIFT = 0.3

const USER = 'user'
const OF_USER = `${USER}'s `

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
    subject: isOwn ? [] : subjectOf(item, text, terms).map(withAsking),
    mentions: new Set(terms(`${item.text} ${whomOf(item)}`).flatMap(withAsking)),
    words: echoableWords(text),
    holds: new Set(HOLDS.flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))),
  }
  said.set(item, made)
  return made
}

/** Of a sentence that names none ("Lives in Hull.") it is whom the item is about: "user's mother". */
function subjectOf(item: Fitting, text: string, terms: Terms): string[] {
  const own = terms(SUBJECT.exec(text)?.[1] ?? '')
  return own.length > 0 ? own : terms(whomOf(item))
}

/** Empty if it is the user, or what a speaker says. */
function whomOf({ subject, speaker }: Fitting): string {
  if (speaker || !subject || subject === USER) return ''
  return subject.startsWith(OF_USER) ? subject.slice(OF_USER.length) : subject
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
    (!item.speaker && isBeside(of, asked, kind) ? BESIDE_LIFT : 1) *
    (1 + KIND_LIFT * kind) *
    (1 + ECHO_LIFT * echoedShare(of.words, asked.words))
  )
}

/** "My husband Tariq is a bus driver" tells who he is, and nothing of what he is allergic to. */
function isBeside({ mentions, by }: Said, { topic }: Asked, kind: number): boolean {
  if (topic.size === 0 || kind > 0) return false
  for (const term of topic) if (mentions.has(term)) return false
  return !relatedTo([...mentions], [], by).some((term) => topic.has(term))
}

/** `met`: how many terms of its subject the question has. */
function subjectShare({ subject, isOwn }: Said, { isDoing }: Asked, met: number): number {
  if (subject.length > 0) return met / subject.length
  return isOwn && isDoing ? 1 : 0
}

/** True for an item without a speaker that names whom the question asks about, by name or as "my wife". */
export function isOfKin(item: Fitting, asked: Asked, terms: Terms): boolean {
  return asked.isKin && !item.speaker && mentionsOne(saidBy(item, terms), asked)
}

function mentionsOne({ mentions }: Pick<Said, 'mentions'>, { people }: Asked): boolean {
  for (const term of people) if (mentions.has(term)) return true
  return false
}

function isAboutOthers(of: Said, asked: Asked, met: number): boolean {
  const { subject } = of
  if (asked.people.size > 0) return !mentionsOne(of, asked)
  // "Who lives with me?" asks for others.
  return asked.isOwn && asked.kind !== 'person' && subject.length > 0 && met === 0
}

function echoedShare(words: ReadonlySet<string>, asked: ReadonlySet<string>): number {
  let echoed = 0
  for (const word of asked) if (words.has(word)) echoed += 1
  return echoed / Math.max(1, asked.size)
}
