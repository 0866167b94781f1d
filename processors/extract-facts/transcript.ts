// Reads raw content as a transcript: a text, and who said what where in it. Pure.
//
// A conversation is either lines `Speaker: words` (a line without a label goes on with the one before), or a JSON
// array of messages, which is rendered as such lines first. Spans of facts are offsets in `text`.
import { z } from 'zod'
import type { Utterance } from '../../infra/ports/language-model.ts'
import type { ContentType } from '../../schemas/identifiers.ts'

export type Transcript = { text: string; utterances: Utterance[]; speakers: string[] }

/** Every passage is read with the speakers of all, so that their number multiplies with that of the passages. */
const MAX_SPEAKERS = 1_000

const messages = z
  .array(
    z.looseObject({
      role: z.string().optional(),
      speaker: z.string().optional(),
      name: z.string().optional(),
      content: z.string().optional(),
      text: z.string().optional(),
    }),
  )
  .min(1)

export function readTranscript(content: string, contentType: ContentType, at: string): Transcript {
  const { text, utterances } = read(content, contentType, at)
  const speakers = new Set(utterances.flatMap(({ speaker }) => speaker ?? []))
  return { text, utterances, speakers: [...speakers].slice(0, MAX_SPEAKERS) }
}

function read(content: string, contentType: ContentType, at: string): Omit<Transcript, 'speakers'> {
  if (contentType !== 'conversation') {
    return { text: content, utterances: [wholeOf(content, at)].filter(hasWords(content)) }
  }
  return renderMessages(content, at) ?? { text: content, utterances: readLines(content, at) }
}

/**
 * Null where the content is not a JSON array of messages. Who said what is taken from the messages, not from the
 * lines: words within a message that look like a label are the words of its speaker.
 */
function renderMessages(content: string, at: string): Omit<Transcript, 'speakers'> | null {
  if (!content.trimStart().startsWith('[')) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch {
    return null
  }
  const checked = messages.safeParse(parsed)
  if (!checked.success) return null
  let text = ''
  const utterances = checked.data.map((message): Utterance => {
    const named = message.speaker ?? message.name ?? message.role ?? ''
    const speaker = named.replace(/[\s:]+/g, ' ').trim() || 'user'
    text += `${text === '' ? '' : '\n'}${speaker}: `
    const start = text.length
    text += message.content ?? message.text ?? ''
    return { speaker, at, start, end: text.length }
  })
  return { text, utterances: utterances.map((each) => trimmed(text, each)).filter(hasWords(text)) }
}

// A label is short, starts with a letter and holds no sentence: `Anna`, `Dr. Anna B.`, `user`, `Анна`.
const LABEL = /^[ \t]*([\p{L}][\p{L}\p{M}\p{N} .'_-]{0,39}?)[ \t]*:(?=\s|$)/u
const MAX_LABEL_WORDS = 4

function readLines(text: string, at: string): Utterance[] {
  const utterances: Utterance[] = []
  let open: Utterance | null = null
  for (const line of linesOf(text)) {
    const label = labelOf(line.text)
    if (label) {
      open = { speaker: label.speaker, at, start: line.start + label.length, end: line.end }
      utterances.push(open)
    } else if (open) open.end = line.end
    else {
      open = { speaker: null, at, start: line.start, end: line.end }
      utterances.push(open)
    }
  }
  return utterances.map((each) => trimmed(text, each)).filter(hasWords(text))
}

function labelOf(line: string): { speaker: string; length: number } | null {
  const match = LABEL.exec(line.slice(0, 64))
  if (!match) return null
  const speaker = match[1]!.trim()
  if (speaker.split(/\s+/).length > MAX_LABEL_WORDS) return null
  return { speaker, length: match[0].length }
}

function* linesOf(text: string): Generator<{ text: string; start: number; end: number }> {
  let start = 0
  while (start <= text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    yield { text: text.slice(start, end), start, end }
    start = end + 1
  }
}

function wholeOf(text: string, at: string): Utterance {
  return trimmed(text, { speaker: null, at, start: 0, end: text.length })
}

function trimmed(text: string, utterance: Utterance): Utterance {
  const slice = text.slice(utterance.start, utterance.end)
  const start = utterance.start + (slice.length - slice.trimStart().length)
  return { ...utterance, start, end: Math.max(start, utterance.start + slice.trimEnd().length) }
}

function hasWords(text: string): (utterance: Utterance) => boolean {
  return ({ start, end }) => /\S/.test(text.slice(start, end))
}
