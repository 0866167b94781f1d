// Reads an utterance: its sentences, cut where one of them says two things that may change
// separately.
import type { ExtractionRequest, Utterance } from '../../ports/language-model.ts'
import { readAnswer } from './anaphora.ts'
import { isFiller } from './confidence.ts'
import { endsSomethingElse, isReplaced } from './endings.ts'
import { looksEnglish } from './english.ts'
import { MAX_FACT_WORDS, type Piece } from './group.ts'
import { type Sentence, splitSentences } from './sentences.ts'
import { type Persons, withThird } from './slot-subjects.ts'
import { readSlots, type Slot } from './slots.ts'
import { type Speaker, speakerOf } from './speakers.ts'
import { countWords } from './words.ts'

/** A sentence, or a part of one, with what it says. */
export type Statement = Piece & {
  start: number
  end: number
  at: string
  speaker: Speaker
  /** At most one of them is exclusive. */
  slots: readonly Slot[]
}

const SHORT_TEXT = 400

/** The statements of one utterance, in order, without gaps but white space. */
export function readUtterance(
  request: ExtractionRequest,
  utterance: Utterance,
  index: number,
): Statement[] {
  const speaker = speakerOf(utterance.speaker)
  const sentences = splitSentences(request.text, utterance.start, utterance.end, MAX_FACT_WORDS)
  const slots = slotsOf(request, { sentences, speaker, utterance })
  return sentences.flatMap((sentence, i) => {
    const text = request.text.slice(sentence.start, sentence.end)
    return clauses(text, slots[i] ?? []).map((clause, part) => {
      const start = sentence.start + clause.start
      const end = sentence.start + clause.end
      const words = request.text.slice(start, end)
      return {
        start,
        end,
        at: utterance.at,
        speaker,
        slots: clause.slots,
        utterance: index,
        words: countWords(words),
        alone: clause.slots.some((slot) => slot.exclusive),
        filler: isFiller(words),
        paragraph: sentence.paragraph && part === 0,
      }
    })
  })
}

type Read = { sentences: readonly Sentence[]; speaker: Speaker; utterance: Utterance }

/** The slots of every sentence; none where nobody speaks of himself, or not in English. */
function slotsOf(request: ExtractionRequest, { sentences, speaker, utterance }: Read): Slot[][] {
  const text = request.text.slice(utterance.start, utterance.end)
  if (speaker.key === null || !looksEnglish(text)) return []
  const bare = request.contentType !== 'document' || text.length <= SHORT_TEXT
  const isConversation = request.contentType === 'conversation'
  let persons: Persons = {
    first: speaker.key,
    third: !isConversation && bare ? 'user' : null,
    bare,
  }
  let previous = ''
  const found = sentences.map((sentence) => {
    const words = request.text.slice(sentence.start, sentence.end)
    const answer = readAnswer(previous, words, persons)
    previous = words
    persons = withThird(words, persons)
    const slots = answer.length > 0 ? answer : readSlots(words, persons)
    return slots.filter((slot) => !endsSomethingElse(slot, request.known, persons))
  })
  return found.map((slots, i) => {
    const following = [...slots, ...(found[i + 1] ?? [])]
    return slots.filter(
      (slot) =>
        !isReplaced(
          slot,
          following.filter((next) => next.value !== 'none'),
        ),
    )
  })
}

type Clause = { start: number; end: number; slots: Slot[] }

/** Cuts a sentence between two exclusive slots; where it cannot be cut, the first one stays. */
function clauses(text: string, slots: readonly Slot[]): Clause[] {
  const found: Clause[] = []
  let current: Clause = { start: 0, end: text.length, slots: [] }
  for (const slot of lastOfEach(slots)) {
    const last = current.slots.find((other) => other.exclusive)
    if (!slot.exclusive || last === undefined) {
      current.slots.push(slot)
      continue
    }
    const cut = cutBetween(text, last.end, slot.start)
    if (cut === null) continue
    found.push({ ...current, end: trimmedEnd(text, cut) })
    current = { start: cut, end: text.length, slots: [slot] }
  }
  return [...found, current]
}

/**
 * Of several slots for the same thing in a sentence the last holds: "moved out of Rome, lives in
 * Oslo".
 */
function lastOfEach(slots: readonly Slot[]): Slot[] {
  return slots.filter(
    (slot, i) =>
      !slot.exclusive ||
      !slots
        .slice(i + 1)
        .some((other) => other.subject === slot.subject && other.attribute === slot.attribute),
  )
}

const BOUNDARY = /[,;:]\s+|\s(?=(?:and|but|while|so|though|although)\s)|\s[–—-]\s|[.!]\s+/gu

function cutBetween(text: string, from: number, to: number): number | null {
  let cut: number | null = null
  for (const match of text.slice(from, to).matchAll(BOUNDARY)) {
    cut = from + match.index + match[0].length
  }
  return cut
}

function trimmedEnd(text: string, cut: number): number {
  return text.slice(0, cut).trimEnd().length
}
