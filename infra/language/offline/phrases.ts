// Writes a fact's subject, attribute and value as a plain sentence: "Lives in Madrid since March 2026." One row per
// attribute; a fact without a row keeps its own words (summarize.ts). Pure.
import type { Saying } from '../../ports/language-model.ts'
import { present } from '../../runtime/certain.ts'
import { any } from '../patterns.ts'

/** `{}` is the value, `{a}` the value with its article; a leading `'s` marks a possession of the subject. */
type Row = readonly [attribute: string, frame: string, lasts?: 'lasts']

const ROWS: readonly Row[] = [
  ['home', 'lives in {}', 'lasts'],
  ['address', 'lives at {}'],
  ['email', 'has the email address {}'],
  ['phone', 'has the phone number {}'],
  ['name', 'is called {}'],
  ['preferred name', 'goes by {}'],
  ['age', 'is {} years old'],
  ['birthday', "'s birthday is {}"],
  ['weight', 'weighs {}'],
  ['employer', 'works at {}', 'lasts'],
  ['occupation', 'works as {a}', 'lasts'],
  ['salary', 'earns {}'],
  ['school', 'studies at {}', 'lasts'],
  ['relationship status', 'is {}', 'lasts'],
  ['partner', 'has a partner, {}'],
  ['car', 'drives {a}', 'lasts'],
  ['timezone', 'is in the time zone {}'],
  ['phone model', 'has {a} as a phone', 'lasts'],
  ['plan', 'is on the {} plan', 'lasts'],
  ['expecting', 'is expecting a baby'],
  ['children', 'has {} children'],
  ['origin', 'comes from {}'],
  ['nationality', 'is {}'],
  ['field of study', 'studies {}'],
  ['hobby', "'s hobby is {}"],
  ['plays', 'plays {}'],
  ['visited', 'visited {}'],
  ['owns', 'owns {a}'],
]
const FRAMES = new Map(ROWS.map(([attribute, frame, lasts]) => [attribute, { frame, lasts }]))

const DENIED = new Set(['none', 'no'])
const MAX_VALUE_CHARS = 100
/** Words that refer to the speaker: in a sentence about others they would mean another person. */
const OF_THE_SPEAKER = /\b(?:i|me|my|mine|we|us|our|you|your)\b/i
const PET =
  /\b(dog|cat|puppy|kitten|parrot|hamster|rabbit|bunny|horse|goldfish|turtle|tortoise|guinea pig|snake)\b/i

/** The sentence without its subject, and what links the two: a space, or nothing before a possessive. */
export type Phrase = { words: string; link: ' ' | '' }

/** Null if the attribute has no plain sentence, or the value does not fit into one. */
export function phraseOf(saying: Saying, text: string): Phrase | null {
  const { since } = saying
  const value = numberAsWritten(saying.value, text)
  if (value.length > MAX_VALUE_CHARS || OF_THE_SPEAKER.test(value)) return null
  const { frame, lasts } = frameOf(saying, text) ?? {}
  if (frame === undefined) return null
  const filled = frame.replace('{a}', () => withArticle(value)).replace('{}', () => value)
  const words = lasts && since !== null ? `${filled} since ${monthOf(since)}` : filled
  return { words, link: words.startsWith("'s ") ? '' : ' ' }
}

/** Values hold a phone number's digits alone. */
function numberAsWritten(value: string, text: string): string {
  if (!/^\+?\d{5,}$/.test(value)) return value
  const numbers = text.match(/\+?[(\d][\d\s()./-]{3,22}\d/g) ?? []
  return numbers.find((each) => each.replace(/[^\d+]/g, '') === value) ?? value
}

type Frame = { frame: string; lasts?: 'lasts' | undefined }

function frameOf({ attribute, value }: Saying, text: string): Frame | null {
  const [, kind, thing] =
    /^(favourite|opinion of|allergy to|eats|drinks|speaks|number of) (.+)$/u.exec(attribute) ?? []
  if (/^(?:eats|drinks)$/.test(kind ?? '') && value === 'no')
    return { frame: `cannot ${present(kind, 'kind').slice(0, -1)} ${thing}` }
  if (kind === 'opinion of') return { frame: `${value} ${thing}` }
  if (kind === 'allergy to')
    return { frame: `is ${value === 'no' ? 'not ' : ''}allergic to ${thing}` }
  if (DENIED.has(value)) return null
  if (kind === 'favourite') return { frame: `'s favourite ${thing} is {}` }
  if (kind === 'speaks')
    return {
      frame: `speaks ${present(thing, 'thing').replace(/(?:^|(?<=, | and ))\p{Ll}/gu, (letter) => letter.toUpperCase())}`,
    }
  if (kind === 'number of') return { frame: `has {} ${counted(present(thing, 'thing'), value)}` }
  return wordFrame(attribute, value, text)
}

function wordFrame(attribute: string, value: string, text: string): Frame | null {
  if (attribute === 'pet')
    return { frame: `has a ${(PET.exec(text)?.[1] ?? 'pet').toLowerCase()}, {}` }
  if (attribute === 'diet')
    return { frame: /^(?:keto|gluten)/.test(value) ? 'eats {}' : 'is {}', lasts: 'lasts' }
  if (attribute === 'language') return { frame: `prefers ${capitalised(value)}` }
  if (attribute === 'employer' && value === 'self-employed')
    return { frame: 'is {}', lasts: 'lasts' }
  const known = FRAMES.get(attribute)
  if (known) return known
  return HAD.test(attribute) ? { frame: `'s ${attribute} is {}` } : null
}

/** A person has one of each, and the sentence uses its name. */
const HAD =
  /^(?:(?:work|office|school|line|team) )?(?:manager|boss|supervisor|mentor|coach|trainer|tutor|teacher|landlord|landlady|doctor|gp|dentist|therapist|lawyer|accountant|hairdresser|roommate|flatmate|assistant|advisor|adviser|cleaner|nanny|babysitter|phone|email|address|height|shoe size|blood type|gym|bank|laptop|pronouns|religion|major|team|department|currency|budget|deadline|bedtime)$/

function counted(noun: string, value: string): string {
  return noun === 'children' || /^(?:1|one)$/i.test(value) ? noun : `${noun}s`
}

function withArticle(value: string): string {
  if (/^(?:an?|the|my|two|\d)\b/i.test(value)) return value
  return `${/^[aeiou]/i.test(value) ? 'an' : 'a'} ${value}`
}

export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

const MONTHS = any`January February March April May June July August September October November December`

function monthOf(instant: string): string {
  return `${MONTHS[Number(instant.slice(5, 7)) - 1]} ${instant.slice(0, 4)}`
}
