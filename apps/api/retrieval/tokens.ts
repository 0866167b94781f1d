// Counts the tokens of an answer as the language models of the o200k family see them.

import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { tokensOfPiece } from './byte-pairs.ts'

/** How many pieces' counts are kept: most pieces of a text are words that recur. Some megabytes. */
const MAX_KEPT = 50_000
/** UTF-16 units. Longer pieces are not words; because an answer is counted several times, the last few are kept. */
const LONGEST_WORD = 64
const MAX_LONG_KEPT = 500

const words = new Map<string, number>()
const longPieces = new Map<string, number>()

/** The exact number of tokens in a text. Text that spells a control token, such as <|endoftext|>, is ordinary text. */
export function tokensOf(text: string): number {
  let tokens = 0
  for (const piece of text.match(O200K_TOKEN_SPLIT_REGEX) ?? []) {
    tokens +=
      piece.length <= LONGEST_WORD
        ? countOf(piece, words, MAX_KEPT)
        : countOf(piece, longPieces, MAX_LONG_KEPT)
  }
  return tokens
}

/** Drops what is kept: it is made of users' words, and one of them may have been forgotten. */
export function forgetPieces(): void {
  words.clear()
  longPieces.clear()
}

function countOf(piece: string, kept: Map<string, number>, most: number): number {
  const known = kept.get(piece)
  if (known !== undefined) return known
  const tokens = tokensOfPiece(piece)
  if (kept.size >= most) kept.delete(kept.keys().next().value!)
  kept.set(piece, tokens)
  return tokens
}

/** A part of a text that is always cut into the same tokens: it begins and ends between a word and a space. */
export type Passage = { text: string; tokens: number }

/** A word's last character, and the space before the next word. No token holds both, whatever surrounds them. */
const CUT = /[A-Za-z0-9] /
/** Cutting a shorter one out costs more than its tokens. */
const SHORTEST_PASSAGE = 24

/** The longest passage of a text; null if it has none that is worth cutting out. */
export function passageOf(text: string): Passage | null {
  const first = text.search(CUT) + 1
  let last = text.lastIndexOf(' ')
  while (last > first && !isCut(text, last)) last = text.lastIndexOf(' ', last - 1)
  if (first === 0 || last - first < SHORTEST_PASSAGE) return null
  const passage = text.slice(first, last)
  return { text: passage, tokens: tokensOf(passage) }
}

function isCut(text: string, at: number): boolean {
  return CUT.test(text.slice(at - 1, at + 1))
}

/** `tokensOf(text)`, where the tokens of some of its passages are known, in the order in which they stand in it. */
export function tokensAround(text: string, passages: readonly Passage[]): number {
  let [tokens, counted] = [0, 0]
  for (const passage of passages) {
    const at = text.indexOf(passage.text, counted)
    const end = at + passage.text.length
    if (at < 0 || !isCut(text, at) || !isCut(text, end)) continue
    tokens += tokensOf(text.slice(counted, at)) + passage.tokens
    counted = end
  }
  return tokens + tokensOf(text.slice(counted))
}

/** The tokens of a value written as JSON. */
export function jsonTokensOf(value: unknown): number {
  return tokensOf(JSON.stringify(value))
}

/** A cheap estimate: four bytes per token, which suits English and overestimates no script much. */
export function roughTokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}
