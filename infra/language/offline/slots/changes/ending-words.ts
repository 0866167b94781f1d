// What the readers of endings share: who does it, and the words by which the known fact is found.
import type { Sought } from '../../../../ports/language-model.ts'
import { IRREGULAR_FORMS } from '../../../irregular-forms.ts'
import { any, asWritten } from '../../../patterns.ts'
import { classesOf, contentWords, kindsOf, topicWords } from '../../sentences/sentence-sense.ts'
import { NAMED, type Persons, RELATED, subjectOf } from '../slot-subjects.ts'

/** One of these is in what is known of a journey. */
export const TRAVEL = ['trip', 'flight', 'flying', 'travelling', 'journey', 'visiting', 'holiday']

/** Each word that says what the phrase is about, alone. */
export function each(phrase = ''): string[][] {
  return contentWords(phrase).map((word) => [word])
}

/** Each word that says which thing the phrase names, alone. */
export function eachTopic(phrase: string): string[][] {
  return topicWords(phrase).map((word) => [word])
}

/** The words of `each`, each with the words that say as much. */
export function eachAlike(phrase = ''): string[][] {
  return contentWords(phrase).map(alike)
}

/** Words that are told together with one of others; without any, nothing is sought. */
export function withOneOf(found: readonly string[][], others: string[]): string[][] {
  return found.length === 0 ? [] : [...found, others]
}

/** What is done with a thing that one uses. */
export const USED = any`use uses using used user edit write code on with work works working at for employed`

/** What one is on, or in, one takes or does. */
export const DOINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['taking', ['on', 'prescribed']],
  ['doing', ['on', 'follow', 'following', 'practise', 'practice', 'go']],
  ['following', ['on', 'do', 'doing']],
  ['playing', ['for', 'in']],
  ['learning', ['study', 'studying', 'lessons', 'lesson', 'class', 'classes', 'course']],
  ['supporting', ['support', 'follow', 'fan', 'supporter']],
  ['dating', ['seeing', 'going', 'relationship', 'with']],
  ['seeing', ['dating', 'going', 'relationship', 'with', 'see']],
  ['study', ['student', 'studying']],
  ['studying', ['student', 'study', 'learning', 'lessons']],
])

/** In one of these it is told that two are a couple. */
export const PARTNERED = any`dating married engaged girlfriend boyfriend wife husband partner fiance fiancee fiancé fiancée seeing relationship together couple live living girl guy out`

/** In one of these it is told that a person belongs to a firm, a bank, a club or a school. */
export const BELONGING = any`use uses using bank banks banking account member membership go goes gym train trains work works working employed employer study studies studying student school support fan follow customer with at`

/** By one of these a person does without. */
export const LEAVES_OUT = any`skip skips skipping avoid avoids avoiding`

/** With no subject before the verb, it is the speaker if the text is bare: "Sold the Civic". */
export function subjectBefore(told: string, verb: string, persons: Persons): string | null {
  // "We had to | shut the bakery down"
  const before = told.replace(/\bhad to $/u, '')
  const isBare = /^(?:(?:and|so|ok|well|yes|just|finally|update:?)[,]? )*$/i.test(before)
  if (isBare) return persons.bare ? persons.first : null
  const subject = subjectOf(before, verb, persons)
  return subject === null || subject.negated ? null : subject.key
}

const LED_BY = asWritten`^(?:${RELATED}|${NAMED})(?= |'s )`

/** Of whom a sentence tells that begins with a person; the speaker otherwise. */
export function actorIn(text: string, persons: Persons): string {
  const [leading] = LED_BY.exec(text) ?? []
  return (leading && subjectOf(leading, '', persons)?.key) ?? persons.first
}

export function ends(subject: string | null, words: readonly string[], value?: 'no'): Sought {
  return endOf(subject, words.map(alike), { value: value ?? null })
}

/** What ends of the subject, by words that are each given with their alternatives. */
export function endOf(
  subject: string | null,
  words: readonly (readonly string[])[],
  more: Pick<Partial<Sought>, 'attribute' | 'value'> = {},
): Sought {
  return { kind: 'ends', subject, words, value: null, ...more }
}

/** What was said of the subject, in these words, and is not so. */
export function wasWrong(
  subject: string | null,
  words: readonly (readonly string[])[],
  more: Pick<Partial<Sought>, 'attribute' | 'by'> = {},
): Sought {
  return { kind: 'corrects', subject, words, value: null, ...more }
}

/** The word, its base form if it is irregular, and its kind. */
export function alike(word: string): string[] {
  const base = IRREGULAR_FORMS.get(word)
  // Who gives up goalkeeping is no goalkeeper.
  const doer = word.length > 5 && word.endsWith('ing') ? [word.replace(/ing$/, 'er')] : []
  return [word, ...(base ? [base] : []), ...classesOf(word), ...kindsOf(word), ...doer]
}

/** "Poor Rex", "our beloved Rex": how one feels about him does not tell who it is. */
export const EPITHET =
  /\b(?:[Pp]oor|[Dd]ear(?:est)?|(?:(?:[Mm]y|[Oo]ur) )?(?:dear|beloved|darling|sweet|lovely|faithful|poor)(?: old| little)?) (?=\p{Lu}\p{Ll})/gu

/** What went by: it was found again, it lasted an hour, it was a jest. */
export const IN_PASSING =
  /\bfor (?:an?|one|two|a few|half an|some|\d+) (?:second|minute|moment|hour|while|bit|time)s?\b|\bfor once\b|\bbut (?:(?:i|we|it|he|she|they|luckily|fortunately|thankfully|eventually|then|later) )*(?:found|survived|came back|got (?:it|him|her|them) back|turned up|still works|is fine|was fine|is okay|was okay|caught)\b|\b(?:found|got|have) (?:it|him|her|them) (?:again|back)\b|\band found (?:it|him|her|them)\b|\b(?:it|he|she) was (?:in|under|on|behind) (?:the|my)\b|\bin the (?:crowd|fog|dark|fridge|hallway)\b|\bas a joke\b|\b(?:heading|driving|walking) (?:home|back)\b|(?<!\bany ?(?:more|longer) )\b(?:ha(?:ha)+|lol|rofl)\b/i

/** "I used to play drums when I was younger" is about another time: a fact about today may still hold. */
export const BYGONE =
  /^[^.;!?]{0,60}\b(?:when (?:i|we|he|she) (?:was|were)|as (?:a|an) (?:kid|child|teen|teenager|student|boy|girl)|in (?:high school|college|my (?:youth|teens|twenties))|growing up|back then|back in)\b/i
