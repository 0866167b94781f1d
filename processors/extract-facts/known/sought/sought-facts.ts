// The look-ups by which a statement finds the facts that it ends or corrects: by words, by place, by shape of value.
import { valuesIn } from '../../../../schemas/value-shapes.ts'
import type { CurrentFact } from '../current-fact.ts'
import { stemsOf, withoutEnding } from '../fingerprint.ts'
import { createFactTerms } from './fact-terms.ts'

type Words = readonly (readonly string[])[]

export type SoughtFacts = {
  add(fact: CurrentFact): void
  /** Those in whose text one word of every group stands, whatever its ending; none without a group. */
  saying(words: Words): CurrentFact[]
  /** Those in whose value one word of every group stands, whatever its ending; none without a group. */
  valued(words: Words): CurrentFact[]
  /** Those that hold and are about the subject. */
  about(subject: string | null): CurrentFact[]
  /** Those that hold, with one attribute of one subject. */
  holding(subject: string | null, attribute: string): CurrentFact[]
  /** Of those that hold, the last that states a value of the shape. */
  lastShaped(shape: string): CurrentFact | undefined
  /** Of those in a slot or with a name, the last about the subject whose value can be corrected by this one. */
  lastInSlot(subject: string | null, value: string): CurrentFact | undefined
}

/** @param facts - those that are current at any time. */
export function createSoughtFacts(facts: ReadonlyMap<string, CurrentFact>): SoughtFacts {
  const byWord = createFactTerms(facts, ({ text }) => stemsOf(text))
  const byValue = createFactTerms(facts, ({ value }) => (value === null ? [] : stemsOf(value)))
  const byPlace = createFactTerms(facts, (fact) => (holds(fact) ? [placeOf(fact)] : []))
  const byShape = createFactTerms(facts, shapesOf)
  const ofSubject = createFactTerms(facts, (fact) => (holds(fact) ? [termOf(fact.subject)] : []))
  const bySubject = createFactTerms(facts, correctableOf)
  return {
    add: (fact) => {
      for (const each of [byWord, byValue, byPlace, byShape, bySubject, ofSubject]) each.add(fact)
    },
    saying: (words) => byWord.having(stemmed(words)),
    valued: (words) => byValue.having(stemmed(words)),
    about: (subject) => ofSubject.having([[termOf(subject)]]),
    holding: (subject, attribute) => byPlace.having([[placeOf({ subject, attribute })]]),
    lastShaped: (shape) => byShape.last(shape),
    lastInSlot: (subject, value) => bySubject.last(correctable(subject, value)),
  }
}

/** Only a state can end: a fact with an attribute that does not itself say that something ended. */
export function holds({ attribute, value }: CurrentFact): boolean {
  return attribute !== null && value !== 'none'
}

/** A number is corrected by a number, and words by words. */
export function isOfOneKind(a: string, b: string): boolean {
  return hasNumber(a) === hasNumber(b)
}

function hasNumber(value: string): boolean {
  return /\d/.test(value)
}

function stemmed(words: Words): string[][] {
  return words.map((group) => group.map(withoutEnding))
}

function termOf(subject: string | null): string {
  return JSON.stringify(subject)
}

function placeOf({ subject, attribute }: Pick<CurrentFact, 'subject' | 'attribute'>): string {
  return JSON.stringify([subject, attribute])
}

function shapesOf(fact: CurrentFact): string[] {
  return holds(fact) ? valuesIn(fact.text).map(({ shape }) => shape) : []
}

/** "I come from Bergen": a name, of which there may be several. */
function isNamed({ attribute, value }: Pick<CurrentFact, 'attribute' | 'value'>): boolean {
  if (attribute === null || attribute.startsWith('does ')) return false
  const named = attribute === 'is' ? /^(?:in|at|on|from|with) \p{Lu}/u : /^\p{Lu}/u
  return named.test(value ?? '')
}

function correctableOf({ slot, subject, attribute, value }: CurrentFact): string[] {
  const isOneOfMany = slot === null && !isNamed({ attribute, value })
  return isOneOfMany || value === null ? [] : [correctable(subject, value)]
}

function correctable(subject: string | null, value: string): string {
  return JSON.stringify([subject, hasNumber(value)])
}
