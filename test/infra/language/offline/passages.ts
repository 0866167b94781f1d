// Passages for the tests of the offline extraction, with the utterances that a chunker would give.
import { extractOffline } from '../../../../infra/language/offline/extract.ts'
import type { ExtractedFact, ExtractionRequest } from '../../../../infra/ports/language-model.ts'
import { defaultCategories } from '../../../../schemas/categories.ts'

export const AT = '2024-06-15T12:00:00.000Z'

/** The facts of one message. */
export function said(text: string, changes: Partial<ExtractionRequest> = {}, speaker = 'user') {
  return extractOffline({
    contentType: 'conversation',
    text,
    utterances: [{ speaker, at: AT, start: 0, end: text.length }],
    at: AT,
    speakers: [speaker],
    known: [],
    categories: defaultCategories,
    hints: {},
    ...changes,
  }).facts
}

/** A conversation of lines "Name: words", with the utterances that a chunker would give. */
export function conversation(
  lines: readonly (readonly [string, string])[],
  changes: Partial<ExtractionRequest> = {},
): ExtractedFact[] {
  let text = ''
  const utterances = lines.map(([speaker, words]) => {
    const start = text.length + speaker.length + 2
    text += `${speaker}: ${words}\n`
    return { speaker, at: AT, start, end: start + words.length }
  })
  const speakers = [...new Set(lines.map(([speaker]) => speaker))]
  return [...said(text, { utterances, speakers, ...changes })]
}
