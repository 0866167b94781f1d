// Finds the proper names of a sentence and says what they name. When in doubt, a word is no name: a wrong node in the
// graph is worse than a missing one.
import type { EntityMention } from '../../../ports/language-model.ts'
import { firstOf, lastOf, nth } from '../../../runtime/certain.ts'
import { nthGroupOf } from '../../match-groups.ts'
import { terms } from '../../terms.ts'
import { conceptsOf } from '../concepts.ts'
import { isFirstName, kindOfName } from './lexicon.ts'
import type { People } from './people.ts'

const WORD = String.raw`(?:\p{Lu}|[a-z](?=\p{Lu}))[\p{L}\p{M}\p{N}'’&-]*`
/** A word beside these characters is markup, code or an address, and no name. */
const CANDIDATE = new RegExp(
  `(?<![\\p{L}\\p{N}@#/_'’.<{$=\\\\-])${WORD}(?: (?:(?:of|de|des|du|di|la|del|der|van|von|the|&|\\p{Lu}\\.) ){0,3}${WORD}){0,4}(?![\\p{L}\\p{N}_=({@/\\\\>]|:\\/)`,
  'gu',
)
const STOPS = new Set(
  `i i'm i've i'll i'd im ok okay hey hi hello thanks thank yes no yeah yep yup nope wow well oh ah haha lol omg btw
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep oct nov dec
  christmas easter halloween thanksgiving mr mrs ms dr prof mom mum dad god lord tv pc diy faq ps pm am asap fyi
  user assistant ai system bot human the a an and or but so if it its it's this that these those my your his her our their
  we you he she they what who when where why how which there here in on at for with to from as is are was
  were be been do does did have has had can could will would should not all some any every each one
  also just then now after before while because since please let's dear sorry congrats congratulations
  good great nice sounds cool awesome love glad sure maybe really absolutely definitely totally take
  keep have hope looks got can't don't didn't that's there's you're we're they're he's she's what's who's how's
  bye welcome excited happy bon voyage appetit kudos yay yikes woohoo hooray cheers whoa`.split(
    /\s+/,
  ),
)
const ORGANIZATION =
  /\b(?:inc|ltd|llc|gmbh|corp|corporation|university|college|hospital|clinic|bank|school|institute|foundation|company|academy|museum|agency|association|council|labs?|airlines|church|studios?)\.?$/i
const LANGUAGE =
  /^(?:English|Spanish|Irish|Hawaiian|Swedish|Danish|Polish|Turkish|Finnish|Scottish|Welsh|Latin|Dutch|Greek|Thai|Hindi|Swiss)$/
const EVENT =
  /\b(?:festival|conference|marathon|tournament|olympics|world cup|convention|summit|expo|championship|parade|day|fest)$/i
const PERSON_BEFORE =
  /\b(?:(?:my|his|her|our|your) (?:\p{L}+ )?(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|sister|brother|son|daughter|friend|cousin|aunt|uncle|boss|colleague|coworker|roommate|neighbou?r|niece|nephew|mother|father|teacher|doctor|manager|therapist|coach)(?: is)?(?: called| named)?|(?:friend|brother|sister|son|daughter|guy|girl|man|woman) (?:named|called)|(?:an?|my|our|his|her) (?:\p{L}+ )?(?:toddler|baby|newborn|boy|girl|kid),|met|mr\.?|mrs\.?|ms\.?|dr\.?|uncle|aunt|grandma|grandpa),? $/iu
const PLACE_BEFORE =
  /\b(?:in|near|visit|visited|visiting|moved to|trip to|flew to|travell?ed to) (?:the )?$/i
const ORGANIZATION_BEFORE =
  /\b(?:(?:work(?:s|ed|ing)? (?:at|for)|job at|employed (?:at|by)|hired by|joined) (?:the )?|(?:start-?up|company|firm|agency) (?:called|named) )$/i
/** A street is part of an address: "on Ahornweg", "Lindenallee 8", "Harbour Street". */
const STREET =
  /\p{L}{3}(?:stra(?:ss|ß)e|str\.?|gasse|allee|weg|platz|ufer|damm|straat|laan)$|\b(?:Street|St|Road|Rd|Avenue|Ave|Lane|Boulevard|Blvd)\.?$|^(?:Rue|Calle|Via|Avenida|Rua) /u
/** "Skip the museum", "Book a table": a verb opens the sentence. */
const OBJECT_BEHIND =
  /^ (?:the|an?|my|our|your|his|her|their|this|that|these|those|it|me|us|him|them)\b/
/** Mostly of common words: a GPS, the ER, two RPGs. */
const ABBREVIATION = /^[\p{Lu}&]{1,6}s?$/u
/** "My favourite tea is Earl Grey", "the hotel is called Kamo": the noun says what is named, whatever the name looks like. */
const THING_BEFORE =
  /\b(?:(?:my|our|his|her|their|the) (?:favou?rite )?(?:tea|coffee|beer|wine|whisk(?:e)?y|gin|drink|cocktail|dish|meal|food|dessert|cake|cheese|snack|fruit|book|novel|poem|film|movie|series|show|song|album|game|band|brand|perfume|car|van|bike|boat|phone|laptop|camera|app|rose|plant)|(?:a|an|the) (?:band|boat|book|novel|film|movie|game|app) (?:named|called))(?: (?:is|was|are)(?: called| named)?)? $/iu
const VENUE_BEFORE =
  /\b(?:my|our|his|her|their|the) (?:favou?rite )?(?:hotel|hostel|restaurant|caf[eé]|bar|pub|bistro|beach|park|city|town|village|island|country) (?:is|was)(?: called| named)? $/iu
/** "Hotel Kamo", "Café Schmidt": the name says that it is a place. */
const VENUE =
  /^(?:Hotel|Hostel|Caf[eé]|Restaurant|Mount|Lake|Villa|Casa|Ch[aâ]teau) |\p{L} (?:Hotel|Hostel|Inn|Caf[eé])$/u
const PET_BEFORE =
  /\b(?:dog|cat|puppy|kitten|parrot|hamster|rabbit|horse|pet|pup)(?:'s name is|,| is (?:named|called)| named| called)? $/i

/**
 * The names in a sentence whose runs of white space are single spaces, in order. Found one by one, because each costs a
 * look-up in the lexicon, so that a caller with enough of them can stop.
 */
export function* namesIn(sentence: string, people: People): Generator<EntityMention> {
  if (!/\p{Lu}/u.test(sentence) || isShouted(sentence)) return
  const quotes = QUOTE.test(sentence) ? [...sentence.matchAll(TITLE)] : []
  const titles = quotes.filter((quote) => !isOrdinary(nthGroupOf(quote, 1)))
  for (const title of titles) yield { name: nthGroupOf(title, 1), type: UNKNOWN }
  const firstWord = sentence.search(/[\p{L}\p{N}]/u)
  for (const match of sentence.matchAll(CANDIDATE)) {
    if (
      titles.some(({ index, 0: { length } }) => match.index > index && match.index < index + length)
    )
      continue
    const joint = sentence.slice(Math.max(0, match.index - 2), match.index)
    const first = match.index <= firstWord || !WITHIN.test(joint)
    const name = trimName(match[0], people, { first })
    if (name === '') continue
    const at = match.index + match[0].indexOf(name)
    const before = sentence.slice(Math.max(0, at - 40), at)
    const after = sentence.slice(at + name.length, at + name.length + 10)
    const type = typeOf(name, { before, after, first, people })
    if (type !== null) yield { name, type }
  }
}

/** A name of several words in quotes: "A Dance with Dragons". */
const TITLE =
  /["“](\p{Lu}[\p{L}\p{N}'’&:-]*(?: [\p{L}\p{N}'’&:-]+){0,5} \p{Lu}[\p{L}\p{N}'’-]*)["”]/gu

const QUOTE = /["“]/u

/** What a word within a sentence follows; after anything else, its capital may mark a beginning. */
const WITHIN = /(?:[\p{L}\p{N},;'’%&)]|[\p{L}\p{N}] [("“'‘]?) ?$/u

function isShouted(sentence: string): boolean {
  const upper = sentence.match(/\p{Lu}/gu)?.length ?? 0
  return upper > 8 && upper > (sentence.match(/\p{Ll}/gu)?.length ?? 0)
}

/** Drops words that are capitalised only for their place, and words at the ends that are no part of the name. */
function trimName(raw: string, people: People, { first }: { first: boolean }): string {
  const words = raw.replaceAll('’', "'").split(' ')
  while (
    words.length > 0 &&
    (isStop(firstOf(words)) || isLink(firstOf(words))) &&
    !ledByStop(words)
  )
    words.shift()
  if (first && words.length > 1 && isOpening(words, people)) words.shift()
  while (words.length > 0 && (isStop(lastOf(words)) || isLink(lastOf(words)))) words.pop()
  const name = words.join(' ').replace(/'s$|['&-]+$/u, '')
  return name.length < 2 || name.length > 60 || !raw.includes(name) ? '' : name
}

function isLink(word: string): boolean {
  return /^(?:\p{Ll}+|&|\p{Lu}\.)$/u.test(word)
}

/** "Lord of the Rings": an ordinary word that a link follows belongs to the name. */
function ledByStop(words: readonly string[]): boolean {
  return /^of$/.test(words[1] ?? '') && !isLink(firstOf(words)) && words.length > 2
}

/** "Besides Italy", "Woohoo Melanie": the first word only opens the sentence. */
function isOpening(words: readonly string[], people: People): boolean {
  const kind = kindOfName(words.join(' '))
  const rest = words.slice(1).join(' ')
  if (kindOfName(firstOf(words)) === 'verb' && !isLink(nth(words, 1))) return true
  if (people.has(rest.toLowerCase())) {
    return kindOfName(firstOf(words)) !== 'person'
  }
  return (
    kind === 'unknown' &&
    /^(?:person|place)$/.test(kindOfName(rest)) &&
    kindOfName(firstOf(words)) !== 'person'
  )
}

function isStop(word: string): boolean {
  return STOPS.has(word.toLowerCase().replace(/'s$/, '')) || STOPS.has(word.toLowerCase())
}

/** For a name of unknown kind, whatever precedes it: a name with two types would be two nodes. */
const UNKNOWN = 'thing'

type Context = { before: string; after: string; first: boolean; people: People }

function typeOf(name: string, { before, after, first, people }: Context): string | null {
  if (people.has(name.toLowerCase())) return 'person'
  if (STREET.test(name) || (first && OBJECT_BEHIND.test(after))) return null
  const kind = kindOfName(name)
  if (kind === 'demonym' || LANGUAGE.test(name)) return null
  if (PET_BEFORE.test(before)) return 'pet'
  if (VENUE.test(name) || VENUE_BEFORE.test(before)) return 'place'
  if (THING_BEFORE.test(before)) return UNKNOWN
  if (PERSON_BEFORE.test(before)) return 'person'
  if (saysOrganization(name)) return 'organization'
  if (EVENT.test(name) && name.includes(' ')) return 'event'
  if (ORGANIZATION_BEFORE.test(before)) return 'organization'
  if (kind === 'person' && first && !name.includes(' ') && !isFirstName(name)) return null
  if (kind === 'person' || kind === 'place' || kind === 'organization') return kind
  if (kind === 'verb') return null
  if (isOrdinary(name) || ABBREVIATION.test(name)) return null
  if (PLACE_BEFORE.test(before) && !/^[A-Z]{2,}$/.test(name)) return 'place'
  if (first && !name.includes(' ')) return null
  return UNKNOWN
}

/** "Acme Corp", "Globex Inc". */
export function saysOrganization(name: string): boolean {
  return name.includes(' ') && ORGANIZATION.test(name)
}

/** Everyday words with capitals: "our Mental Health Day", "Pottery". */
function isOrdinary(name: string): boolean {
  return name.split(' ').every((word) => isStop(word) || isLink(word) || isEveryday(word))
}

function isEveryday(word: string): boolean {
  return terms(word).every((term) => conceptsOf(term).length > 0)
}
