// Reads what a person does or is as a rule: "I play the violin", "I'm a Mac user", "I don't drink alcohol". A habit
// supersedes nothing, and no similar one; a sentence that ends it finds it by its words (ends.ts).
import { IRREGULAR_FORMS } from '../../irregular-forms.ts'
import { type Groups, groupOf } from '../../match-groups.ts'
import { any, asWritten } from '../../patterns.ts'
import {
  CORRECTING,
  isJest,
  isUnreal,
  withHave,
  withoutOpening,
  writtenOut,
} from '../sentences/sentence-sense.ts'
import { saysAny } from '../words.ts'
import { PASSING_STATE } from './changes/over/resolved.ts'
import type { Habit } from './slot.ts'
import { NAMED, type Persons, PLURAL_KIN, RELATED, subjectOf } from './slot-subjects.ts'
import { readState } from './states.ts'

const MAX_SENTENCE = 300
const MAX_VALUE = 80
const ADVERBS =
  '(?:now|currently|still|also|always|usually|often|mostly|mainly|regularly|actually|really|sometimes|generally|only|just|both|normally)'
const SUBJECT = String.raw`(?<subject>.{0,60}?\b(?:I|i|we|We|he|He|she|She|they|They)|${RELATED}(?! and\b)|[Mm]e and (?:my )?\p{L}+|[Mm]y \p{Ll}+ and I|(?:[Mm]y|[Oo]ur) (?:\p{Ll}+ ){0,2}?(?:\p{Ll}[\p{Ll}-]*(?: \p{Lu}[\p{L}-]+)?)|\p{Lu}[\p{L}-]+ and \p{Lu}[\p{L}-]+|[Tt]he (?:dog|cat|puppy|kitten|parrot|hamster|rabbit|horse|baby|client|customer|patient|guest|employee|tenant|applicant|candidate|student|member|subscriber|caller|resident|buyer|seller|supplier)|${NAMED})`
/** "Subscribed to Netflix", "on the sales team": what one is part of. */
const MEMBERSHIP = String.raw`(?:subscribed|enrolled|signed up|registered|insured|assigned|part) (?:to|in|on|at|with|for|of) [^.,;!?]{2,60}|(?:on|in) (?:the|an?|my|our) (?:[\p{L}-]+ ){0,3}(?:team|board|band|choir|club|league|committee|group|squad|orchestra|course|programme?|society)\b`
/** One of these is in every sentence that says what a person is. */
const BE = new Set(any`am is are was were has have m s re ve became turned`)
const BEING = asWritten`^${SUBJECT}(?:(?:'ve| have|'s| has) been(?= (?:${ADVERBS} )*\p{Ll}+ing (?!for\b|since\b|ever\b|as\b|on it\b|to\b|like\b|too\b|so\b))|'m| am| is| are|'s|'re|(?:'ve| have|'s| has)? (?:turned into|become|became))(?: ${ADVERBS})* (?:an? (?<noun>[^.,;!?]{2,80})|(?<membership>${MEMBERSHIP})|(?<not>not )?(?<verb>\p{Ll}+ing)\b(?<rest>[^.;!?]*))`
const STATE = asWritten`^${SUBJECT}(?:'m| am| is| are|'s|'re| has| have|'ve| (?:was|were)(?= (?:thinking|considering|planning) ))(?: ${ADVERBS}| gone| been)* (?<state>${PASSING_STATE})`
/** "I signed up for a pottery class", "I've booked the Marriott" is so until it is cancelled. */
const JOINED = asWritten`^${SUBJECT}(?:'ve| have| has|'s)?(?: ${ADVERBS})* (?<joined>(?:(?:signed up for|enrolled in|registered for|booked|reserved)|(?:switched|changed|converted|migrated)(?: over)?(?: back)? to|(?:gone|went) back to(?= \p{Lu})) [^.,;!?]{3,60})`
/** "I've lost my passport" is a state, too, until it is found. */
const LOST =
  /^(?<subject>I|We|i|we)(?:'ve| have)?(?: just)? (?<state>lost (?:my|our) [^.,;!?]{2,40})/u
/** "Has moved" tells what happened, not what is so as a rule. */
const HAS_DONE =
  /^ (?:\p{Ll}+ly |just |already |finally )?(?:\p{Ll}+ed|been|gone|left|got|taken|given|become|come|bought|sold|found|lost|made|had|begun|started)\b/u
/** What an app tells: "Order shipped (shop, 2026-05-08): carrier is DHL". */
const EVENT = /^\p{Lu}[^().:]{0,80} \([^()]{1,100}, \d{4}-\d\d-\d\d\)[:.]/u
/** What follows is said in the place of what was said before. */
export const IN_ITS_PLACE = /^(?:change of plans?|new plan)[,:.!]+ ?/iu
const DOING = asWritten`^${SUBJECT}(?: ${ADVERBS})*(?<can> can still)?(?<not> (?:don't|doesn't|do not|does not|never|no longer|won't|can't(?! (?:wait|believe|help|imagine|remember|find|come|make|go|see|be|do|say|tell|stand|bear|get)\b)))? (?:${ADVERBS} )*(?<verb>\p{Ll}+)\b(?<rest>[^.;!?]*)`
/** Why or since when is not what a person does. */
const REASON =
  /(?:^|,? )(?:now )?(?:(?:since|because|so|but|while|when|although|though)|and (?:i|we|he|she|they|it|my|our|his|her)(?![\p{L}'])) .*$/iu
const NO_HABIT = new Set(
  `am is are was were be been being have've do does did done will would can could should must may might shall ought
  think thinks know knows guess guesses hope hopes mean means feel feels want wants wish wishes believe believes suppose
  supposes see sees hear hears agree agrees understand understands remember remembers forget forgets promise promises say
  says tell tells ask asks wonder wonders appreciate appreciates thank thanks miss misses look looks seem seems let lets
  find finds love loves like likes hate hates enjoy enjoys prefer prefers bet doubt swear assume admit get gets got not
  had never just really also to and but or so of for with in on at by from as that this who which when where how why what
  the a an my your his her our their its going thinking looking planning hoping trying moving leaving getting feeling
  wondering wanting having coming saying telling asking kidding joking sorry glad happy didn don doesn isn wasn aren weren hasn haven hadn
  couldn wouldn shouldn won ain`.split(/\s+/),
)

/** Verbs that end like past forms, or like adverbs. */
const LIKE_OTHERS = /^(?:fly|apply|rely|supply|reply|feed|breed|shed)$/

const HELPING = new Set(
  any`do does doing get gets getting having going coming see sees believe believes love loves like likes enjoy enjoys hate hates prefer prefers`,
)
/** Verbs that help others say nothing by themselves; with a thing behind them they do: "I do my shopping at Aldi". */
const PURSUED =
  /^(?:(?:do|does|doing) (?!(?:not|so|it|that|this|what\p{L}*|you|i|we|they|he|she|have|has|like|love|think|know|want|need|hope|feel|believe|agree|understand|see|wish|enjoy|get|miss|remember|try|hate|mean|look|find|appreciate|believe|well|good|better|great|fine|ok|okay|something|anything|nothing|everything|things|stuff|also|really|always|often|sometimes|still|just|all right|alright)\b)(?:(?:all|most of|a lot of|some) )?(?:(?:my|our|the|his|her) )?(?:\d+ )?\p{L}[\p{L}-]{2,}|(?:getting|having) (?:my|our|the) (?:\p{Ll}+ ){1,2}(?:done|redone|fixed|repaired|painted|repainted|rebuilt|fitted|installed|replaced|renovated|cleaned|decorated|insulated)\b|getting an? (?:\p{Ll}+ )?\p{Ll}+ (?:in|on|next|this|for)\b|(?:get|gets|getting) (?:all )?(?:my|our|his|her) \p{Ll}+|coming (?:over|round|to|for|at|on|in|with|by|next|this|tomorrow|tonight)\b|having (?:an? |our |the |my )?(?:\p{Ll}+ )?(?:dinner|lunch|brunch|breakfast|drinks|coffee|party|barbecue|bbq|picnic|meeting|wedding|sleepover|reunion|housewarming|shower|ceremony|reception|celebration|get-together)\b|going \p{Ll}+ing\b|going to (?:the|a|my|our) (?:\p{Ll}+ )?(?:wedding|concert|gig|party|match|game|festival|conference|show|play|opera|theatre|theater|cinema|reunion)\b|sees? (?:an?|my|our|the) (?:therapist|counsell?or|psychologist|psychiatrist|physio|\p{Ll}+(?:ist|path)|dietitian|chiropractor|tutor|coach|trainer)\b|believes? in \p{L}|(?:loves?|likes?|enjoys?|hates?) (?!(?:being|seeing|hearing|knowing|having|doing|talking)\b)\p{Ll}{3,}ing\b|(?:loves?|hates?) (?:my|our|his|her) (?!(?:life|family|friends?|wife|husband|kids?|children|son|daughter|mum|mom|dad|parents|new|own)\b)\p{Ll}+|prefers? (?!(?:it|that|this|them|to|if|when|not|you|him|her)\b)\p{L}{2,})/u

/** "I quit smoking", "I gave up sugar": it is not so until it begins again. */
const WITHOUT = asWritten`^${SUBJECT}(?:'ve| have| has|'s)?(?: ${ADVERBS}| finally| completely)* (?:(?:gave up|given up|cut out|quit|stopped)(?= \p{Ll}+ing\b)|gave up|given up|cut out|quit) (?<what>(?!(?:my|the|his|her|our) |(?:it|on|hope|trying|looking|waiting|asking)\b)[^.,;!?]{2,40})$`
/** What a person wants to have or to be. */
const WISH = asWritten`^${SUBJECT}(?: really| always| also)* (?:want|wants|'d like|would like)(?<wish> (?:(?:to (?:be|become|get|buy|adopt|have) )?an? \p{Ll}|to (?:move|relocate|emigrate|study|learn|retire|open|start|quit|sell|apply|train|travel|go back) )[^.,;!?]{1,40})$`

/** What the sentence says of a person as a rule; null for what happened once, is asked, wished or planned. */
export function readHabit(sentence: string, persons: Persons): Habit | null {
  const text = plain(sentence)
  if (/[?？"“”]/u.test(text) || isJest(text)) return null
  return habitIn(text, persons) ?? readState(text, persons)
}

function plain(sentence: string): string {
  const told = writtenOut(sentence.slice(0, MAX_SENTENCE)).trim()
  const opened = withoutOpening(told).replace(CORRECTING, '').replace(IN_ITS_PLACE, '')
  return withHave(opened.replace(IN_FACT, '')).replace(/^\p{Ll}/u, (first) =>
    told.startsWith(first) ? first : first.toUpperCase(),
  )
}

/** The words by which a sentence puts right what was believed or said before. */
export const IN_FACT =
  /^(?:(?:no|well|oh),? )?(?:actually,? |in fact,? |(?:it )?turns out,? (?:that )?|i (?:meant|mean)(?: to say)?,? (?:that )?(?=(?:my|our|the|i|i'm|he|she|we)\b))/iu

function habitIn(text: string, persons: Persons): Habit | null {
  if (EVENT.test(text)) return null
  const mayBe = saysAny(text, BE)
  const being = mayBe ? BEING.exec(text)?.groups : undefined
  const is = being?.noun ?? being?.membership
  if (being && is) return habitOf(being, { attribute: 'is', value: is, persons })
  const state = ((mayBe ? STATE.exec(text) : null) ?? LOST.exec(text) ?? JOINED.exec(text))?.groups
  if (state)
    return habitOf(state, { attribute: 'is', value: state.state ?? state.joined ?? '', persons })
  const without = WITHOUT.exec(text.replace(/[.!]+$/u, ''))?.groups
  if (without)
    return habitOf(without, { attribute: `does ${groupOf(without, 'what')}`, value: 'no', persons })
  const wish = WISH.exec(text.replace(/[.!]+$/u, ''))?.groups
  if (wish)
    return habitOf(wish, { attribute: 'does want', value: groupOf(wish, 'wish').trim(), persons })
  const groups = being?.verb ? being : DOING.exec(text)?.groups
  if (!groups || !isHabitual(groups)) return null
  const value =
    groups.not || NONE.test(groupOf(groups, 'rest'))
      ? 'no'
      : groupOf(groups, 'rest').replace(REASON, '').trim().slice(0, MAX_VALUE) || 'yes'
  return habitOf(groups, { attribute: `does ${groups.verb}${liquor(groups)}`, value, persons })
}

/** "I have no pets", as "I don't have pets". */
const NONE = /^ (?:no|zero) \p{L}/iu

/** Who does not drink takes no alcohol; tea is another matter. */
function liquor(groups: Groups): string {
  const isBare = /^(?:,? (?:at all|any ?more|any longer|these days|now))*$/u.test(
    groupOf(groups, 'rest'),
  )
  return groups.not && isBare && /^drinks?$/.test(groupOf(groups, 'verb')) ? ' alcohol' : ''
}

function isHabitual(groups: Groups): boolean {
  const word = groupOf(groups, 'verb')
  const rest = groupOf(groups, 'rest')
  if (HELPING.has(word) && PURSUED.test(`${word}${rest}`)) return true
  if (/^(?:has|have|had)$/.test(word) && HAS_DONE.test(rest)) return false
  if (NO_HABIT.has(word) || (/(?:ed|ly)$/.test(word) && !LIKE_OTHERS.test(word))) return false
  const isBase =
    /ing$/.test(word) ||
    /^(?:lives|lay|lays)$/.test(word) ||
    IRREGULAR_FORMS.get(word) === undefined
  if (!isBase) return false
  const subject = groupOf(groups, 'subject')
  const isThird = !/\b(?:I|i|we|We|they|They)$/.test(subject) && !PLURAL_KIN.test(subject)
  return (
    groups.not !== undefined ||
    groups.can !== undefined ||
    /ing$/.test(word) ||
    !isThird ||
    /s$/.test(word)
  )
}

function habitOf(
  groups: Groups,
  { attribute, value, persons }: { attribute: string; value: string; persons: Persons },
): Habit | null {
  const subject = groupOf(groups, 'subject')
  if (isUnreal(subject)) return null
  const of =
    petOf(subject, persons) ??
    subjectOf(subject, groups.not || groups.can ? '' : (groups.verb ?? ''), persons)?.key ??
    ownOf(subject, persons)
  return of === null ? null : { subject: of, attribute, value: value.slice(0, MAX_VALUE) }
}

/** "The puppy sleeps in our bed now" is told of one's own. */
function petOf(subject: string, persons: Persons): string | null {
  const pet = /^the (?<pet>dog|cat|puppy|kitten|parrot|hamster|rabbit|horse|baby)$/i.exec(subject)
  return pet?.groups?.pet ? `${persons.first}'s ${pet.groups.pet.toLowerCase()}` : null
}

/** "My left arm": what is the speaker's own is told of the speaker. */
function ownOf(subject: string, persons: Persons): string | null {
  return /^(?:my|our|me and) /i.test(subject) ? persons.first : null
}
