// Reads accents that are written as signs of their own (as macOS and some keyboards write them) as part of their letter:
// rules and lists of words know the letter. The same words then give the same facts, however they are encoded.
import type { ExtractionRequest } from '../../../ports/language-model.ts'
import { nth } from '../../../runtime/certain.ts'

type Span = { start: number; end: number }
type Composed = {
  request: ExtractionRequest
  /** Where a span of the composed text is in the text of the request. */
  written(span: Span): Span
}

/** What may become another letter: a Korean syllable in its parts, or a letter with its marks. */
const PIECE =
  /(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?\p{M}*|\P{M}\p{M}*|\p{M}+/gu

export function composedOf(request: ExtractionRequest): Composed {
  const { speakers, hints } = request
  const { text, read, written } = composeText(request.text)
  const utterances = request.utterances.map(({ speaker, at, start, end }) => ({
    speaker: speaker?.normalize() ?? null,
    at,
    start: read(start),
    end: read(end),
  }))
  const entities = hints.entities?.map(({ name, type }) => ({ name: name.normalize(), type }))
  return {
    request: {
      ...request,
      text,
      utterances,
      speakers: speakers.map((each) => each.normalize()),
      hints: { ...hints, ...(entities ? { entities } : {}) },
    },
    written: ({ start, end }) => ({ start: written(start), end: written(end) }),
  }
}

const same = (at: number) => at

/** With where a place of the one text is in the other. */
function composeText(text: string) {
  if (text.normalize() === text) return { text, read: same, written: same }
  const [read, written]: [number[], number[]] = [[], []]
  let composed = ''
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const letters = piece.normalize()
    // A place within a piece that is written otherwise is its end, so that no span ends within one.
    const within = (n: number, end: number) => (letters === piece ? n : n && end)
    for (let n = 0; n < piece.length; n++) read.push(composed.length + within(n, letters.length))
    for (let n = 0; n < letters.length; n++) written.push(index + within(n, piece.length))
    composed += letters
  }
  read.push(composed.length)
  written.push(text.length)
  return {
    text: composed,
    read: (at: number) => nth(read, at),
    written: (at: number) => nth(written, at),
  }
}
