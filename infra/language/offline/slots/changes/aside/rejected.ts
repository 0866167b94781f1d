// The rules for what is rejected by a complaint and done otherwise since: "The bus got so unreliable that I cycle in", "Word
// drove me nuts, I write everything in Typora now", "I haven't touched Java since". Each tells what was done with the thing.
import { IRREGULAR_FORMS } from '../../../../irregular-forms.ts'
import { any, anyCase } from '../../../../patterns.ts'
import { each, withOneOf } from '../ending-words.ts'
import type { Resolution } from '../over/resolved.ts'

/** What one does with a thing that one can do without. */
const DONE_WITH = any`use uses using take takes taking drink drinks drinking eat eats eating have has put puts ride rides riding go goes going write writes writing code codes coding edit watch watches listen listens play plays playing read reads reading wear wears wearing get gets order orders shop shops buy buys bank train trains travel travels commute keep keeps make makes`
/** Persons and limbs may be complained of, and stay. */
const NO_THING = String.raw`(?!(?:it|that|this|he|she|they|we|i|you|there|here|what|who|everything|nothing|something|life|(?:\p{L}+ ){0,2}(?:boss|manager|wife|husband|partner|girlfriend|boyfriend|neighbou?rs?|kids?|children|son|daughter|mother|mum|mom|father|dad|parents|brother|sister|friends?|colleagues?|flatmates?|roommates?|landlord|landlady|baby|dog|cat|teacher|doctor|knees?|back|ankle|wrist|arm|leg|foot|feet|shoulder|neck|hip|head|eyes?|heart|weather|noise|heat|cold|rain|traffic|price|prices))\b)`
const THING = String.raw`${NO_THING}(?:(?:the|my|our|all (?:the|that)) )?(?<what>\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)??)`
const ILL = String.raw`(?:\p{Ll}*aches?|cramps?|migraines?|heartburn|pains?|(?:a )?rash(?:es)?|nightmares|grief|trouble|the creeps|anxiety|the jitters|blisters|hives|indigestion)`
const UNWELL =
  '(?:sick|tired|anxious|nervous|sleepy|jittery|dizzy|nauseous|itch|bloated|fat|ill|sad|angry|miserable|sneeze|cough)'
/** What is so as a rule, and not on one day. */
const COMPLAINT = String.raw`(?:(?:has |have |had |just |really |always )*(?:got|gotten|became|become|(?:is|are)(?: getting| just| simply| always)*|(?:was|were) getting) (?:so|too|far too|way too|much too) \p{Ll}+|(?:drives|drive|drove|was driving) me (?:nuts|crazy|mad|insane|up the wall|round the bend)|(?:gives|give|gave|was giving|kept giving) me (?:\p{Ll}+ )?${ILL}|(?:makes|make|made|was making|kept making) me (?:feel )?${UNWELL}|(?:gets|get|got) on my nerves|kept \p{Ll}+ing|(?:wasn't|isn't|weren't|aren't) (?:really )?for me|(?:didn't|doesn't|don't) (?:agree with|suit|work for|do it for) me|(?:annoyed|annoys|annoy|bored|bores) me|let me down)`
const BROKE =
  '(?:broke|broke down|died|packed up|gave up|gave out|conked out|fell apart|wore out|stopped working)'
const BACK_TO = String.raw`(?:it's |it is |(?:I|we)(?:'m|'re| am| are|'ve| have)? (?:now |just )?)?(?:went |gone |going )?(?:back to|switched(?: over| back)? to|moved(?: over)? to|changed to) (?!work\b|bed\b|sleep\b|him\b|her\b|them\b|you\b|school\b|normal\b|it\b)`
const DO = String.raw`(?<doing>do(?= (?:everything|all|most) )|(?!(?:think|know|guess|love|like|hate|need|want|hope|feel|mean|wish|can|could|will|would|should|must|have|had|am|are|was|were|do|did|got|get|stay|wait|try|miss|still|never|ended|had|let|complain)\b)\p{Ll}{3,})\b`
const SO = '[^.,;!?]{0,30}?(?:,? (?:so|and|that)|,)(?: (?:now|these days|nowadays|lately))?'
/** What is done once, or with the thing itself, gives nothing up. */
const LASTING = String.raw`(?![^.;!?]*\b(?:it(?! back|.s back)|them|that one|today|tonight|yesterday|tomorrow|this (?:morning|afternoon|evening|week|time|once)|sometimes|more|again|for (?:a|the|now|once))\b)`
const REJECTED = anyCase`(?:^|[,;:] )${THING} ${LASTING}(?:${COMPLAINT}${SO} (?:${BACK_TO}|(?:I|we)(?: now| just| only| simply)* ${DO})|${BROKE}${SO} ${BACK_TO})`
const SINCE = String.raw`(?=\s*(?:[.,;!]|$)|\s+(?:then|that|i|we)\b)`

/** "I drove" was once; what one drives is so as a rule. */
function isPast(verb: string): boolean {
  return /ed$/u.test(verb) || IRREGULAR_FORMS.has(verb)
}

export const rejected: readonly Resolution[] = [
  {
    by: 'speaker',
    cue: /\b(?:too|so|me|kept|nerves|broke|died|gave|packed|conked|fell|wore|stopped) ?[^.;!?]*(?:\b(?:so|and|that)\b|,) /iu,
    words: any`back to now i we`,
    told: REJECTED,
    sought: ({ what, doing }) =>
      doing && isPast(doing.toLowerCase()) ? [] : withOneOf(each(what), DONE_WITH),
  },
  {
    by: 'speaker',
    words: any`haven t`,
    cue: /haven't (?:even )?(?:touched|opened|used|missed|needed|looked)/iu,
    told: anyCase`\b(?:haven't|have not) (?:even |really )?(?:touched|opened|used|missed|needed|looked at) (?:an? |the |my |any |another )?(?<what>(?!(?:it|that|this|them|one|him|her)\b)\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?) since${SINCE}`,
    sought: ({ what }) => withOneOf(each(what), DONE_WITH),
  },
]
