// Reads the slots of one sentence: what it says about whom, as subject, attribute and value. A false slot hides a fact,
// so questions, wishes, conditions, plans and the past give none.
import {
  conditionOf,
  insideQuotes,
  interjectedIn,
  isJest,
  writtenOut,
} from '../sentences/sentence-sense.ts'
import { choiceRules } from './rules/choices.ts'
import { contactRules } from './rules/contact.ts'
import { countRules } from './rules/counts.ts'
import { genericRules } from './rules/generic.ts'
import { homeRules } from './rules/home.ts'
import { lifeRules } from './rules/life.ts'
import { personRules } from './rules/person.ts'
import { relationRules } from './rules/relations.ts'
import { routineRules } from './rules/routine.ts'
import { statusRules } from './rules/statuses.ts'
import { thingRules } from './rules/things.ts'
import { workRules } from './rules/work.ts'
import type { Slot } from './slot.ts'
import { favouriteBehind } from './slot-reversed.ts'
import { createChooser, type SlotRule } from './slot-rule.ts'
import { ownerOf, type Persons, type Subject, subjectOf, thingOf } from './slot-subjects.ts'
import { isBeside, isTemporary } from './temporary.ts'

const chosenFor = createChooser([
  ...workRules,
  ...lifeRules,
  ...homeRules,
  ...contactRules,
  ...relationRules,
  ...personRules,
  ...routineRules,
  ...thingRules,
  ...choiceRules,
  ...countRules,
  ...statusRules,
  ...genericRules,
])
const MAX_SENTENCE = 1000

const QUESTION = /[?？]["')\s]*$/u
const ANSWERED_BACK = /[,.!] (?:and |how about |what about )?(?:you|yours)\s?\?["')\s]*$/i
/** Before a verb of liking: "... and love", "that he enjoys" are about something else. */
const ADDED = /\b(?:and\s*$|(?:that|which|who|whom)\s+\S+\s*$)/i
const ONE_OF = /\b(?:of|among|with|like) \S+(?: \S+)?\s*$/i
/** Words that make all that follows in the sentence less than a fact. */
const UNREAL =
  /\b(?:if|wish|wished|imagine|suppose|pretend|unless|whether|dream|dreams|dreamed|dreamt|hope|hopes|hoping|used to|would|wouldn't|could|might|may|maybe|perhaps|should|will|won't|gonna|going to|want|wants|wanted(?! (?:you )?to (?:let you know|tell you|say|share|mention|update you|know)\b)|plan|plans|planning|thinking of|thinking about|considering|almost|nearly|as though|can you|let's|rumou?r|joke|joking|kidding|back when|back in the day|ever since i was|someday|one day|not sure|told|thought|says|heard|in the (?:movie|film|book|novel|story|game|show)|character|pretended|claim(?:s|ed)?|when i was|when we were|as a (?:child|kid|teen\w*)|after (?:college|school|high school|graduation|university)|growing up|originally|at first|previously|formerly)\b|'ll\b|'d\b/i
const SUBORDINATE =
  /\b(?:when|while|before|until|till|once|what|where|how|why|whenever|after|time|day|year|night|moment|than|like)\s*$/i
const PAST_TAIL =
  /^[^.;!?]{0,60}\b(?:when i was|as a (?:kid|child|teen|teenager|student)|back then|back in|until|at the time|in those days|next (?:week|month|year|summer|spring|autumn|fall|winter)|someday|one day|tomorrow|for a (?:while|bit|day|week|weekend|month|semester)(?! now\b)|for the (?:weekend|day|week|spring|summer|autumn|fall|winter|semester)|growing up|in my (?:twenties|teens|youth|dreams)|before i|before we|in the past|then (?:moved )?(?:on )?to|before moving|but (?:then )?(?:i |we |he |she )?(?:moved|came|went|returned|left))\b/i
const ANY_MORE = /^[^.;!?]{0,40}\b(?:any ?more|any longer)\b/i
const SPAN_OF_TIME =
  /^[^.;!?]{0,60}\b(?:since|for (?:the (?:past|last) )?(?:\d+|an?|\p{L}+|over|about|almost|more than|many|several)\s|all my life|my whole life)/iu

/** The slots of a sentence in order, without overlaps. */
export function readSlots(sentence: string, persons: Persons): Slot[] {
  const whole = writtenOut(sentence.slice(0, MAX_SENTENCE))
  const lead = interjectedIn(whole)
  const text = whole.slice(lead)
  if ((QUESTION.test(text) && !ANSWERED_BACK.test(text)) || isJest(text)) return []
  const slots: Slot[] = []
  for (const rule of chosenFor(text)) {
    // Searching costs a tenth of starting to match.
    if (text.search(rule.head) < 0) continue
    for (const match of text.matchAll(rule.head)) {
      const slot = readRule(rule, text, { match, persons })
      if (slot) slots.push(slot)
    }
  }
  const reversed = favouriteBehind(text, persons)
  if (reversed && !unreal(text.slice(0, reversed.start))) slots.push(reversed)
  const found = withoutOverlaps(slots).map((slot) =>
    placedIn(sentence, whole, { ...slot, start: slot.start + lead, end: slot.end + lead }),
  )
  if (!found.some(({ exclusive }) => exclusive)) return found
  const stays = !isTemporary(text) && !isBeside(text)
  return stays ? found : found.map((slot) => ({ ...slot, exclusive: false }))
}

/** The slot where it stands in the sentence as it was written, without the apostrophes that were added to read it. */
function placedIn(sentence: string, read: string, slot: Slot): Slot {
  if (sentence.length >= read.length) return slot
  const written = (to: number) => {
    let at = 0
    for (const letter of read.slice(0, to)) {
      const isAdded = letter === "'" && !/['’‘]/u.test(sentence.charAt(at))
      if (!isAdded) at += letter.length
    }
    return at
  }
  return { ...slot, start: written(slot.start), end: written(slot.end) }
}

function readRule(
  rule: SlotRule,
  text: string,
  { match, persons }: { match: RegExpExecArray; persons: Persons },
): Slot | null {
  const before = text.slice(0, match.index)
  const behind = match.index + match[0].length
  if (rule.isOther?.(match.groups ?? {})) return null
  const value = rule.read(text.slice(behind))
  if (value === null || unreal(before)) return null
  const subject = subjectFor(rule, before, { verb: match[0] || text.slice(behind), persons })
  if (subject === null) return null
  const end = behind + value.length
  const held = heldValue(rule, {
    groups: match.groups ?? {},
    value: value.value,
    subject,
    tail: text.slice(end),
  })
  if (held === null) return null
  const { attribute } = rule
  return {
    subject: subject.key,
    attribute:
      typeof attribute === 'string' ? attribute : attribute(match.groups ?? {}, value.value),
    value: held,
    exclusive: rule.exclusive && subject.unique,
    category: rule.category,
    ofOneOfMany: rule.exclusive && !subject.unique,
    ended: held === 'none' && value.value !== 'none' ? value.value : null,
    start: match.index,
    end,
  }
}

function subjectFor(
  rule: SlotRule,
  before: string,
  { verb, persons }: { verb: string; persons: Persons },
): Subject | null {
  if (insideQuotes(before) || (rule.by === 'verb' && SUBORDINATE.test(before))) return null
  if (rule.polarity && ADDED.test(before)) return null
  if (rule.by === 'verb')
    return SUBORDINATE.test(withoutSubject(before)) ? null : subjectOf(before, verb, persons)
  if (rule.by === 'thing') return thingOf(before, persons)
  if (rule.by === 'owner') return ONE_OF.test(before) ? null : ownerOf(before, persons)
  return { key: persons.first, negated: false, ended: false, perfect: false, unique: true }
}

function withoutSubject(before: string): string {
  return before.replace(
    /(?:\b(?:I|i|we|he|she|they|my|[A-Z]\w+)\b|'\w+|\b(?:am|is|are|have|has|just|now|was)\b|\s)+$/,
    ' ',
  )
}

type Held = { groups: Record<string, string>; value: string; subject: Subject; tail: string }

/** The value that holds now, or null if the statement says nothing about now. */
function heldValue(rule: SlotRule, { groups, value, subject, tail }: Held): string | null {
  if (PAST_TAIL.test(tail)) return null
  if (rule.perfect && !(subject.perfect && SPAN_OF_TIME.test(tail))) return null
  if (rule.polarity) return rule.polarity(groups, subject)
  if (subject.negated || ANY_MORE.test(tail))
    return rule.endable && (subject.ended || ANY_MORE.test(tail)) ? 'none' : null
  return rule.ends ? 'none' : value
}

function unreal(before: string): boolean {
  return UNREAL.test(conditionOf(before))
}

/** Among overlapping slots the first by rule order stays. */
function withoutOverlaps(slots: readonly Slot[]): Slot[] {
  const kept: Slot[] = []
  for (const slot of slots) {
    if (!kept.some((other) => slot.start < other.end && other.start < slot.end)) kept.push(slot)
  }
  return kept.sort((a, b) => a.start - b.start)
}
