// Splits the text of a source into the words of facts and those between them. Pure.
import type { Source } from '../../shapes.ts'

type Span = { start: number; end: number }
type Part = { text: string; of: 'fact' | 'none' }

/** Spans count from the beginning of the whole text, of which the source may hold a part. They may overlap. */
export function partsOf({ text, textStart }: Source, spans: readonly Span[]): Part[] {
  const parts: Part[] = []
  let at = 0
  const upTo = (end: number, of: Part['of']) => {
    if (end > at) parts.push({ text: text.slice(at, end), of })
    at = Math.max(at, end)
  }
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= textStart + text.length) continue
    upTo(start - textStart, 'none')
    upTo(Math.min(end - textStart, text.length), 'fact')
  }
  upTo(text.length, 'none')
  return parts
}
