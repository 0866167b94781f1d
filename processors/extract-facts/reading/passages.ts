// Splits a transcript into passages of the size that a language engine takes. Pure. No word is lost or doubled: each
// passage is a stretch of the text, with the offsets of its utterances relative to it.
import { firstOf, lastOf } from '../../../infra/runtime/certain.ts'
import type { Said, Transcript } from './transcript.ts'

export type Passage = {
  /** Where the passage begins in the transcript's text. */
  start: number
  text: string
  utterances: Said[]
}

/** Passages of at most `maxChars` UTF-16 units, cut between utterances where possible. */
export function splitPassages(transcript: Transcript, maxChars: number): Passage[] {
  const pieces = transcript.utterances.flatMap((utterance) =>
    cutUtterance(transcript.text, utterance, maxChars),
  )
  const groups: Said[][] = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group && piece.end - firstOf(group).start <= maxChars) group.push(piece)
    else groups.push([piece])
  }
  return groups.map((group) => passageOf(transcript.text, group))
}

function passageOf(text: string, group: readonly Said[]): Passage {
  const start = firstOf(group).start
  return {
    start,
    text: text.slice(start, lastOf(group).end),
    utterances: group.map((each) => ({
      ...each,
      start: each.start - start,
      end: each.end - start,
    })),
  }
}

/** A long utterance (a document) is cut at the last paragraph, sentence, space or, failing all, character. */
function cutUtterance(text: string, utterance: Said, maxChars: number): Said[] {
  const pieces: Said[] = []
  let { start } = utterance
  while (utterance.end - start > maxChars) {
    const end = start + cutAt(text.slice(start, start + maxChars))
    pieces.push({ ...utterance, start, end })
    start = end
  }
  pieces.push({ ...utterance, start })
  return pieces.filter((piece) => /\S/.test(text.slice(piece.start, piece.end)))
}

function cutAt(window: string): number {
  const half = window.length / 2
  for (const boundary of [
    '\n\n',
    '\n',
    '. ',
    '。',
    '। ',
    '۔ ',
    '؟ ',
    '！',
    '？',
    '! ',
    '? ',
    ' ',
  ]) {
    const found = window.lastIndexOf(boundary)
    if (found > half) return found + boundary.length
  }
  const last = window.charCodeAt(window.length - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return splitsPair ? window.length - 1 : window.length
}
