// What two statements are compared by, whatever they are about: the words that say it, and the values. Pure.
import { isSameValue, type ShapedValue, valuesIn } from '../../../../schemas/value-shapes.ts'
import { foldedWords, withoutEnding } from '../fingerprint.ts'

export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
/** They tell neither what a sentence is about nor that it has changed. */
const EMPTY = wordSet(
  `a an the my our his her their its your this that these those i we he she they it me us him them of at in on by to up
  out off away down over into about around very really quite so just all some any one every each am is are was were
  been being be have has had do does did own old only ever too with for from as and or but myself himself herself ve
  ll re because since who which there here got get gets getting if then than pm yes no not never don doesn didn isn
  aren wasn weren hasn haven hadn can cannot won without what where when how while also still like both`,
)
/** They tell that something has changed, or when. */
const OF_CHANGE = wordSet(
  `now anymore longer again instead switched switch changed change moved move upgraded upgrade downgraded renewed
  extended extension postponed pushed push rescheduled brought forward slipped delayed swapped swap traded replaced
  took take taken transferred promoted rose risen raised dropped grown grew reached turned finally back gone went
  started became become currently days nowadays already officially actually today yesterday tomorrow last week month
  year recently earlier later bumped put cut lowered increased reduced set more less correction wrong meant mean
  mistake misread misheard sorry oops wait typo next lately finally completely altogether good further will new
  scratch rebooked booked well fluently quite yet omg wow hey btw hooray yay ugh repainted painted dyed weekend please note
  missed connection`,
)
/** What is done with a thing tells little of what it is. */
const OF_USE = wordSet(
  `live lives living stay stays staying go goes going come comes coming use uses using work works working make makes
  making keep keeps keeping run runs running play plays playing want wants need needs know knows call called named name
  have having do doing start starts begin begins look looks looking find found tell told say says said day date time
  due deadline visit visits visiting booking booked reservation trip you people
  stabled kept parked stored located placed hung
  rang rings texted emailed phoned wrote messaged wear wears wearing size
  stand stands`,
)
const NEGATED = /\b(?:not|no|never|none|without|cannot)\b|n't\b|\bcant\b|\bdont\b/iu

export type ToldWords = {
  text: string
  values: readonly ShapedValue[]
  /** The stems of its words in order, without the values and what says nothing. */
  topic: readonly string[]
  isNegated: boolean
}

export function toldWords(text: string): ToldWords {
  const said = text.replace(/^\p{L}+: /u, '').replaceAll(/[’‘]/gu, "'")
  const values = valuesIn(said)
  const bare = values.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    said,
  )
  return { text: said, values, topic: topicOf(bare), isNegated: NEGATED.test(said) }
}

/** The stems of the words that say what a text is about, in order. */
export function topicOf(text: string): string[] {
  return foldedWords(text)
    .split(' ')
    .filter((word) => word.length > 1 && !EMPTY.has(word) && !OF_CHANGE.has(word))
    .map(stemOf)
}

/** Savings are what one has saved. */
export function stemOf(word: string): string {
  return withoutEnding(withoutEnding(word))
}

const USE_STEMS = new Set([...OF_USE].map(stemOf))

/** What is in one of them alone, but for what is done. */
export function without(topic: readonly string[], other: readonly string[]): string[] {
  return [...new Set(topic)].filter((word) => !other.includes(word) && !USE_STEMS.has(word))
}

export function shared(a: readonly string[], b: readonly string[]): string[] {
  return without(a, without(a, b))
}

/** The values that are in this one alone. */
export function ownValues(of: ToldWords, other: ToldWords): readonly ShapedValue[] {
  return of.values.filter(
    ({ value }) => !other.values.some((each) => isSameValue(each.value, value)),
  )
}

/** What it is about, with the words of values that both have, and of those that the other one says as no value. */
export function topicBeside(of: ToldWords, other: ToldWords): string[] {
  const own = ownValues(of, other)
  const same = of.values.filter((value) => !own.includes(value))
  const said = own
    .flatMap(({ value }) => topicOf(value))
    .filter((word) => other.topic.includes(word))
  return [...of.topic, ...same.flatMap(({ value }) => topicOf(value)), ...said]
}
