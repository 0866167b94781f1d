// Reads what a person does or is as a rule: "I play the violin", "I'm a Mac user", "I don't drink alcohol". A habit
// supersedes nothing, and no similar one; a sentence that ends it finds it by its words (ends.ts).

import type { Sought } from '../../../ports/language-model.ts'
import { IRREGULAR_FORMS } from '../../irregular-forms.ts'
import { contentWords, isJest, isUnreal } from '../sentences/sentence-sense.ts'
import { type Persons, subjectOf } from './slot-subjects.ts'

export type Habit = { subject: string; attribute: string; value: string }

const MAX_SENTENCE = 300
const MAX_VALUE = 80
const ADVERBS =
  '(?:now|currently|still|also|always|usually|often|mostly|mainly|regularly|actually|really|sometimes|generally|only|just|both|normally)'
const SUBJECT =
  "(?<subject>.{0,60}?\\b(?:I|i|we|We|he|He|she|She|they|They)|(?:[Mm]y|[Oo]ur) (?:\\p{Ll}+(?: \\p{Lu}[\\p{L}-]+)?)|\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?)"
/** "Subscribed to Netflix", "on the sales team": what one is part of. */
const MEMBERSHIP =
  '(?:subscribed|enrolled|signed up|registered|insured|assigned|part) (?:to|in|on|at|with|for|of) [^.,;!?]{2,60}|(?:on|in) (?:the|an?|my|our) (?:[\\p{L}-]+ ){0,3}(?:team|board|band|choir|club|league|committee|group|squad|orchestra|course|programme?|society)\\b'
const BEING = new RegExp(
  `^${SUBJECT}(?:'m| am| is| are|'s|'re)(?: ${ADVERBS})* (?:an? (?<noun>[^.,;!?]{2,80})|(?<membership>${MEMBERSHIP})|(?<not>not )?(?<verb>\\p{Ll}+ing)\\b(?<rest>[^.;!?]*))`,
  'u',
)
const DOING = new RegExp(
  `^${SUBJECT}(?: ${ADVERBS})*(?<not> (?:don't|doesn't|do not|does not|never))? (?:${ADVERBS} )*(?<verb>\\p{Ll}+)\\b(?<rest>[^.;!?]*)`,
  'u',
)
/** Why or since when is not what a person does. */
const REASON =
  /(?:^|,? )(?:now )?(?:(?:since|because|so|but|while|when|although|though)|and (?:i|we|he|she|they|it|my|our|his|her)(?![\p{L}'])) .*$/iu
const NO_HABIT = new Set(
  `am is are was were be been being have've do does did done will would can could should must may might shall ought
  think thinks know knows guess guesses hope hopes mean means feel feels want wants wish wishes believe believes suppose
  supposes see sees hear hears agree agrees understand understands remember remembers forget forgets promise promises say
  says tell tells ask asks wonder wonders appreciate appreciates thank thanks miss misses look looks seem seems let lets
  find finds love loves like likes hate hates enjoy enjoys prefer prefers bet doubt swear assume admit get gets got not
  never just really also to and but or so of for with in on at by from as that this who which when where how why what
  the a an my your his her our their its going thinking looking planning hoping trying moving leaving getting feeling
  wondering having coming saying telling asking kidding joking sorry glad happy`.split(/\s+/),
)

/** What the sentence says of a person as a rule; null for what happened once, is asked, wished or planned. */
export function readHabit(sentence: string, persons: Persons): Habit | null {
  const text = sentence.slice(0, MAX_SENTENCE).replaceAll(/[’‘]/gu, "'").trim()
  if (/[?？"“”]/u.test(text) || isJest(text)) return null
  const being = BEING.exec(text)?.groups
  const is = being?.noun ?? being?.membership
  if (being && is) return habitOf(being, { attribute: 'is', value: is, persons })
  const groups = being?.verb ? being : DOING.exec(text)?.groups
  if (!groups || !isHabitual(groups)) return null
  const value = groups.not
    ? 'no'
    : groups.rest!.replace(REASON, '').trim().slice(0, MAX_VALUE) || 'yes'
  return habitOf(groups, { attribute: `does ${groups.verb}`, value, persons })
}

type Groups = Record<string, string | undefined>

function isHabitual({ subject, verb, not }: Groups): boolean {
  const word = verb!
  if (NO_HABIT.has(word) || /(?:ed|ly)$/.test(word)) return false
  const isBase = /ing$/.test(word) || IRREGULAR_FORMS.get(word) === undefined
  if (!isBase) return false
  const isThird = !/\b(?:I|i|we|We|they|They)$/.test(subject!)
  return not !== undefined || /ing$/.test(word) || !isThird || /s$/.test(word)
}

function habitOf(
  { subject, verb }: Groups,
  { attribute, value, persons }: { attribute: string; value: string; persons: Persons },
): Habit | null {
  if (isUnreal(subject!)) return null
  const of = subjectOf(subject!, verb ?? '', persons)
  return of === null ? null : { subject: of.key, attribute, value: value.slice(0, MAX_VALUE) }
}

const WHERE_OR_WHEN = /(?<=\S) (?:in|on|for|after|before|with|at|to)\b.*$/iu
const NOW = /\b(?:now|these days|nowadays|instead|from now on)\b/i

/** "I book window seats now": of the seats that were booked before, no others are. */
export function replacedHabit(sentence: string, { subject, attribute, value }: Habit): Sought[] {
  if (!NOW.test(sentence)) return []
  const noun = contentWords(value.replace(WHERE_OR_WHEN, ''))
    .filter((word) => !/^\d|^(?:now|yes)$/.test(word))
    .at(-1)
  if (noun === undefined) return []
  return [{ kind: 'ends', subject, attribute, words: [[noun]], value: null }]
}
