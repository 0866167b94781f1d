// Finds the known fact that a statement of a change says with something else in it: "I upgraded my laptop to Windows 11"
// beside "My laptop runs Windows 10". Pure. The engine says that a sentence tells of a change (`Sought.told`); here the two
// are compared by their words, whatever they are about.
import type { Sought, Told } from '../../../../infra/ports/language-model.ts'
import { isSameValue, type ShapedValue } from '../../../../schemas/value-shapes.ts'
import type { FactIndex } from '../../evolve.ts'
import type { CurrentFact } from '../current-fact.ts'
import { foldedWords } from '../fingerprint.ts'
import { holds } from './sought-facts.ts'
import {
  ownValues,
  shared,
  stemOf,
  type ToldWords,
  toldWords,
  topicBeside,
  topicOf,
  without,
  wordSet,
} from './told-words.ts'

/** A longer fact says more than one thing. */
const MAX_TEXT = 160
/** Words that only one of two statements says, of which the other tells a change. */
const MOST_ADDED = 2

/** Of more facts with a word of the statement the newest are compared, because one write may say thousands. */
const MOST_COMPARED = 50

/** The only fact that a part of the statement takes the place of. */
export function updatedBy({ told = [], words }: Sought, { sought }: FactIndex): CurrentFact[] {
  const known = told.length === 0 ? [] : sought.saying(words).slice(-MOST_COMPARED).filter(isState)
  return told.flatMap((each) => {
    const now = toldWords(each.text)
    const former = known.filter(
      (fact) => isSaidOf(fact, each) && isFormer(readOnce(fact), now, each.change),
    )
    return former.length === 1 ? former : []
  })
}

/** A fact is compared with each statement of a write. */
const readFacts = new WeakMap<CurrentFact, ToldWords>()

function readOnce(fact: CurrentFact): ToldWords {
  const read = readFacts.get(fact) ?? toldWords(fact.text)
  readFacts.set(fact, read)
  return read
}

const IS_SO = /\b(?:am|is|are|has|have|isn't|aren't|don't|doesn't)\b|['’](?:m|re|s|ve)\b/iu
const WAS_SO = /\b(?:was|were|had|did|ago|yesterday|last|used to|when|if|would|will)\b/iu
const DID =
  /\b(?:\p{Ll}+ed|went|came|saw|met|ate|bought|sold|took|got|made|said|told|found|lost|left|gave|won|ran|drove|flew|wrote|felt|thought|broke|fell|spent|heard|began|became)\b/iu

/** What no rule has an attribute for may be so as well. */
function isState(known: CurrentFact): boolean {
  const { attribute, text } = known
  if (text.length > MAX_TEXT) return false
  return attribute === null
    ? !WAS_SO.test(text) && (IS_SO.test(text) || !DID.test(text))
    : holds(known)
}

/** "My brother and I are talking again" is said of both, "I've moved Juniper" of Juniper. */
function isSaidOf(known: CurrentFact, { subject, text }: Told): boolean {
  return (
    known.subject === subject || isNamedIn(text, known.subject) || isNamedIn(known.text, subject)
  )
}

/** Of "the user's brother" the brother is named. */
function isNamedIn(text: string, subject: string | null): boolean {
  const [, name = subject ?? ''] = /'s (.+)$/u.exec(subject ?? '') ?? []
  return ` ${foldedWords(text)} `.includes(` ${foldedWords(name)} `)
}

function isFormer(old: ToldWords, now: ToldWords, change: Told['change']): boolean {
  return hasOtherValue(old, now, change) || hasOtherWord(old, now) || isOtherwise(old, now)
}

/** "My son has grown, he's 114 cm tall" beside "My son is 110 cm tall". */
function hasOtherValue(old: ToldWords, now: ToldWords, change: Told['change']): boolean {
  if (MUST.test(old.text) && !MUST.test(now.text)) return false
  const changed = changedValue(old, now)
  const [own, said] = [topicBeside(old, now), topicBeside(now, old)]
  const both = shared(own, said)
  if (!changed || both.length === 0 || isNamedByValue(old, changed, both)) return false
  if (changed.shape === 'place' && !isOfOnePlace(old.text, now.text, own)) return false
  const [lost, added] = [without(own, said), without(said, own)]
  if (isOfAnother(now, added, own)) return false
  if (lost.length === 0)
    return added.length <= (change === 'replaced' ? MOST_ADDED : both.length > 1 ? 1 : 0)
  const isCounted = changed.shape.startsWith('counted ')
  return added.length === 0 && lost.length === 1 && (both.length > 1 || isCounted)
}

/** What has to be so is not what is so by now: "My thesis has to be 60 pages". */
const MUST = /\b(?:has to|have to|must|should|needs? to|at least|at most)\b/iu

/** The value of the known fact that is another one now. */
function changedValue(old: ToldWords, now: ToldWords): ShapedValue | undefined {
  const is = ownValues(now, old)
  return [old.values, ownValues(old, now)]
    .flatMap((was) => was.filter(({ shape }) => isOne(was, shape) && isOne(is, shape)))
    .find(({ value, shape }) =>
      is.some((each) => each.shape === shape && !isSameValue(each.value, value)),
    )
}

function isOne(values: readonly ShapedValue[], of: string): boolean {
  return values.filter(({ shape }) => shape === of).length === 1
}

const NAMING = new Set(['day', 'clock', 'colour', 'place'])

/** "My Saturday shift" is another than the one on Sunday. */
function isNamedByValue(
  { text, values }: ToldWords,
  changed: ShapedValue,
  both: readonly string[],
): boolean {
  return values.some((value) => {
    if (!NAMING.has(value.shape) || (value === changed && value.shape === 'place')) return false
    const [next = ''] =
      /^ (?!(?:morning|afternoon|evening|night)\b)\p{L}+/u.exec(text.slice(value.end)) ?? []
    return both.includes(stemOf(next.trim().toLowerCase()))
  })
}

const CHOSEN =
  /\b(?:changed|switched|swapped|transferred|rebooked|upgraded|instead|change of plans?|moved up|took over|now called|called [^.,;!?]{2,40} now)\b/iu
const MOVED =
  /\bmoved (?:(?:the|my|our) (?<what>[^.,;!?]{2,60}?)|(?<name>(?-i:\p{Lu})[\p{L}-]+))(?=,|\.|$| (?:in|on|to|into|onto|under|behind|back|again|over|from)\b)/iu

/** A thing is in one place at a time; who is somewhere now may come back. */
const IS_WHERE =
  /^(?!(?:i|we|he|she|they|it)\b)(?:(?:the|my|our) )?\p{L}[\p{L}' -]{1,40}? (?:is|are)(?: now)?(?: down| up| back| kept| stored| parked)? (?:in|on|under|behind|inside|beside|next to) /iu

/** A name or a place says little by itself: the sentence tells that it was chosen, or that the thing was moved there. */
function isOfOnePlace(old: string, text: string, own: readonly string[]): boolean {
  if (CHOSEN.test(text) || (IS_WHERE.test(text) && IS_WHERE.test(old))) return true
  const { what, name = what } = MOVED.exec(text)?.groups ?? {}
  return name !== undefined && topicOf(name).every((word) => own.includes(word))
}

const LINKING = wordSet('s a an the my our his her their for of in at with on to')

/** "My birthday party" is not the birthday, nor is the rent for the shop the rent. */
function isOfAnother(
  { text }: ToldWords,
  added: readonly string[],
  own: readonly string[],
): boolean {
  return text.split(/[,.;:!?()]+/u).some((part) => {
    const row = foldedWords(part)
      .split(' ')
      .filter((word) => !LINKING.has(word))
      .map(stemOf)
    return row.some((word, n) => {
      const next = row[n + 1] ?? ''
      const [isOwn, isNextOwn] = [own.includes(word), own.includes(next)]
      return (isOwn && added.includes(next)) || (isNextOwn && added.includes(word))
    })
  })
}

const TO_ANOTHER =
  /\b(?:(?:changed|switched|swapped|transferred|upgraded|downgraded|promoted|moved up) to|back to|reached|hit|earned|instead)\b/iu

/** "I upgraded to the premium Netflix plan" beside "I have the basic Netflix plan": another word in front of the same. */
function hasOtherWord(old: ToldWords, now: ToldWords): boolean {
  if (old.isNegated !== now.isNegated || !TO_ANOTHER.test(now.text)) return false
  if (ownValues(old, now).length > 0 && ownValues(now, old).length > 0) return false
  const [own, said] = [topicOf(old.text), topicOf(now.text)]
  const [lost, added] = [without(own, said), without(said, own)]
  const isAny = (each: readonly string[]) => each.length > 0 && each.length <= MOST_ADDED
  if (!isAny(lost) || !isAny(added)) return false
  return (
    shared(own, said).length > 0 &&
    own.some((word) => isRightBefore(own, lost, word) && isRightBefore(said, added, word))
  )
}

/** True if the words stand side by side, right in front of that one. */
function isRightBefore(topic: readonly string[], words: readonly string[], word: string): boolean {
  const end = topic.indexOf(word)
  const start = end - words.length
  return start >= 0 && topic.slice(start, end).every((each) => words.includes(each))
}

/** "I speak Dutch quite well now" beside "I don't speak any Dutch". What is no longer so is denied word by word. */
function isOtherwise(old: ToldWords, now: ToldWords): boolean {
  if (old.isNegated === now.isNegated) return false
  const [own, said] = [topicOf(old.text), topicOf(now.text)]
  const both = shared(own, said)
  if (now.isNegated)
    return both.length > 0 && NO_LONGER.test(now.text) && own.join(' ') === said.join(' ')
  const most = both.length > 1 ? MOST_ADDED : 0
  return both.length > 0 && without(own, said).length === 0 && without(said, own).length <= most
}

const NO_LONGER = /\b(?:any ?more|no longer|any longer)\b/iu
