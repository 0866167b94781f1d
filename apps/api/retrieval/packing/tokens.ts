// Counts the tokens of an answer as the language models of the o200k family see them.
import { dropOldest } from '../../../../infra/runtime/certain.ts'
import { tokensOfPiece } from '../../../../infra/tokens/byte-pairs.ts'
import { piecesOf } from '../../../../infra/tokens/count-tokens.ts'
import { isCut, nextCut } from './token-cuts.ts'

/** How many parts' counts are kept: most parts of a text are words that recur. Some megabytes. */
const MAX_KEPT = 50_000
/** UTF-16 units. Longer parts are not words; because an answer is counted several times, the last few are kept. */
const LONGEST_WORD = 64
const MAX_LONG_KEPT = 500

const words = new Map<string, number>()
const longParts = new Map<string, number>()

/** The exact number of tokens in a text. Text that spells a control token, such as <|endoftext|>, is ordinary text. */
export function tokensOf(text: string): number {
  return tokensBetween(text, 0, text.length)
}

/** Those of a part of the text that begins and ends at a cut. */
function tokensBetween(text: string, from: number, end: number): number {
  let tokens = 0
  for (let at = from; at < end; ) {
    const cut = Math.min(nextCut(text, at), end)
    tokens += countOnce(text.slice(at, cut), countPart)
    at = cut
  }
  return tokens
}

/** Drops what is kept: it is made of users' words, and one of them may have been forgotten. */
export function forgetPieces(): void {
  words.clear()
  longParts.clear()
}

/** How many counts are kept. */
export function keptPieces(): number {
  return words.size + longParts.size
}

function countPart(part: string): number {
  const pieces = piecesOf(part)
  if (pieces.length === 1) return tokensOfPiece(part)
  return pieces.reduce((tokens, piece) => tokens + countOnce(piece, tokensOfPiece), 0)
}

function countOnce(text: string, count: (text: string) => number): number {
  const isWord = text.length <= LONGEST_WORD
  const kept = isWord ? words : longParts
  const known = kept.get(text)
  if (known !== undefined) return known
  const tokens = count(text)
  if (kept.size >= (isWord ? MAX_KEPT : MAX_LONG_KEPT)) dropOldest(kept)
  kept.set(text, tokens)
  return tokens
}

/** A part of a text that is always cut into the same tokens: it begins and ends at a cut. */
type Passage = { text: string; tokens: number }

/** Cutting a shorter one out costs more than its tokens. */
const SHORTEST_PASSAGE = 24

/** The longest passage of a text; null if it has none that is worth cutting out. */
export function passageOf(text: string): Passage | null {
  const first = nextCut(text, 0)
  let last = text.length - 1
  while (last > first && !isCut(text, last)) last--
  if (last - first < SHORTEST_PASSAGE) return null
  const passage = text.slice(first, last)
  return { text: passage, tokens: tokensOf(passage) }
}

/** `tokensOf(text)`, where the tokens of some of its passages are known, in the order in which they stand in it. */
export function tokensAround(text: string, passages: readonly Passage[]): number {
  let [tokens, counted] = [0, 0]
  for (const passage of passages) {
    const at = text.indexOf(passage.text, counted)
    const end = at + passage.text.length
    if (at < 1 || end >= text.length || !isCut(text, at) || !isCut(text, end)) continue
    tokens += tokensBetween(text, counted, at) + passage.tokens
    counted = end
  }
  return tokens + tokensBetween(text, counted, text.length)
}

export function jsonTokensOf(value: unknown): number {
  return tokensOf(JSON.stringify(value))
}

/** A cheap estimate: four bytes per token, which suits English and overestimates no script much. */
export function roughTokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}
