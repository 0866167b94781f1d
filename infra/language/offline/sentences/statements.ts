// Reads an utterance: its sentences, cut if one of them says two things that may change separately.
import type { ExtractionRequest, Sought, Utterance } from '../../../ports/language-model.ts'
import { withNames } from '../names/lower-case-names.ts'
import { type Speaker, speakerOf } from '../names/speakers.ts'
import { readAnswer } from '../slots/anaphora.ts'
import { replacedHabit } from '../slots/changes/another/replaced-habits.ts'
import { usesAnother } from '../slots/changes/another/same-kind.ts'
import { readSuccessors } from '../slots/changes/another/successors.ts'
import { IN_PASSING } from '../slots/changes/ending-words.ts'
import {
  alsoEnded,
  changedOfOne,
  endedValues,
  isReplaced,
  otherPartner,
  seesAnother,
} from '../slots/changes/endings.ts'
import { readEnds } from '../slots/changes/ends.ts'
import { theirPlace } from '../slots/changes/journeys.ts'
import { replacedValues } from '../slots/changes/other-values/replaced.ts'
import { readUpdate } from '../slots/changes/other-values/updates.ts'
import {
  correctedSlots,
  notSuch,
  readCorrection,
  readRetraction,
  saidBefore,
} from '../slots/changes/take-backs.ts'
import { readHabit } from '../slots/habits.ts'
import { readSchedule } from '../slots/schedule.ts'
import type { Habit, Slot } from '../slots/slot.ts'
import { type Persons, withThird } from '../slots/slot-subjects.ts'
import { readSlots } from '../slots/slots.ts'
import { isBeside, isTemporary } from '../slots/temporary.ts'
import { countWords } from '../words.ts'
import {
  type Added,
  addedHabit,
  clauses,
  type OwnClause,
  ownClauses,
  precedingHabit,
} from './clauses.ts'
import { looksEnglish } from './english.ts'
import { MAX_FACT_WORDS, type Piece } from './group.ts'
import { restated } from './restated.ts'
import {
  isJest,
  isOfEarlierYear,
  takesBack,
  withoutAdornment,
  withoutChat,
} from './sentence-sense.ts'
import { type Sentence, splitSentences } from './sentences.ts'
import { isFiller, onlyAsks, onlyRemarks } from './small-talk.ts'

/** A sentence, or a part of one, with what it says. */
export type Statement = Piece & {
  start: number
  end: number
  at: string
  speaker: Speaker
  /** At most one of them is exclusive. */
  slots: readonly Slot[]
  /** What its words put an end to. */
  seeks: readonly Sought[]
  /** What is so as a rule, if it has no slot. */
  habit: Habit | null
  /** It only asks. */
  asks: boolean
  /** It only comments on what is said beside it. */
  remarks: boolean
  /** Whether it begins, or ends, where its sentence does. */
  opens: boolean
  closes: boolean
  /** False if the utterance is clearly of another language: English rules find no names in it. */
  english: boolean
}

const SHORT_TEXT = 400

/** The statements of one utterance, in order, with only white space between them. */
export function readUtterance(
  request: ExtractionRequest,
  utterance: Utterance,
  index: number,
): Statement[] {
  const speaker = speakerOf(utterance.speaker)
  const sentences = splitSentences(request.text, utterance.start, {
    end: utterance.end,
    maxWords: MAX_FACT_WORDS,
  })
  const english = looksEnglish(request.text.slice(utterance.start, utterance.end))
  const said = english ? saidIn(request, { sentences, speaker, utterance }) : []
  return sentences.flatMap((sentence, i) => {
    const text = request.text.slice(sentence.start, sentence.end)
    const { slots, seeks, habit: whole, added } = said[i] ?? NOTHING
    return clauses(text, slots, added).map((clause, part, all) => {
      const habit = clause.slots.length > 0 ? null : (whole ?? added?.habit ?? null)
      const own = seeks.filter(({ kind }) => part === (kind === 'ends' ? 0 : all.length - 1))
      const sure = own.filter(isSure)
      const start = sentence.start + clause.start
      const end = sentence.start + clause.end
      const words = request.text.slice(start, end)
      const filler = isFiller(words)
      return {
        start,
        end,
        at: utterance.at,
        speaker,
        slots: clause.slots,
        seeks: own,
        english,
        habit,
        utterance: index,
        words: countWords(words),
        alone:
          clause.slots.some((slot) => slot.exclusive) || sure.some(({ kind }) => kind !== 'ends'),
        filler,
        asks: clause.slots.length + sure.length === 0 && !filler && onlyAsks(words),
        remarks: clause.slots.length + sure.length === 0 && habit === null && onlyRemarks(words),
        opens: part === 0,
        closes: part === all.length - 1,
        paragraph: sentence.paragraph && part === 0,
      }
    })
  })
}

/** A sentence that tells of a change in some words may not tell of any. */
function isSure({ kind }: Sought): boolean {
  return kind !== 'updates'
}

type Read = { sentences: readonly Sentence[]; speaker: Speaker; utterance: Utterance }

/** What a sentence says beyond its words. */
type Sense = {
  slots: readonly Slot[]
  seeks: readonly Sought[]
  habit: Habit | null
  /** What the sentence adds behind its slots, and where. */
  added?: Added | null
}
const NOTHING: Sense = { slots: [], seeks: [], habit: null }

/** What every sentence says; empty if "I" stands for no subject. */
function saidIn(request: ExtractionRequest, { sentences, speaker, utterance }: Read): Sense[] {
  const text = request.text.slice(utterance.start, utterance.end)
  if (speaker.key === null) return []
  const bare = request.contentType !== 'document' || text.length <= SHORT_TEXT
  const isConversation = request.contentType === 'conversation'
  let persons: Persons = {
    first: speaker.key,
    third: !isConversation && bare ? 'user' : null,
    bare,
  }
  const texts = sentences.map(({ start, end }) => request.text.slice(start, end))
  const found = texts.map((words, i) => {
    persons = withThird(words, persons)
    const isTakenBack = isJest(words) || takesBack(texts[i + 1] ?? '')
    if (isTakenBack) return NOTHING
    const sense = senseWithin(texts[i - 1] ?? '', withNames(withoutChat(words)), persons)
    return isOfEarlierYear(words, utterance.at) ? withoutEnds(sense) : sense
  })
  return found.map((sense, i) => {
    const following = [...sense.slots, ...(found[i + 1]?.slots ?? [])]
    const holding = following.filter((next) => next.value !== 'none')
    // "Oops, I meant 8. The party is at 8."
    if (isSaidOut(sense, found[i + 1])) return NOTHING
    return { ...sense, slots: sense.slots.filter((slot) => !isReplaced(slot, holding)) }
  })
}

/** True if the next sentence says itself what this one only names. */
function isSaidOut({ slots: [named, ...more], seeks }: Sense, next: Sense | undefined): boolean {
  if (named === undefined || more.length > 0 || !next) return false
  if (!seeks.some(({ kind, attribute }) => kind === 'corrects' && attribute === undefined))
    return false
  return next.slots.some(({ exclusive, value }) => exclusive && value === named.value)
}

function withoutEnds({ slots, seeks, habit }: Sense): Sense {
  return {
    slots: slots.filter(({ value }) => value !== 'none'),
    seeks: seeks.filter(({ kind }) => kind === 'corrects' || kind === 'retracts'),
    habit,
  }
}

/** The emojis that a sentence ends with adorn it, unless it says nothing without them: "My favourite food is 🍕". */
function senseWithin(previous: string, words: string, persons: Persons): Sense {
  const plain = withoutAdornment(words)
  const sense = senseOf(previous, plain, persons)
  const said = sense.slots.length + sense.seeks.filter(isSure).length
  const isEmpty = said === 0 && sense.habit === null
  return isEmpty && plain !== words ? senseOf(previous, words, persons) : sense
}

function senseOf(previous: string, words: string, persons: Persons): Sense {
  const retraction = readRetraction(words)
  if (retraction) return { ...NOTHING, seeks: [retraction] }
  const told = wholeSense(previous, words, persons)
  const whole = { ...told, seeks: [...told.seeks, ...readUpdate(restated(words), persons)] }
  const isQualified = isTemporary(words) || isBeside(words) || IN_PASSING.test(words)
  if (isQualified || whole.seeks.some(({ kind }) => kind === 'corrects')) return whole
  return ownClauses(words, persons).reduce<Sense>(
    (sense, clause) => withClause(sense, clause, persons),
    whole,
  )
}

/** What a clause says by itself, added to what the sentence says as a whole. */
function withClause(whole: Sense, clause: OwnClause, persons: Persons): Sense {
  const { text, start: from, changes } = clause
  if (!changes && !hasOne(whole)) return whole
  const own = wholeSense('', text, persons)
  const seeks = changes ? [...whole.seeks, ...own.seeks] : whole.seeks
  if (!hasOne(own)) return { ...whole, seeks }
  const slots = own.slots.map((slot) => ({
    ...slot,
    start: slot.start + from,
    end: slot.end + from,
  }))
  if (!hasOne(whole)) return { slots, seeks, habit: null, added: null }
  const further = slots.filter((slot) => isFurther(slot, whole.slots))
  if (further.length === 0) return { ...whole, seeks }
  return { ...whole, slots: [...whole.slots, ...further], seeks, added: null }
}

/** "I weigh 88 kg and my body fat is 25 percent" says two things of which there is one at a time. */
function isFurther(slot: Slot, slots: readonly Slot[]): boolean {
  const isSame = (other: Slot) =>
    other.subject === slot.subject && other.attribute === slot.attribute
  return slot.exclusive && slots.every((other) => other.end <= slot.start && !isSame(other))
}

/** True if it says something of which there is one at a time. */
function hasOne({ slots }: Sense): boolean {
  return slots.some(({ exclusive }) => exclusive)
}

function wholeSense(previous: string, words: string, persons: Persons): Sense {
  const answer = readAnswer(previous, words, persons)
  const told = restated(words)
  const own = answer.length > 0 ? answer : slotsOf(words, told, persons)
  const correction = own.length > 0 ? null : readCorrection(told, persons)
  if (correction) return { ...NOTHING, slots: [correction.slot], seeks: correction.seeks }
  const planned = own.some(({ exclusive }) => exclusive) ? null : readSchedule(words, persons)
  const slots = planned ? [planned.slot] : own
  // What has ended leaves room for what is so instead: "They let me go, I do the accounts for a brewery now".
  const habit = slots.some(({ value }) => value !== 'none') ? null : readHabit(told, persons)
  const seeks = [
    ...readEnds(words, persons),
    ...(planned?.seeks ?? []),
    ...endedValues(slots),
    ...alsoEnded(slots),
    ...changedOfOne(told, slots),
    ...otherPartner(words, slots),
    ...seesAnother(words, persons),
    ...correctedSlots(told, slots, previous),
    ...notSuch(words, persons),
    ...saidBefore(words),
    ...theirPlace(words, persons),
    ...readSuccessors(words),
    ...usesAnother(words, persons),
    ...replacedValues(told, previous, persons),
    ...(habit ? replacedHabit(told, habit) : []),
  ]
  const added =
    answer.length > 0
      ? null
      : (addedHabit(words, slots, persons) ?? precedingHabit(words, slots, persons))
  return {
    slots,
    seeks: [...seeks, ...(added?.seeks ?? [])],
    habit: slots.length > 0 ? null : habit,
    added,
  }
}

/** `told`: the words with their mark of change in front or behind. */
function slotsOf(words: string, told: string, persons: Persons): Slot[] {
  const own = readSlots(words, persons)
  if (own.length > 0 || told === words) return own
  return readSlots(told, persons)
    .slice(0, 1)
    .map((slot) => ({ ...slot, start: 0, end: words.length }))
}
