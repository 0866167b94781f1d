// Finds the known facts that a new one puts an end to by its words alone: "I sold the Civic", "I meant Porto", "Forget
// that I like coffee". Pure. An engine says which words to look for (`Sought`); nothing is guessed here beyond the
// endings of words.
import type { Sought } from '../../../infra/ports/language-model.ts'
import { isSameValue, type ShapedValue, valuesIn } from '../../../schemas/value-shapes.ts'
import type { FactIndex } from '../evolve.ts'
import type { ReadFact } from '../read-fact.ts'
import type { CurrentFact } from './current-fact.ts'
import { foldedWords } from './fingerprint.ts'

/** How many entries of a fact's `seeks` of one kind are followed: a sentence ends a few things at most. */
const MAX_SOUGHT = 4
/** A longer fact says more than a retraction covers. */
const MAX_RETRACTED_WORDS = 25

/** The facts that this one ends, whatever the order in which they were said. */
export function endedBy(
  { seeks = [], exclusive = false }: Pick<ReadFact, 'seeks'> & Partial<Pick<ReadFact, 'exclusive'>>,
  facts: FactIndex,
): CurrentFact[] {
  const known = [...facts.byId.values()].filter(holds)
  const ended = ofKind(seeks, 'ends').flatMap((sought) =>
    known.filter((each) => isSought(sought, each)),
  )
  const wrong = ofKind(seeks, 'corrects').flatMap((sought) => onlyOne(sought, known))
  const former = ofKind(seeks, 'replaces').flatMap((sought) => onlyFormer(sought, known))
  // A correction that has taken the place of another fact corrects nothing else.
  const misread = exclusive ? [] : ofKind(seeks, 'corrects').flatMap((s) => lastShaped(s, known))
  return [...ended, ...wrong, ...former, ...misread]
}

/** Where several are known, nothing tells which of them has another value now. */
function onlyFormer(sought: Sought, known: readonly CurrentFact[]): CurrentFact[] {
  const { by: now } = sought
  if (!now) return []
  const spoken = new Set(sought.words.flat())
  const isTopic = ({ shape, value }: ShapedValue) => shape === 'place' && topicIn(value, spoken)
  const former = known.filter(
    (each) =>
      isSought(sought, each) &&
      hasOther(
        now,
        valuesIn(each.text).filter((v) => !isTopic(v)),
      ),
  )
  return former.length === 1 ? former : []
}

/** "I meant year 5": the last fact with a value of that kind. */
function lastShaped({ by, words }: Sought, known: readonly CurrentFact[]): CurrentFact[] {
  if (!by) return []
  const same = known.filter(
    ({ text }) =>
      valuesIn(text).some(({ shape }) => shape === by.shape) &&
      words.every((group) => stands(group, wordsOf(text))),
  )
  const last = newestOf(same)
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
  const same = values.filter((each) => each.shape === shape)
  return same.length === 1 && same.every((each) => !isSameValue(each.value, value))
}

/** Where several are known, nothing tells which of them is corrected. */
function onlyOne({ subject, attribute }: Sought, known: readonly CurrentFact[]): CurrentFact[] {
  if (attribute === undefined) return []
  const same = known.filter((each) => each.subject === subject && each.attribute === attribute)
  return same.length === 1 ? same : []
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
    [...facts.byId.values()].filter(
      (known) => isSought(sought, known) && known.text.split(/\s+/).length <= MAX_RETRACTED_WORDS,
    ),
  )
}

/** A correction takes the subject and the attribute of what it corrects, and with them its place. */
export function corrected(fact: ReadFact, facts: FactIndex): ReadFact {
  const sought = ofKind(fact.seeks ?? [], 'corrects').find(isOfAny)
  if (sought === undefined || fact.exclusive) return fact
  const wrong = newestOf(
    [...facts.byId.values()].filter(
      (known) => isCorrected(sought, known) && isOfOneKind(known.value!, fact.value ?? ''),
    ),
  )
  if (wrong === undefined) return { ...fact, attribute: null, value: null }
  const { subject, attribute } = wrong
  return { ...fact, subject, attribute, exclusive: true }
}

/** The corrected fact says which attribute it is. */
function isOfAny({ attribute }: Sought): boolean {
  return attribute === undefined
}

function isCorrected(sought: Sought, known: CurrentFact): boolean {
  const { slot, value, subject } = known
  if (slot === null || value === null || subject !== sought.subject) return false
  return sought.words.every((group) => stands(group, wordsOf(value)))
}

/** A number is corrected by a number, and words by words. */
function isOfOneKind(a: string, b: string): boolean {
  return /\d/.test(a) === /\d/.test(b)
}

function newestOf(facts: readonly CurrentFact[]): CurrentFact | undefined {
  return facts.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)).at(-1)
}

function ofKind(seeks: readonly Sought[], kind: Sought['kind']): Sought[] {
  return seeks.filter((sought) => sought.kind === kind).slice(0, MAX_SOUGHT)
}

/** Only a state can end: a fact with an attribute that does not itself say that something ended. */
function holds({ attribute, value }: CurrentFact): boolean {
  return attribute !== null && value !== 'none'
}

function isSought({ subject, attribute, words, value }: Sought, known: CurrentFact): boolean {
  if (subject !== null && subject !== known.subject) return false
  if (attribute !== undefined && attribute !== known.attribute) return false
  if ((value === 'no') !== (known.value === 'no')) return false
  const spoken = wordsOf(known.text)
  return words.length > 0 && words.every((group) => stands(group, spoken))
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldedWords(text).split(' ').map(withoutEnding))
}

function stands(group: readonly string[], words: ReadonlySet<string>): boolean {
  return group.some((word) => words.has(withoutEnding(word)))
}

/** `volunteering`, `volunteers` and `volunteer` are one word. A crude cut is enough: it cuts both sides alike. */
export function withoutEnding(word: string): string {
  const cut = word.length < 4 ? word : word.replace(/(?:ing|ed|es|s|e)$/, '')
  return cut.replace(/([bdfglmnprst])\1$/, '$1').replace(/ie?$|y$/, 'i')
}
