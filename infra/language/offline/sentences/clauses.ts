// Cuts a sentence between two things that it says and that may change separately: "My name is Anna, | I am 34".
import type { Sought } from '../../../ports/language-model.ts'
import { groupOf } from '../../match-groups.ts'
import { any, anyCase, rule } from '../../patterns.ts'
import { replacedHabit } from '../slots/changes/another/replaced-habits.ts'
import { readEnds } from '../slots/changes/ends.ts'
import { readHabit } from '../slots/habits.ts'
import type { Habit, Slot } from '../slots/slot.ts'
import type { Persons } from '../slots/slot-subjects.ts'
import { saysAny } from '../words.ts'
import { isUnreal } from './sentence-sense.ts'

/** What is so as a rule, said beside what has a slot, and where the second of both begins. */
export type Added = { habit: Habit; start: number; seeks: readonly Sought[] }

const ADDED = /,? (?=(?<link>(?:and|but) )(?:I|we|my|our|he|she)\b)/giu

/** "I'm vegan and I don't drink": what is so as a rule ends by itself. */
export function addedHabit(words: string, slots: readonly Slot[], persons: Persons): Added | null {
  const last = slots.at(-1)
  if (!last?.exclusive || last.value === 'none') return null
  const cut = [...words.matchAll(ADDED)].at(-1)
  if (!cut || cut.index < last.end) return null
  const start = cut.index + cut[0].length
  const told = words.slice(start + groupOf(cut.groups ?? {}, 'link').length)
  const habit = readHabit(told, persons)
  return (
    habit && { habit, start, seeks: [...readEnds(told, persons), ...replacedHabit(told, habit)] }
  )
}

/** "I have a cat and I drive a Clio": the car may be sold. */
export function precedingHabit(
  words: string,
  slots: readonly Slot[],
  persons: Persons,
): Added | null {
  const [first] = slots
  if (!first?.exclusive) return null
  const cut = [...words.slice(0, first.start).matchAll(ADDED)].at(-1)
  const habit = cut && readHabit(words.slice(0, cut.index), persons)
  return habit ? { habit, start: cut.index + cut[0].length, seeks: [] } : null
}

const MAX_SENTENCE = 300
/** Behind these begins what says by itself what is so: "It took a while, but | my dad sold the bakery". */
const LED_TO = rule`(?:[;,:]| [–—-]| (?:and|but|so))+ (?=(?-i:I|[Ww]e|[Mm]y|[Oo]ur|[Tt]he|[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir|\p{Lu}[\p{L}-]+)(?:'|\b))`
/** Why a thing is so, or what comes of it. What is put down "because it is heavy" is not put down for good. */
const REMARK = anyCase`(?<!\bdown),? (?:because|(?:since|as) (?=(?:i|we|it|they|he|she|my|the|our)\b)|which (?:is|was|means|makes|feels|made|i|we)\b).*$`
/** What these lead up to is not said to be so. */
const NO_LEAD = anyCase`(?:^|[,;:–—-] |\b(?:and|but|so) )(?:when|whenever|while|until|before)\b|\b(?:said|says|asked|wrote|texted|according|story|novel|book|film|movie|song)\b`
const QUOTE = /["“”]/u
const OF_ANOTHER = /^(?:he|she|they|his|her|their)\b/iu
/** "I quit" does not say what. */
const TELLS_WHAT = /\S \S+ \S/u
/** One of these is in nearly every clause that tells of a change. */
const CHANGE = new Set(
  any`now instead days nowadays anymore more longer again not t never already new over off done gone away back up down used sold quit left gave given died dead lost broke broken stolen stopped ended finished closed cancelled canceled called changed moved switched replaced became become passed retired married engaged divorced single postponed pushed rescheduled raised cut put went started favourite favorite grown outgrown traded ditched dropped folded escaped scrapped binned failed expired got bought turned lately actually found into born pulled`,
)

/** `changes`: it may tell of a change. */
export type OwnClause = { text: string; start: number; changes: boolean }

/** What a sentence says without what leads up to it, and without a remark behind it. */
export function ownClauses(sentence: string, { third }: Persons): OwnClause[] {
  if (sentence.length > MAX_SENTENCE || QUOTE.test(sentence)) return []
  const told = sentence.replace(REMARK, '')
  const led = [...told.matchAll(LED_TO)].map(({ 0: { length }, index }) => index + length)
  const starts = told === sentence ? led : [0, ...led]
  return starts.flatMap((start) => {
    const [lead, text] = [told.slice(0, start), told.slice(start)]
    if (isUnreal(lead) || NO_LEAD.test(lead) || !TELLS_WHAT.test(text)) return []
    if (third === null && OF_ANOTHER.test(text)) return []
    const own = text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
    return [{ text: own, start, changes: saysAny(text, CHANGE) }]
  })
}

type Clause = { start: number; end: number; slots: Slot[] }

/** Cuts a sentence between two exclusive slots; if it cannot be cut, the first one stays. */
export function clauses(text: string, slots: readonly Slot[], added?: Added | null): Clause[] {
  const found: Clause[] = []
  let current: Clause = { start: 0, end: text.length, slots: [] }
  for (const slot of lastOfEach(slots)) {
    const last =
      current.slots.find((other) => other.exclusive) ??
      (slot.exclusive ? current.slots.at(-1) : undefined)
    if (last === undefined) {
      current.slots.push(slot)
      continue
    }
    const isBoth = slot.exclusive && last.exclusive
    const cut = isBoth
      ? cutBetween(text, last.end, slot.start)
      : addedBetween(text, last.end, slot.start)
    if (cut === null && !isBoth) {
      current.slots.push(slot)
      continue
    }
    if (cut === null) continue
    found.push({ ...current, end: trimmedEnd(text, cut) })
    current = { start: cut, end: text.length, slots: [slot] }
  }
  if (!added) return [...found, current]
  const [opening = current] = found
  if (opening.slots.some(({ start }) => start >= added.start)) {
    const before = { start: 0, end: trimmedEnd(text, added.start), slots: [] }
    const [first, ...more] = [...found, current]
    return first ? [before, { ...first, start: added.start }, ...more] : [before]
  }
  const before = { ...current, end: trimmedEnd(text, added.start) }
  return [...found, before, { start: added.start, end: text.length, slots: [] }]
}

/** Of several slots for the same thing in a sentence the last one holds: "moved out of Rome, lives in Oslo". */
function lastOfEach(slots: readonly Slot[]): Slot[] {
  return slots.filter(
    (slot, i) =>
      !slot.exclusive ||
      !slots
        .slice(i + 1)
        .some((other) => other.subject === slot.subject && other.attribute === slot.attribute),
  )
}

const BOUNDARY = /[,;:]\s+|\s(?=(?:and|but|while|so|though|although)\s)|\s[–—-]\s|[.!]\s+/gu

function cutBetween(text: string, from: number, to: number): number | null {
  const cuts = [...text.matchAll(BOUNDARY)].map(({ 0: { length }, index }) => index + length)
  return cuts.filter((cut) => cut > from && cut <= to).at(-1) ?? null
}

/** "I'm 34 and I play chess": the one may change without the other. */
function addedBetween(text: string, from: number, to: number): number | null {
  const cut = [...text.slice(from, to).matchAll(ADDED)].at(-1)
  return cut ? from + cut.index + cut[0].length : null
}

function trimmedEnd(text: string, cut: number): number {
  return text.slice(0, cut).trimEnd().length
}
