// The grouping rule: which neighbouring pieces of text become one fact. Everything about
// granularity is here and in its constants; it knows words and flags only, never the text.
import { lastOf, nth } from '../../../runtime/certain.ts'

/** The most words of a fact (one piece may be longer only if it cannot be cut). */
export const MAX_FACT_WORDS = 80
/** In a document, a paragraph shorter than this (a heading) is joined to the next one. */
const MIN_DOCUMENT_WORDS = 15

export type Piece = {
  words: number
  /** Carries what a newer fact may supersede, so it must be closable by itself. */
  alone: boolean
  /** A greeting or a bare yes: it goes with what follows it. */
  filler: boolean
  /** A blank line precedes it. */
  paragraph: boolean
  /** Which utterance it belongs to. */
  utterance: number
}

/** Groups neighbours, in order: every index is in exactly one group. */
export function groupPieces(
  pieces: readonly Piece[],
  { isDocument }: { isDocument: boolean },
): number[][] {
  const groups: number[][] = []
  let words = 0
  pieces.forEach((piece, index) => {
    const group = groups.at(-1)
    if (group !== undefined && fits(pieces, { group, piece, words, isDocument })) {
      group.push(index)
      words += piece.words
    } else {
      groups.push([index])
      words = piece.words
    }
  })
  return groups
}

type Fit = { group: readonly number[]; piece: Piece; words: number; isDocument: boolean }

function fits(pieces: readonly Piece[], { group, piece, words, isDocument }: Fit): boolean {
  const previous = nth(pieces, lastOf(group))
  const total = words + piece.words
  if (total > MAX_FACT_WORDS || previous.alone) return false
  if (previous.utterance !== piece.utterance) return false
  if (piece.alone) return group.every((index) => nth(pieces, index).filler) && !piece.paragraph
  return !piece.paragraph || (isDocument && words < MIN_DOCUMENT_WORDS)
}
