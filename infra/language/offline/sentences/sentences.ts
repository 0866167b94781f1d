// Cuts an utterance into sentences, each a span of the text. Linear in the text's length, for every script; between two
// sentences there is only white space.
import { present } from '../../../runtime/certain.ts'
import { countWords } from '../words.ts'

export type Sentence = {
  start: number
  end: number
  /** True if a blank line precedes it. */
  paragraph: boolean
}

/** A longer sentence is cut at a space, or between two graphemes if there is none. */
const MAX_SENTENCE_CHARS = 800

const ABBREVIATION =
  /(?:^|[\s("'])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|jr|sr|inc|ltd|co|approx|dept)\.$/i
const INITIAL =
  /(?:^|[\s("'])(?!I\.|(?:U\.S|U\.K|E\.U|U\.N|L\.A|D\.C|B\.C|[AP]\.M)\.|U\.S\.A\.)(?:\p{Lu}\.)+$/u
const LIST_NUMBER = /(?:^|\n)\s*\d{1,3}\.$/
const LIST_MARK = /^(?:[-*•#|>]|\d{1,3}[.)])\s?/u
const STOP = /[.!?…。！？｡．‼⁇⁈⁉؟।॥۔።։။។៕།༎]/u
/** Where a sentence may end. */
const MARK = /[\n.!?…。！？｡．‼⁇⁈⁉؟।॥۔።։။។៕།༎]/gu
const CLOSING =
  /[.!?…。！？｡．‼⁇⁈⁉؟।॥۔።։။។៕།༎"'”’»)\]」』）]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/u
/** A sentence ends after these even without a space. */
const FULL_WIDTH = /[。！？｡．။។៕།༎]/u

/** A quotation behind words of the speaker's own. Signs of inches open none. */
const QUOTED = /(?<=\S[ (]{1,2})["“](?=\S)[^"“”\n]{1,300}(?<=\S)["”]/gu

/** The sentences of `text` between `start` and `end`, in order, without the space around them. */
export function splitSentences(
  text: string,
  start: number,
  { end, maxWords }: { end: number; maxWords: number },
): Sentence[] {
  const found: Sentence[] = []
  let from = start
  let paragraph = false
  let at = start
  let quote = 0
  const told = text.slice(start, end)
  const quotes = [...told.matchAll(QUOTED)].map(({ index, 0: quote }) => ({
    from: start + index,
    to: start + index + quote.length,
  }))
  for (const { index } of told.matchAll(MARK)) {
    // A step before may have passed this mark.
    if (start + index < at) continue
    const next = boundaryAfter(text, start + index, from, end)
    while ((quotes[quote]?.to ?? end) <= next.at && quote < quotes.length) quote++
    const isQuoted = (quotes[quote]?.from ?? end) < next.at
    if (next.ends && !isQuoted) {
      const before = found.length
      pushTrimmed(found, { text, start: from, end: next.at, paragraph, maxWords })
      paragraph = next.paragraph || (paragraph && found.length === before)
      from = next.at
    }
    at = next.at
  }
  pushTrimmed(found, { text, start: from, end, paragraph, maxWords })
  return found
}

type Step = { at: number; ends: boolean; paragraph: boolean }

/** Examines the mark at `at`: where to continue, and whether a sentence ends there. */
function boundaryAfter(text: string, at: number, from: number, end: number): Step {
  const char = text.charAt(at)
  if (char === '\n') return afterNewline(text, at, from, end)
  let to = at + 1
  while (to < end && CLOSING.test(codePoint(text, to))) to += codePoint(text, to).length
  const run = text.slice(at, to)
  if (to >= end || FULL_WIDTH.test(run)) return { at: to, ends: true, paragraph: false }
  if (!/\s/u.test(text.charAt(to))) return { at: to, ends: false, paragraph: false }
  const goesOn = char === '.' && run.length === 1 && continues(text, from, to)
  return { at: to, ends: !goesOn, paragraph: false }
}

/** True if a full stop belongs to a word: "Dr.", "J.", "1.". */
function continues(text: string, from: number, to: number): boolean {
  const tail = text.slice(Math.max(from, to - 12), to)
  return ABBREVIATION.test(tail) || INITIAL.test(tail) || LIST_NUMBER.test(tail)
}

/** A blank line ends a paragraph; a single line break ends a sentence unless the line was wrapped. */
function afterNewline(text: string, at: number, from: number, end: number): Step {
  let to = at
  let lines = 0
  while (to < end && /\s/u.test(text.charAt(to))) if (text[to++] === '\n') lines++
  if (lines > 1) return { at: to, ends: true, paragraph: true }
  const lineStart = Math.max(from, text.lastIndexOf('\n', at - 1) + 1)
  const wrapped =
    at - lineStart >= 50 &&
    !STOP.test(text.charAt(at - 1)) &&
    !/[:;]/.test(text.charAt(at - 1)) &&
    !LIST_MARK.test(text.slice(to, to + 5))
  return { at: to, ends: !wrapped, paragraph: false }
}

type Piece = { text: string; start: number; end: number; paragraph: boolean; maxWords: number }

function pushTrimmed(found: Sentence[], piece: Piece): void {
  const { text, maxWords } = piece
  const end = trimEnd(text, piece.start, piece.end)
  let start = trimStart(text, piece.start, end)
  let paragraph = piece.paragraph
  while (start < end) {
    const cut = cutPoint(text, start, end, maxWords)
    found.push({ start, end: trimEnd(text, start, cut), paragraph })
    paragraph = false
    start = trimStart(text, cut, end)
  }
}

function trimStart(text: string, start: number, end: number): number {
  let at = start
  while (at < end && /\s/u.test(text.charAt(at))) at++
  return at
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/u.test(text.charAt(at - 1))) at--
  return at
}

/** Where a sentence that is too long is cut: at a comma, otherwise a space, otherwise between two graphemes. */
function cutPoint(text: string, start: number, end: number, maxWords: number): number {
  const window = text.slice(start, Math.min(end, start + MAX_SENTENCE_CHARS))
  // A word has a letter at least.
  const isShort = window.length <= maxWords || countWords(window) <= maxWords
  if (window.length === end - start && isShort) return end
  let length = window.length
  while (length > 40 && countWords(window.slice(0, length)) > maxWords)
    length = Math.floor(length * 0.8)
  const head = window.slice(0, length)
  for (const mark of [/[,;:、，；]\s?[^,;:、，；]*$/u, /\s\S*$/u]) {
    const found = head.search(mark)
    if (found > length / 2) return start + found + 1
  }
  return start + graphemeBoundary(text.slice(start, Math.min(end, start + length + 40)), length)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The last boundary between graphemes at or before `at`, or the first after it. */
function graphemeBoundary(text: string, at: number): number {
  if (at >= text.length) return text.length
  const found = graphemes.segment(text).containing(at)
  if (found === undefined) return at
  if (found.index > 0) return found.index
  const after = found.segment.length
  return /[\ud800-\udbff]/.test(text.charAt(after - 1)) ? after - 1 : after
}

function codePoint(text: string, at: number): string {
  return String.fromCodePoint(present(text.codePointAt(at), 'character'))
}
