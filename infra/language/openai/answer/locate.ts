// Finds where in the passage a quote is: exactly, otherwise ignoring case, marks, blanks and punctuation, otherwise from
// the utterance that shares the most words with it to the one that the model names, otherwise the whole passage. Pure; a
// span never cuts a surrogate pair.
import type { Utterance } from '../../../ports/language-model.ts'
import { nth } from '../../../runtime/certain.ts'

type Span = { start: number; end: number }

type LocatablePassage = {
  text: string
  utterances: readonly Utterance[]
  /** The words of a text, in any script; they decide what counts as a shared word. */
  terms: (text: string) => string[]
}

/**
 * `utterance` is where the model says that the quote is, counted from 1. It decides between equal matches. Who said a fact
 * follows from its span, so a number alone must not choose it, and neither must shared words: a span over both is as
 * little trusted as the less trusted of the two.
 */
export type Locate = (quote: string, utterance?: number | null) => Span

/** How many places of a recurring quote are examined. */
const MAX_MATCHES = 200

/** Prepares a passage, so that its folded form is computed once for all quotes. */
export function createLocate(passage: LocatablePassage): Locate {
  const { text } = passage
  let folded: FoldedText | undefined
  return (quote, utterance = null) => {
    const claimed = utteranceSpan(passage, utterance)
    const exact = exactMatches(text, quote.trim())
    if (exact.length > 0) return snap(text, bestMatch(text, exact, claimed))
    folded ??= fold(text)
    const loose = foldedMatches(folded, fold(quote).text)
    if (loose.length > 0) return snap(text, bestMatch(text, loose, claimed))
    const alike = mostOverlapping(passage, quote, claimed)
    return snap(text, alike ? reaching(alike, claimed ?? alike) : { start: 0, end: text.length })
  }
}

function reaching(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}

function exactMatches(text: string, quote: string): Span[] {
  return occurrences(text, quote).map((start) => ({ start, end: start + quote.length }))
}

function foldedMatches(folded: FoldedText, quote: string): Span[] {
  return occurrences(folded.text, quote).map((at) => ({
    start: nth(folded.starts, at),
    end: nth(folded.ends, at + quote.length - 1),
  }))
}

function occurrences(text: string, words: string): number[] {
  const found: number[] = []
  if (words === '') return found
  let at = text.indexOf(words)
  while (at !== -1 && found.length < MAX_MATCHES) {
    found.push(at)
    at = text.indexOf(words, at + 1)
  }
  return found
}

/** Among several places the one in the claimed utterance, then one of whole words, then the first. */
function bestMatch(text: string, matches: readonly Span[], claimed: Span | null): Span {
  const scored = matches.map((span) => {
    const inClaimed = claimed !== null && span.start >= claimed.start && span.end <= claimed.end
    return { span, score: (inClaimed ? 2 : 0) + (isWholeWords(text, span) ? 1 : 0) }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).span
}

function isWholeWords(text: string, { start, end }: Span): boolean {
  return !isInsideWord(text, start) && !isInsideWord(text, end)
}

function isInsideWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1))
}

/** The utterance with the most words of the quote; among equals the claimed one, then the first. */
function mostOverlapping(
  { text, utterances, terms }: LocatablePassage,
  quote: string,
  claimed: Span | null,
): Span | null {
  const wanted = new Set(terms(quote))
  let best: { span: Span; score: number } | null = null
  for (const { start, end } of wanted.size === 0 ? [] : utterances) {
    const shared = new Set(terms(text.slice(start, end)).filter((term) => wanted.has(term)))
    const isClaimed = claimed?.start === start && claimed.end === end
    const score = shared.size === 0 ? 0 : shared.size + (isClaimed ? 0.5 : 0)
    if (score > (best?.score ?? 0)) best = { span: { start, end }, score }
  }
  return best?.span ?? null
}

function utteranceSpan({ utterances }: LocatablePassage, number: number | null): Span | null {
  const utterance = number === null ? undefined : utterances[number - 1]
  return utterance ? { start: utterance.start, end: utterance.end } : null
}

/** Widens a span to whole code points, inside the text. */
function snap(text: string, span: Span): Span {
  const end = Math.min(Math.max(span.end, 0), text.length)
  const start = Math.min(Math.max(span.start, 0), end)
  return {
    start: isInsidePair(text, start) ? start - 1 : start,
    end: isInsidePair(text, end) ? end + 1 : end,
  }
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1))
}

/** Letters and digits only, without case and marks; each unit knows the code point that it came from. */
type FoldedText = { text: string; starts: number[]; ends: number[] }

function fold(text: string): FoldedText {
  const folded: FoldedText = { text: '', starts: [], ends: [] }
  let at = 0
  for (const point of text) {
    const end = at + point.length
    const kept = foldPoint(point)
    for (let unit = 0; unit < kept.length; unit++) {
      folded.starts.push(at)
      folded.ends.push(end)
    }
    folded.text += kept
    // A mark belongs to the letter before it, so that a span does not end between the two.
    if (kept === '' && folded.ends.at(-1) === at && /\p{M}/u.test(point))
      extendLast(folded, at, end)
    at = end
  }
  return folded
}

function foldPoint(point: string): string {
  if (point >= 'a' && point <= 'z') return point
  const plain = point.toLowerCase().normalize('NFKD')
  return plain.replace(/[^\p{L}\p{N}]/gu, '')
}

/** One code point may have become several units: all of them end after the mark. */
function extendLast(folded: FoldedText, from: number, to: number): void {
  for (let unit = folded.ends.length - 1; folded.ends[unit] === from; unit--) folded.ends[unit] = to
}
