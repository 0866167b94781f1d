// Counts the tokens of an answer as the language models of the o200k family see them.

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

/**
 * Text of users may spell out a control token such as <|endoftext|>: it counts as ordinary text.
 */
const AS_ORDINARY_TEXT = { disallowedSpecial: new Set<string>() }

/** Runs without a break, on which the tokenizer's time grows with the square of their length. */
const ENDLESS_RUN = /[\p{L}\p{M}]{512}|[^\p{L}\p{N}\s]{512}|\s{512}/gu

/**
 * The tokens of a text, exactly; but runs of 512 letters, signs or spaces are counted in pieces,
 * which takes bounded time and gives a few tokens more, never fewer.
 */
export function tokensOf(text: string): number {
  let tokens = 0
  let start = 0
  for (const run of text.matchAll(ENDLESS_RUN)) {
    const end = run.index + run[0].length
    tokens += countTokens(text.slice(start, end), AS_ORDINARY_TEXT)
    start = end
  }
  return tokens + countTokens(text.slice(start), AS_ORDINARY_TEXT)
}

/** The tokens of a value written as JSON, counted so. */
export function jsonTokensOf(value: unknown): number {
  return tokensOf(JSON.stringify(value))
}

/**
 * A guess that costs nothing: four bytes a token, which suits English and overrates no script much.
 */
export function roughTokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}
