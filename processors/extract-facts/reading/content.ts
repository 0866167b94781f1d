// Reads the raw content of a write: what was said, how important it is, and what the client hinted at. Pure.
import { z } from 'zod'
import type { EntityMention } from '../../../infra/ports/language-model.ts'
import { firstOf, nth } from '../../../infra/runtime/certain.ts'
import type { Entry } from '../../../schemas/channels.ts'
import type { WriteEvent } from '../../../schemas/events/catalogue.ts'
import type { ContentType, Importance } from '../../../schemas/identifiers.ts'
import { type Activity, sentenceOf } from './sentence.ts'
import { MAX_STATES, type State, statesOf } from './state-event.ts'
import { readTranscript, type Transcript } from './transcript.ts'

/** What an event states, and where in the text. */
export type Stated = Omit<State, 'keys'> & { start: number; end: number }

export type Content = {
  contentType: ContentType
  importance: Importance
  transcript: Transcript
  hints: { category?: string; entities?: readonly EntityMention[] }
  /** Empty if the content is no event, or its type names no state. */
  stated: readonly Stated[]
  /** How the write came in. */
  entry: Entry
  /** Who reports an event; null if the content names its speakers itself, or names no reporter. */
  reporter: string | null
}

export const rawActivity = z.strictObject({
  eventType: z.string(),
  source: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
  suggestedCategory: z.string().nullable(),
  suggestedEntities: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** The sentence template of the webhook's source, used if the app has none of its own. */
  template: z.string().optional(),
})
export type RawActivity = z.infer<typeof rawActivity>

/** The parts of a write's event that say how its raw content is to be read. */
type AnyWrite = Extract<WriteEvent, { type: 'ContentStored' | 'ActivityRecorded' }>
export type Write = {
  [Type in AnyWrite['type']]: Pick<
    Extract<AnyWrite, { type: Type }>,
    'type' | 'open' | 'occurredAt'
  >
}[AnyWrite['type']]

export function readContent(
  event: Write,
  raw: string,
  templateOf: (eventType: string) => string | undefined,
): Content {
  if (event.type === 'ContentStored') {
    const { contentType, entry } = event.open
    const transcript = readTranscript(raw, contentType, event.occurredAt)
    const common = { contentType, transcript, entry }
    return { ...common, importance: 'medium', hints: {}, stated: [], reporter: null }
  }
  const activity = rawActivity.parse(JSON.parse(raw))
  const template = templateOf(activity.eventType) ?? activity.template
  const { transcript, stated } = told(activity, template, event.occurredAt)
  const { suggestedCategory, suggestedEntities } = activity
  return {
    contentType: 'event',
    importance: event.open.importance,
    transcript,
    stated,
    hints: {
      ...(suggestedCategory === null ? {} : { category: suggestedCategory }),
      entities: suggestedEntities,
    },
    entry: event.open.entry,
    reporter: activity.source,
  }
}

/** Fields that change independently are stated one by one, so that each can be closed by itself. */
function told(
  activity: Activity,
  template: string | undefined,
  at: string,
): Pick<Content, 'transcript' | 'stated'> {
  const states = statesOf(activity)
  if (states.length < 2) {
    const transcript = readTranscript(sentenceOf(activity, template), 'event', at)
    const { start, end } = transcript.utterances[0] ?? { start: 0, end: 0 }
    return { transcript, stated: states.map((state) => statedAt(state, { start, end })) }
  }
  // A template states all fields at once, so none of them has a place of its own.
  if (template !== undefined) {
    return { transcript: readTranscript(sentenceOf(activity, template), 'event', at), stated: [] }
  }
  return toldApart(activity, states, at)
}

function toldApart(
  activity: Activity,
  states: readonly State[],
  at: string,
): Pick<Content, 'transcript' | 'stated'> {
  const fields = states.map(({ keys }) => partOf(activity.data, keys))
  const rest = restOf(activity.data, states)
  const parts = Object.keys(rest).length === 0 ? fields : [...fields, rest]
  const sentences = parts.map((data) => sentenceOf({ ...activity, data }, undefined))
  let end = -1
  const utterances = sentences.map((sentence) => {
    const start = end + 1
    end = start + sentence.length
    return { speaker: null, channel: 'app' as const, at, start, end }
  })
  return {
    transcript: { text: sentences.join('\n'), utterances, speakers: [] },
    stated: states.map((state, n) => statedAt(state, nth(utterances, n))),
  }
}

function partOf(data: Activity['data'], keys: readonly string[]): Activity['data'] {
  return Object.fromEntries(keys.map((key) => [key, data[key]]))
}

/** What lies beyond the fields that are stated one by one, with what says of which entity it is. */
function restOf(data: Activity['data'], states: readonly State[]): Activity['data'] {
  if (states.length < MAX_STATES) return {}
  const stated = new Set(states.flatMap(({ keys }) => keys))
  const rest = Object.keys(data).filter((key) => !stated.has(key))
  return rest.length === 0 ? {} : partOf(data, [...firstOf(states).keys.slice(0, -1), ...rest])
}

function statedAt(
  { keys: _, ...stated }: State,
  { start, end }: { start: number; end: number },
): Stated {
  return { ...stated, start, end }
}
