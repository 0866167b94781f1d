// Readers of values: each reads the words right after what a rule recognised ("lives in " ...) and returns the value
// and the number of characters that it takes, or null if there is no such value.
import { firstOf, present } from '../../../runtime/certain.ts'
import { nthGroupOf } from '../../match-groups.ts'
import { any, anyCase, asWritten } from '../../patterns.ts'
import { kindOfName } from '../names/lexicon.ts'
import { foldSpaces } from '../words.ts'
import { PRODUCTS } from './changes/another/products.ts'

type Value = { value: string; length: number }
export type Reader = (rest: string) => Value | null

const CAPITAL = String.raw`(?!I\b)(?:\p{Lu}|\d|[a-z]{1,5}(?=\p{Lu}))[\p{L}\p{M}\p{N}'’&./-]*`
const LINK = '(?:de|la|le|las|los|del|der|den|of|upon|the|&|am|an der|do|da|du|von|van)'
const NAME = asWritten`^(?:the |The )?(${CAPITAL}(?:(?: ${LINK}){0,2} ${CAPITAL}){0,4})`
const PERSON =
  /^((?:(?:Mr|Mrs|Ms|Dr|Prof)\. )?\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,2})/u
const NOT_A_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|i|i'm|i've|the|a|an|my|christmas|easter|zoom|home|lol|omg|ok|okay|and|but|so|now|pm|am|\d[\d.,/-]*)$/i

/** Drops words that only date a value or end it. */
export function cleanValue(value: string): string {
  return foldSpaces(value.replaceAll('’', "'"))
    .replace(/(?:'s)?[\s.,;:!?"'()*-]+$/u, '')
    .replace(/^["'(*\s]+/u, '')
    .replace(
      /(?:,? (?:now|nowadays|today|currently|these days|at the moment|again|too|as well|though|instead|lately|recently|right now|these past .*|already|anyway|haha|lol|btw|by the way|for now))+$/i,
      '',
    )
    .replace(/'s$/u, (ending) => ending)
    .trim()
}

function asValue(match: RegExpExecArray | null, group = 1): Value | null {
  const value = match === null ? '' : cleanValue(match[group] ?? '')
  return value === '' ? null : { value, length: present(match, 'match')[0].length }
}

/** A capitalised name; never a weekday, a month or a lone number. */
export const readName: Reader = (rest) => {
  const found = asValue(NAME.exec(rest))
  if (found === null) return null
  const first = firstOf(found.value.split(' '))
  return NOT_A_NAME.test(first) ? null : found
}

/** A make of car, with or without its year. */
export const readCar: Reader = (rest) => {
  const year = /^(?:19|20)\d\d /.exec(rest)?.[0] ?? ''
  const found = readName(rest.slice(year.length))
  return found ? { value: year + found.value, length: year.length + found.length } : null
}

const DWELLING =
  /^(?:(?:a|an|my|our|the) (?:[a-z]+ ){0,2}(?:flat|apartment|house|place|town|village|city|suburb|condo|studio|room|cottage|bungalow|farmhouse|farm|villa|cabin|loft|dorm|hostel|block|building|two-bed|one-bed|three-bed|home|hospice|houseboat|boat|caravan|barn|penthouse|maisonette|bedsit|flatshare|annexe|townhouse|mansion|duplex|terrace|semi|terraced house) (?:in|near|of|called|outside|outside of|on) |(?:student |university )?halls (?:in|near) |(?:sheltered|student|assisted|social) (?:housing|living|accommodation) (?:in|near) |(?:a|an|the) (?:[a-z'-]+ ){1,5}?(?:in|near|outside) (?=(?-i:[A-Z])))?(?:(?:the )?(?:downtown|central|northern|southern|eastern|western|north|south|east|west|sunny|beautiful|rainy|lovely|city of|heart of|outskirts of|suburbs of|center of|centre of) )*/i

/** A place: a capitalised name, or a known place, as people write it without capitals. */
export const readPlace: Reader = (rest) => {
  const lead = DWELLING.exec(rest)?.[0].length ?? 0
  const body = rest.slice(lead)
  const name = readName(body)
  if (name !== null && /^[^\d]/.test(name.value)) {
    return isNoPlace(name.value) ? null : { value: name.value, length: lead + name.length }
  }
  const lower = /^((?:the )?[a-z]+(?: [a-z]+)?)(?![\p{L}-])/u.exec(body)
  if (lower === null) return null
  const words = nthGroupOf(lower, 1)
  for (const phrase of [words, firstOf(words.split(' '))]) {
    const plain = phrase.replace(/^the /, '')
    if (plain.length > 2 && kindOfName(plain) === 'place') {
      return { value: plain, length: lead + phrase.length }
    }
  }
  return null
}

/** People move to Linux too. */
const NOT_A_PLACE =
  /^(?:linux|ubuntu|debian|windows|mac|macos|ios|android|python|java|javascript|typescript|rust|go|react|vue|angular|svelte|node|slack|teams|notion|jira|github|gitlab|docker|kubernetes|kafka|postgres|mysql|mongodb|redis|aws|azure|gcp|excel|figma|vim|emacs|vscode|minecraft|chapter|part|phase|level|step|plan)\b/i

/** True if people neither live there nor come from there. */
export function isNoPlace(name: string): boolean {
  const kind = kindOfName(name)
  return (
    kind === 'demonym' ||
    kind === 'organization' ||
    NOT_A_PLACE.test(name) ||
    PRODUCTS.has(name.toLowerCase())
  )
}

const WORKPLACE =
  /^(?:(?:a|an|the|my|our|this) )((?:[\p{L}'-]+ ){0,4}?(?:hospital|clinic|bank|school|university|college|start-?up|company|firm|agency|restaurant|cafe|café|bakery|library|museum|hotel|factory|shelter|studio|shop|store|bookstore|supermarket|pharmacy|airport|government|council|charity|non-?profit|ngo|consultancy|lab|laboratory|gym|salon|garage|farm|brewery|call cent(?:re|er)|warehouse|depot|pub|bar|theatre|cinema|zoo|care home|nursing home|shipyard|bookshop|newspaper|magazine|embassy|ministry|institute|foundation|(?:town|city) hall|army|navy|air force|police(?: force)?|fire (?:brigade|department|service)|coast guard|civil service|post office|court|courthouse|(?:police|fire|radio|tv|power|train) station|practice|surgery|vineyard|winery|prison|nursery|daycare|kindergarten))(?![\p{L}-])/iu
const CALLED = /^an? (?:[\p{L}-]+ ){1,4}(?:called|named) (?=\S)/iu
const NOT_EMPLOYER =
  /\b(?:group|club|gym|team|class|community|league|choir|band|activists|society|movement|army of|discord|facebook group|party|zoom|server|forum|tournament|festival|competition|challenge|fundraiser|call(?! cent)|meeting|fitness|\w*gym)\b/i

/** An employer: a capitalised name, a kind of workplace, or the person's own business. */
export const readEmployer: Reader = (rest) => {
  const self = /^(myself|himself|herself|themselves)\b/i.exec(rest)
  if (self) return { value: 'self-employed', length: self[0].length }
  const called = CALLED.exec(rest)?.[0].length
  if (called !== undefined) {
    const named = readName(rest.slice(called))
    if (named) return { value: named.value, length: called + named.length }
  }
  const place = asValue(WORKPLACE.exec(rest))
  const name = readName(rest)
  const found = (name !== null && !/^(?:an?|my) /i.test(rest) ? name : place) ?? lowerFirm(rest)
  if (found === null || NOT_EMPLOYER.test(rest.slice(0, found.length + 12))) return null
  return found
}

/** A firm known by name, as people write it without capitals. */
function lowerFirm(rest: string): Value | null {
  const word = /^[a-z]{3,20}(?![\p{L}-])/u.exec(rest)?.[0]
  if (word === undefined || kindOfName(word) !== 'organization') return null
  return { value: word, length: word.length }
}

/** A firm that a person joins: only a capitalised name, not a club and not a network. */
export const readJoined: Reader = (rest) => {
  const found = readName(rest)
  if (found === null || /^(?:the|a|an|my) /i.test(rest)) return null
  const network =
    /^(?:facebook|twitter|instagram|linkedin|discord|tiktok|reddit|slack|zoom|netflix|spotify|strava)$/i
  const tail = rest.slice(0, found.length + 40)
  if (NOT_EMPLOYER.test(tail) || network.test(found.value)) return null
  const kind = kindOfName(found.value)
  return kind === 'person' || kind === 'place' ? null : found
}

export const readSchool: Reader = (rest) => {
  const found = readName(rest)
  if (found !== null) return kindOfName(found.value) === 'person' ? null : found
  return null
}

/** A person's or animal's name. */
export const readPerson: Reader = (rest) => {
  const found = asValue(PERSON.exec(rest))
  if (found === null || NOT_A_NAME.test(firstOf(found.value.split(' ')))) return null
  const kind = kindOfName(found.value)
  return kind === 'demonym' || kind === 'verb' ? null : found
}

/** A person's name that is known as one. */
export const readSurePerson: Reader = (rest) => {
  const found = readPerson(rest)
  return found !== null && kindOfName(found.value) === 'person' ? found : null
}

/** Digits with a leading plus kept; the separators are dropped. */
export const readPhone: Reader = (rest) => {
  const found = /^(\+?[(\d][\d\s()./-]{3,22}\d)(?![\d:])/.exec(rest)
  if (found === null) return null
  const value = nthGroupOf(found, 1).replace(/[^\d+]/g, '')
  return value.replace('+', '').length >= 5 ? { value, length: found[0].length } : null
}

export const readEmail: Reader = (rest) => {
  const found = /^([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/.exec(rest)
  return found ? { value: nthGroupOf(found, 1).toLowerCase(), length: found[0].length } : null
}

/** A street address: it has a number and a word, and extends to the end of the sentence. */
export const readAddress: Reader = (rest) => {
  const found = /^([^;!?\n]{5,120})/.exec(rest)
  if (found === null) return null
  const told = nthGroupOf(found, 1)
  return /\d/.test(told) && /\p{L}{2}/u.test(told) ? asValue(found) : null
}

const ONES = any`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
const TENS = any`twenty thirty forty fifty sixty seventy eighty ninety`
const IN_WORDS = anyCase`^(?:(?<tens>${TENS.join('|')})(?:[- ](?<unit>${ONES.slice(1, 10).join('|')}))?|(?<one>${ONES.slice(1).join('|')}))(?![\p{L}])`
const OF_AGE =
  /^(?:[- ]?(?:years?[- ]?old|yrs?[- ]old|y\/o|yo)\b|(?= ?(?:[.,;!]|$|and\b|now\b|today\b|last\b|this\b|yesterday\b|on (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|in (?:january|february|march|april|may|june|july|august|september|october|november|december)))(?![.,]\d))/iu

/** An age: a number from 1 to 119, also in words, that is not something else's measure. */
export const readAge: Reader = (rest) => {
  const digits = /^\d{1,3}/u.exec(rest)?.[0]
  const words = digits ? null : IN_WORDS.exec(rest)
  const number = digits ?? words?.[0]
  const of = number && OF_AGE.exec(rest.slice(number.length))
  if (!number || !of) return null
  const age = digits ? Number(digits) : numberOf(words?.groups ?? {})
  return age > 0 && age < 120 ? { value: String(age), length: number.length + of[0].length } : null
}

function numberOf({
  tens = '',
  unit = '',
  one = '',
}: Readonly<Record<string, string | undefined>>): number {
  if (one) return ONES.indexOf(one.toLowerCase())
  return (TENS.indexOf(tens.toLowerCase()) + 2) * 10 + Math.max(0, ONES.indexOf(unit.toLowerCase()))
}

const MONTH_DAY =
  /^(?:on )?(?:the )?((?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{1,2}(?:st|nd|rd|th)?\b)?(?:,? (?:19|20)\d\d)?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?)/i
export const readDay: Reader = (rest) => {
  const found = asValue(MONTH_DAY.exec(rest))
  return found !== null && /\d/.test(found.value) ? found : null
}

const AMOUNT =
  /^((?:about |around |roughly |~)?(?:[$€£¥]\s?)?\d[\d.,]*(?:\s?(?:k|million|grand|m)\b)?(?:\s?(?:dollars|euros|pounds|quid|bucks|francs|chf|kr|kroner|kronor|yen|rupees|zloty|pesos|usd|eur|gbp|[$€£¥]))?(?:,? (?:a|per|an) (?:year|month|hour|week)| annually)?)/i
export const readAmount: Reader = (rest) => {
  const found = asValue(AMOUNT.exec(rest))
  return found !== null &&
    /[$€£¥]|dollar|euro|pound|quid|bucks|franc|chf|\bkr|yen|rupee|zloty|peso|usd|eur|gbp|million|grand|year|month|hour|annual|\dk/i.test(
      found.value,
    )
    ? found
    : null
}

const THING =
  /^((?:[^\s.,;!?()"—–]+|[.'](?=\S))(?: (?!(?:but|because|since|so|which|when|while|as|if|and (?:i|my|we|he|she|they|it|the|his|her|their)|though|although|cause|cuz|for|where|who|after|until)\b)[^\s,;!?()"—–]+){0,7})/iu
const NOT_A_THING =
  /^(?:that|this|it|when|how|what|where|who|which|the (?:one|way|part|fact|ones|moment|time)|probably|seeing|being|not|definitely|also|one|those|these|they|there|hard|always|so|just|to|something|everything|anything|nothing|still|very|really|getting|having|if|such|because|still|actually|coming|here|going)\b/i

/** The name of a favourite: a few words, to the end of the clause. */
export const readThing: Reader = (rest) => {
  const quoted = /^["“']([^"”']{1,80})["”'](?=[\s.,;!]|$)/.exec(rest)
  if (quoted) return asValue(quoted)
  const lead =
    /^(?:definitely |probably |still |now |currently |actually |also )*/i.exec(rest)?.[0].length ??
    0
  const found = asValue(THING.exec(rest.slice(lead)))
  if (found === null || NOT_A_THING.test(found.value)) return null
  return { value: found.value.replace(/^(?:a|an|the) (?=[a-z])/i, ''), length: lead + found.length }
}

/** A reader for a closed list of words, which may fold several into one. */
export function readWord(pattern: RegExp, fold: (word: string) => string = (word) => word): Reader {
  return (rest) => {
    const found = pattern.exec(rest)
    if (found === null) return null
    return { value: fold((found[1] ?? found[0]).toLowerCase()), length: found[0].length }
  }
}

/** For rules whose own words are the whole statement. */
export function always(value: string): Reader {
  return () => ({ value, length: 0 })
}

const SHORT =
  /^((?:[^\s,;!?()"“”]|(?<=\d),(?=\d{3}(?!\d)))+(?: (?!(?:and (?:i|my|he|she|it|the)|but|because|since|so|which|who|when|while|if|though|until|not)\b)(?:[^\s,;!?()"“”]|(?<=\d),(?=\d{3}(?!\d)))+){0,5}?)(?=\s*(?:[;!?]|,(?!(?<=\d,)\d{3}(?!\d))|[.](?:\s|$)|$|(?:and (?:i|my|he|she|it|the)|but|because|since|so|which|who|when|while|though|not)\b))/iu

/** A few words, to the end of the clause. */
export const readShort: Reader = (rest) => {
  const found = SHORT.exec(rest)
  const value = (found?.[1] ?? '')
    .replace(/^(?:a|an|the) (?=\p{Ll})/iu, '')
    .replace(/[.,;:!]+$/u, '')
    .replace(
      /(?: now| currently| these days| today| instead| actually| again| already| nowadays)+$/i,
      '',
    )
    .trim()
  return found === null || value === '' ? null : { value, length: found[0].length }
}
