// Counts the tokens of a text as the language models of the o200k family see them, and keeps nothing of it.
import { tokensOfPiece } from './byte-pairs.ts'
import { PIECES } from './token-ranks.ts'

/** Text that spells a control token, such as <|endoftext|>, is ordinary text. */
export function countTokens(text: string): number {
  return piecesOf(text).reduce((tokens, piece) => tokens + tokensOfPiece(piece), 0)
}

/** No token reaches from one piece into the next. */
export function piecesOf(text: string): readonly string[] {
  return text.match(PIECES) ?? []
}
