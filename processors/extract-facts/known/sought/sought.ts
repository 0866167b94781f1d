// Finds the known facts that a new one puts an end to by its words alone: "I sold the Civic", "I meant Porto", "Forget
// that I like coffee". Pure. An engine says which words to look for (`Sought`); nothing is guessed here beyond the
// endings of words.
import type { Sought } from '../../../../infra/ports/language-model.ts'
import {
  areMisspelt,
  isSameValue,
  type ShapedValue,
  valuesIn,
} from '../../../../schemas/value-shapes.ts'
import type { FactIndex } from '../../evolve.ts'
import type { ReadFact } from '../../read-fact.ts'
import type { CurrentFact } from '../current-fact.ts'
import { foldedWords, stemsOf, withoutEnding } from '../fingerprint.ts'
import { holds, isOfOneKind } from './sought-facts.ts'
import { updatedBy } from './updated.ts'

/** How many entries of a fact's `seeks` of one kind are followed: a sentence ends a few things at most. */
const MAX_SOUGHT = 6
/** Where more facts hold the words, they tell too little to say which one has another value now. */
const MAX_FORMER = 50
/** Characters of a sentence that are its value where it states none of a shape. */
const MAX_SAID = 80
/** A longer fact says more than a retraction covers. */
const MAX_RETRACTED_WORDS = 25

/** The facts that this one ends, whatever the order in which they were said. */
export function endedBy(
  {
    seeks = [],
    exclusive = false,
    value = null,
    text = '',
  }: Pick<ReadFact, 'seeks'> & Partial<Pick<ReadFact, 'exclusive' | 'value' | 'text'>>,
  facts: FactIndex,
): CurrentFact[] {
  const ended = ofKind(seeks, 'ends').flatMap((sought) =>
    soughtIn(facts, sought).filter((known) => holds(known) && !listsMore(known, sought, text)),
  )
  const wrong = ofKind(seeks, 'corrects').flatMap((sought) => onlyOne(sought, facts))
  // A correction that has taken the place of another fact corrects nothing else.
  const misread = exclusive ? [] : ofKind(seeks, 'corrects').flatMap((s) => lastShaped(s, facts))
  const named = exclusive ? [] : ofKind(seeks, 'corrects').flatMap((s) => onlyNamed(s, facts))
  const meant = exclusive ? [] : ofKind(seeks, 'corrects').flatMap((s) => lastSaid(s, facts))
  const misspelt = exclusive
    ? []
    : ofKind(seeks, 'corrects').flatMap((s) => lastMisspelt(s, value, facts))
  const former = replacedBy(seeks, facts)
  return [...ended, ...wrong, ...former, ...misread, ...named, ...meant, ...misspelt]
}

/** The facts whose place it takes by its words. */
function replacedBy(seeks: readonly Sought[], facts: FactIndex): CurrentFact[] {
  const former = ofKind(seeks, 'replaces').flatMap((sought) => onlyFormer(sought, facts))
  return [...former, ...ofKind(seeks, 'updates').flatMap((sought) => updatedBy(sought, facts))]
}

const JOINED = /(?:,? (?:and|or|&|plus|as well as) |, )/iu
const SOME_JOINED = / (?:and|or|&|plus|as well as) /iu
/** What is joined says something by itself, and is no item of a list. */
const CLAUSE =
  /^(?:i|we|he|she|it|they|you|that|which|who|so|but|not|now)\b|\b(?:i|am|is|was|has|have|do|does|did)\b|['’](?:m|s|re|ve|ll|d)\b(?! \p{Ll})/iu
const MAX_ITEM_WORDS = 6
const WITHIN = /^(?:on|in|at|for|with|to|from|called|named|by|of|every|each)$/

/** "I gave up the drums" leaves the guitar of "I play the guitar and the drums". */
function listsMore({ text }: CurrentFact, { words }: Sought, now: string): boolean {
  if (!SOME_JOINED.test(text)) return false
  if (isOfTwoTimes(text, words)) return true
  const [first = [], ...more] = text.split(JOINED).map((item) => foldedWords(item).split(' '))
  const isList = text
    .split(JOINED)
    .slice(1)
    .every((item, n) => !CLAUSE.test(item) && (more[n]?.length ?? 0) <= MAX_ITEM_WORDS)
  if (!isList) return false
  const gone = new Set(words.flat().map(withoutEnding))
  const named = stemsOf(now)
  // "Two cats, Salt and Pepper" are two items.
  const items = first.some(isSeveral) ? more : [itemOf(first, more), ...more]
  const isGone = (item: readonly string[]) => item.some((word) => gone.has(withoutEnding(word)))
  const isNamed = (item: readonly string[]) => named.has(withoutEnding(item.at(-1) ?? ''))
  const left = items.filter((item) => !isGone(item))
  return left.length < items.length && left.some((item) => !isNamed(item))
}

const OF_WHO = /^(?:(?:in|on|at|after|before|every) (?:the )?\p{L}+,? )?(?:i|we) \p{L}/iu
const AT_A_TIME =
  /\b(?:in the (?:morning|afternoon|evening)s?|at (?:night|noon|weekends|the weekend)|on (?:weekends|weekdays|the weekend|\p{L}+days?)|every \p{Ll}+|after (?:work|school|lunch|dinner)|before (?:work|school|bed|breakfast))\b/iu

/** "In the morning I jog and in the evening I read": each ends without the other. */
function isOfTwoTimes(text: string, words: Sought['words']): boolean {
  const told = text.replace(/^\p{L}+: /u, '').split(/,? (?:and|but) /u)
  if (told.length < 2 || !told.every((each) => OF_WHO.test(each) && AT_A_TIME.test(each)))
    return false
  const gone = told.filter((each) => {
    const said = stemsOf(each)
    return words.every((group) => group.some((word) => said.has(withoutEnding(word))))
  })
  return gone.length < told.length
}

/** Of "I play golf on Mondays", beside "tennis on Fridays", the item is golf. */
function itemOf(first: readonly string[], more: readonly (readonly string[])[]): string[] {
  const within = new Set(more.flatMap((item) => item.slice(1)).filter((word) => WITHIN.test(word)))
  const heads = first.filter((_, n) => within.has(first[n + 1] ?? ''))
  return [...heads, ...first.slice(-1)]
}

/** "I meant Slovenia": the last fact of the subject that says Slovakia. */
function lastMisspelt(
  { subject, attribute, words, by }: Sought,
  value: string | null,
  { sought }: FactIndex,
): CurrentFact[] {
  if (subject === null || attribute !== undefined || by || words.length > 0) return []
  const alike = sought.about(subject).filter((known) => areMisspelt(bare(known.value), value ?? ''))
  const last = newestOf(alike) ?? sought.lastInSlot(subject, value ?? '')
  // What is in a slot gives way to what takes its place.
  return last && (alike.includes(last) || last.slot === null) ? [last] : []
}

/** "In Linz" is Linz. */
function bare(value: string | null): string {
  return (value ?? '').replace(/^(?:in|at|on|with|to|for|of|near) /u, '')
}

/** "He's called Gordon, not Graham": the only fact with the wrong name, about any subject. */
function onlyNamed(
  { subject, attribute, words, by }: Sought,
  { sought }: FactIndex,
): CurrentFact[] {
  if (subject !== null || attribute !== undefined || by) return []
  const same = sought.valued(words).filter(holds)
  return same.length === 1 ? same : []
}

/** "I mean dogs, not cats": the last fact that says the wrong word of the same subject. */
function lastSaid({ subject, attribute, words, by }: Sought, { sought }: FactIndex): CurrentFact[] {
  if (subject === null || attribute !== undefined || by) return []
  const isMeant = (each: CurrentFact) => holds(each) && each.subject === subject
  return [newestOf(sought.saying(words).filter(isMeant)) ?? []].flat()
}

/** Where several are known, nothing tells which of them has another value now. */
function onlyFormer(sought: Sought, facts: FactIndex): CurrentFact[] {
  const { by: now } = sought
  if (!now) return []
  const spoken = new Set(sought.words.flat())
  const isTopic = ({ shape, value }: ShapedValue) => shape === 'place' && topicIn(value, spoken)
  const states = (each: CurrentFact) =>
    hasOther(
      now,
      valuesIn(each.text).filter((v) => !isTopic(v)),
    )
  const known = soughtIn(facts, sought).filter(holds)
  if (known.length > MAX_FORMER) return []
  const former = known.filter(states)
  return former.length === 1 ? former : []
}

/** "I meant year 5": the last fact with a value of that kind. */
function lastShaped({ by, words }: Sought, { sought }: FactIndex): CurrentFact[] {
  if (!by) return []
  const isShaped = (each: CurrentFact) =>
    holds(each) && valuesIn(each.text).some(({ shape }) => shape === by.shape)
  const last =
    words.length > 0 ? newestOf(sought.saying(words).filter(isShaped)) : sought.lastShaped(by.shape)
  return last && hasOther(by, valuesIn(last.text)) ? [last] : []
}

/** "The meeting with Bob" is no place. */
function topicIn(value: string, spoken: ReadonlySet<string>): boolean {
  return foldedWords(value)
    .split(' ')
    .every((word) => spoken.has(word))
}

function hasOther(
  { shape, value }: Pick<ShapedValue, 'shape' | 'value'>,
  values: readonly ShapedValue[],
): boolean {
  const [only, ...more] = values.filter((each) => each.shape === shape)
  return only !== undefined && more.length === 0 && !isSameValue(only.value, value)
}

/** Where several are known, nothing tells which of them is corrected. */
function onlyOne({ subject, attribute, words }: Sought, { sought }: FactIndex): CurrentFact[] {
  if (attribute === undefined) return []
  const all = sought.holding(subject, attribute)
  const saying = new Set(words.length > 0 ? sought.saying(words) : all)
  const same = all.filter((each) => saying.has(each))
  return same.length === 1 ? same : []
}

/**
 * What takes another's place without saying in so many words what it is, is told of the same thing: "The landlord put my
 * rent up to 980 euros". So what comes next finds it.
 */
export function inPlaceOf(
  fact: ReadFact,
  ended: ReadonlySet<CurrentFact>,
  facts: FactIndex,
): ReadFact {
  const { attribute, seeks = [], text } = fact
  const successor = seeks.find(({ kind }) => kind === 'replaces' || kind === 'updates')
  const [former, ...more] = ended
  if (attribute !== null || !successor || !former || more.length > 0) return fact
  // What also says that something is over takes the place of what it says otherwise, and of nothing else.
  const isOver = seeks.some(({ kind }) => kind === 'ends')
  if (isOver && !replacedBy(seeks, facts).includes(former)) return fact
  if (former.attribute === null) return fact
  const value = successor.by?.value ?? text.slice(0, MAX_SAID)
  const exclusive = former.slot !== null
  return { ...fact, subject: former.subject, attribute: former.attribute, value, exclusive }
}

export function isRetraction({ seeks = [] }: Pick<ReadFact, 'seeks'>): boolean {
  return seeks.some(({ kind }) => kind === 'retracts')
}

/** What the user wants forgotten: short facts only, with or without an attribute. */
export function retractedBy(
  { seeks = [] }: Pick<ReadFact, 'seeks'>,
  facts: FactIndex,
): CurrentFact[] {
  return ofKind(seeks, 'retracts').flatMap((sought) =>
    soughtIn(facts, sought).filter(
      (known) => known.text.split(/\s+/).length <= MAX_RETRACTED_WORDS,
    ),
  )
}

/** A correction takes the subject and the attribute of what it corrects, and with them its place. */
export function corrected(fact: ReadFact, facts: FactIndex): ReadFact {
  const sought = ofKind(fact.seeks ?? [], 'corrects').find(isOfAny)
  if (sought === undefined || fact.exclusive) return fact
  const wrong = wrongOf(sought, fact.value ?? '', facts)
  if (wrong === undefined) return { ...fact, attribute: null, value: null }
  const { subject, attribute } = wrong
  // What has no slot is ended by its words.
  return { ...fact, subject, attribute, exclusive: wrong.slot !== null }
}

/** The corrected fact says which attribute it is. */
function isOfAny({ attribute }: Sought): boolean {
  return attribute === undefined
}

function wrongOf(
  { subject, words }: Sought,
  value: string,
  { sought }: FactIndex,
): CurrentFact | undefined {
  if (words.length === 0) {
    const misspelt = sought.about(subject).filter((known) => areMisspelt(bare(known.value), value))
    return newestOf(misspelt) ?? sought.lastInSlot(subject, value)
  }
  const isCorrected = (known: CurrentFact) =>
    known.slot !== null &&
    known.value !== null &&
    (subject === null || known.subject === subject) &&
    isOfOneKind(known.value, value)
  return newestOf(sought.valued(words).filter(isCorrected))
}

/** Of those said at the same time, the last. */
function newestOf(facts: readonly CurrentFact[]): CurrentFact | undefined {
  return facts.reduce<CurrentFact | undefined>(
    (newest, each) => (newest && each.createdAt < newest.createdAt ? newest : each),
    undefined,
  )
}

function ofKind(seeks: readonly Sought[], kind: Sought['kind']): Sought[] {
  return seeks.filter((sought) => sought.kind === kind).slice(0, MAX_SOUGHT)
}

function soughtIn(facts: FactIndex, sought: Sought): CurrentFact[] {
  return facts.sought.saying(sought.words).filter((known) => isSought(sought, known))
}

function isSought({ subject, attribute, value, one }: Sought, known: CurrentFact): boolean {
  if (one !== undefined && countsSeveral(known.text, one)) return false
  if (subject !== null && subject !== known.subject) return false
  if (attribute !== undefined && attribute !== known.attribute) return false
  return (value === 'no') === (known.value === 'no')
}

/** "I live with two flatmates" */
function countsSeveral(text: string, noun: string): boolean {
  const words = foldedWords(text).split(' ')
  return words.some(
    (word, n) => word === `${noun}s` && words.slice(Math.max(0, n - 3), n).some(isSeveral),
  )
}

function isSeveral(word: string): boolean {
  return /^(?:\d+|two|three|four|five|six|seven|eight|several|some|many)$/.test(word)
}
