// Scores a retrieved context against the turns that hold the answer. Strict, and without a
// model: the words count.
//
// The share of evidence: a turn counts as found when its whole text, without the caption of an
// image, stands in one of the contents of `relevantItems` or one of the `summaries`. Both are
// compared as sequences of words: lower case, letters and digits only, every other character a
// gap. The turn's words must follow each other without anything between them; `Speaker:` labels
// at the start of a line are not counted as words. A turn that was cut into several facts is
// found when each of its sentences is, be it in different contents. Half a turn counts nothing.
import type { RetrieveResponse } from '../../../schemas/api/reading/retrieve.ts'
import type { Question, Turn } from './eval-dataset.ts'

/** Each text as its words with single spaces between and around them. */
type Haystack = readonly string[]

type Told = Pick<RetrieveResponse, 'relevantItems' | 'summaries' | 'prompt'>

export function haystackOf(told: Told, speakers: readonly string[]): Haystack {
  return textsOf(told).map((text) => wordsOf(withoutLabels(text, speakers)))
}

/** A prompt has one text per memory, which begins with its id in brackets. */
function textsOf(told: Told): string[] {
  const { prompt = '', relevantItems, summaries } = told
  const memories = prompt.split(/^(?:\[\w+\] |#.*\n)/m)
  return [...memories, ...relevantItems.map((item) => item.content), ...Object.values(summaries)]
}

/** The words of a text, lower-cased, a space before, between and after them; '' without words. */
export function wordsOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words ? ` ${words.join(' ')} ` : ''
}

function withoutLabels(text: string, speakers: readonly string[]): string {
  const lines = text.split('\n').map((line) => {
    const start = line.trimStart()
    const label = speakers.find((speaker) => start.startsWith(`${speaker}:`))
    return label === undefined ? line : start.slice(label.length + 1)
  })
  return lines.join('\n')
}

export function isFound({ text }: Pick<Turn, 'text'>, haystack: Haystack): boolean {
  if (holds(haystack, wordsOf(text))) return true
  const sentences = sentencesOf(text).map(wordsOf)
  return sentences.length > 1 && sentences.every((sentence) => holds(haystack, sentence))
}

function holds(haystack: Haystack, words: string): boolean {
  return words !== '' && haystack.some((text) => text.includes(words))
}

/** What ends in a full stop, question or exclamation mark, and holds a word. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…]["'”’)]?)\s+|\n+/u).filter((sentence) => wordsOf(sentence) !== '')
}

/** An item of an answer: its score, and whether it holds a turn of evidence. */
export type JudgedItem = { score: number; holds: boolean }

export function judgedItems(
  { evidence, speakers }: Pick<Question, 'evidence' | 'speakers'>,
  told: Told,
): JudgedItem[] {
  return told.relevantItems.map((item) => {
    const haystack = haystackOf({ relevantItems: [item], summaries: {} }, speakers)
    return { score: item.score, holds: evidence.some((turn) => isFound(turn, haystack)) }
  })
}

/** Recall if only the first items of the answer are read: none of them, one, and so on to all. */
export function recallByItems(
  question: Pick<Question, 'evidence' | 'speakers'>,
  told: Told,
): number[] {
  return Array.from({ length: told.relevantItems.length + 1 }, (_, count) =>
    recallOf(question, { ...told, relevantItems: told.relevantItems.slice(0, count) }),
  )
}

/** The share of the question's evidence that the context holds, 0 to 1. */
export function recallOf(question: Pick<Question, 'evidence' | 'speakers'>, context: Told): number {
  const haystack = haystackOf(context, question.speakers)
  const found = question.evidence.filter((turn) => isFound(turn, haystack))
  return found.length / question.evidence.length
}
