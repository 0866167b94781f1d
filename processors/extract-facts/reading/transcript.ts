// Reads raw content as a transcript: a text, and who said what where in it, by which channel. Pure.
//
// A conversation is either lines `Speaker: words` (a line without a label continues the one before), or JSON: an array of
// messages, or `{"messages": [...]}`, which is rendered as such lines first. Spans of facts are offsets in `text`.
//
// In messages, the fields tell who speaks: nothing within a message can pose as another one. Labels of plain lines are
// taken as they are: the client that sends them vouches for them.
import { z } from 'zod'
import type { Utterance } from '../../../infra/ports/language-model.ts'
import { nth } from '../../../infra/runtime/certain.ts'
import type { Channel } from '../../../schemas/channels.ts'
import type { ContentType } from '../../../schemas/identifiers.ts'
import { channelOfName, channelOfRole, namesThePerson, type Voice } from './speaker-channel.ts'
import { isSpeakerLabel } from './speaker-label.ts'

export type Said = Utterance & { channel: Channel }
export type Transcript = { text: string; utterances: Said[]; speakers: string[] }
type Read = Omit<Transcript, 'speakers'>

/** Each passage is read with all speakers, so their number multiplies with the number of passages. */
const MAX_SPEAKERS = 1_000
/** A longer label is not the name of a speaker that facts mention. */
const MAX_SPEAKER_CHARS = 100

const name = z.string().nullish()
/** Null for an assistant that calls a tool; for other messages it may be a list of parts. */
const words = z.union([
  z.string(),
  z
    .array(
      z.union([z.string(), z.looseObject({ text: name }).transform((part) => part.text ?? '')]),
    )
    .transform((parts) => parts.join('\n')),
])
const messages = z
  .array(
    z.looseObject({
      role: name,
      speaker: name,
      name,
      content: words.nullish(),
      text: words.nullish(),
    }),
  )
  .min(1)
type Message = z.infer<typeof messages>[number]
const conversation = z.union([messages, z.object({ messages }).transform((held) => held.messages)])

export function readTranscript(content: string, contentType: ContentType, at: string): Transcript {
  const { text, utterances } = read(content, contentType, at)
  const speakers = new Set(utterances.flatMap(({ speaker }) => speaker ?? []))
  const named = [...speakers].filter(({ length }) => length <= MAX_SPEAKER_CHARS)
  return { text, utterances, speakers: named.slice(0, MAX_SPEAKERS) }
}

function read(content: string, contentType: ContentType, at: string): Read {
  if (contentType === 'document') return whole(content, at, 'document')
  if (contentType === 'event') return whole(content, at, 'app')
  const parsed = parsedJson(content)
  if (parsed === undefined) return { text: content, utterances: readLines(content, at) }
  const checked = conversation.safeParse(parsed)
  // JSON that holds no list of messages is data: nothing tells who said what it contains.
  return checked.success ? renderMessages(checked.data, at) : whole(content, at, 'tool')
}

/** Undefined if the content is no JSON array or object. */
function parsedJson(content: string): unknown {
  if (!/^\s*[[{]/.test(content)) return undefined
  try {
    // A byte order mark is no space of JSON.
    return JSON.parse(content.trim())
  } catch {
    return undefined
  }
}

/**
 * Who said what is taken from the messages, not from the lines: words within a message that look like a label are its
 * speaker's words. JSON can hold half of a surrogate pair, where a client has cut a message; no text may.
 */
function renderMessages(list: readonly Message[], at: string): Read {
  let text = ''
  const utterances = list.map((message): Said => {
    const { speaker, channel } = speakerOf(message)
    text += `${text === '' ? '' : '\n'}${speaker}: `
    const start = text.length
    text += (message.content ?? message.text ?? '').toWellFormed()
    return { speaker, channel, at, start, end: text.length }
  })
  return { text, utterances: utterances.map((each) => trimmed(text, each)).filter(hasWords(text)) }
}

/** A role says what a speaker is, whatever the name: a speaker that is no person does not go by the user's name. */
function speakerOf(message: Message): { speaker: string; channel: Voice } {
  const role = oneLine(message.role)
  const name = oneLine(message.speaker ?? message.name ?? message.role) || 'user'
  if (role === '') return { speaker: name, channel: channelOfName(name) }
  const channel = channelOfRole(role)
  return { speaker: channel !== 'user' && namesThePerson(name) ? role : name, channel }
}

function oneLine(text: string | null | undefined): string {
  return (text ?? '')
    .toWellFormed()
    .replace(/[\s:]+/g, ' ')
    .trim()
}

// A label is short, starts with a letter and holds no sentence: `Anna`, `Dr. Anna B.`, `user`, `Анна`.
// Before it may stand a byte order mark, and before its colon, as in French, a space that does not break.
const LABEL = /^\s*([\p{L}][\p{L}\p{M}\p{N} .'_-]{0,39}?)\s*:(?=\s|$)/u
const MAX_LABEL_WORDS = 4

function readLines(text: string, at: string): Said[] {
  const utterances: Said[] = []
  let open: Said | null = null
  for (const line of linesOf(text)) {
    const label = labelOf(line.text)
    if (label) {
      const { speaker, length } = label
      const channel = channelOfName(speaker)
      open = { speaker, channel, at, start: line.start + length, end: line.end }
      utterances.push(open)
    } else if (open) open.end = line.end
    else {
      open = { speaker: null, channel: 'user', at, start: line.start, end: line.end }
      utterances.push(open)
    }
  }
  return utterances.map((each) => trimmed(text, each)).filter(hasWords(text))
}

function labelOf(line: string): { speaker: string; length: number } | null {
  const match = LABEL.exec(line.slice(0, 64))
  if (!match) return null
  const speaker = nth(match, 1)
  if (speaker.split(/\s+/).length > MAX_LABEL_WORDS || !isSpeakerLabel(speaker)) return null
  return { speaker, length: match[0].length }
}

function* linesOf(text: string): Generator<{ text: string; start: number; end: number }> {
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    yield { text: line, start, end }
    start = end + 1
  }
}

function whole(text: string, at: string, channel: Channel): Read {
  const all = trimmed(text, { speaker: null, channel, at, start: 0, end: text.length })
  return { text, utterances: [all].filter(hasWords(text)) }
}

function trimmed(text: string, utterance: Said): Said {
  const slice = text.slice(utterance.start, utterance.end)
  const start = utterance.start + (slice.length - slice.trimStart().length)
  return { ...utterance, start, end: Math.max(start, utterance.start + slice.trimEnd().length) }
}

function hasWords(text: string): (utterance: Utterance) => boolean {
  return ({ start, end }) => /\S/.test(text.slice(start, end))
}
