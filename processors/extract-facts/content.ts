// Reads the raw content of a write: what was said, how important it is, and what the client hinted at. Pure.
import { z } from 'zod'
import type { EntityMention } from '../../infra/ports/language-model.ts'
import type { Entry } from '../../schemas/channels.ts'
import type { WriteEvent } from '../../schemas/events/catalogue.ts'
import type { ContentType, Importance } from '../../schemas/identifiers.ts'
import { sentenceOf } from './sentence.ts'
import { readTranscript, type Transcript } from './transcript.ts'

export type Content = {
  contentType: ContentType
  importance: Importance
  transcript: Transcript
  hints: { category?: string; entities?: readonly EntityMention[] }
  /** How the write came in. */
  entry: Entry
  /** Who reports an event; null where the content names its speakers itself, or nobody. */
  reporter: string | null
}

/** The raw object of an activity. */
export const rawActivity = z.strictObject({
  eventType: z.string(),
  source: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
  suggestedCategory: z.string().nullable(),
  suggestedEntities: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** How the source of a webhook would tell it, where the app has no template of its own. */
  template: z.string().optional(),
})
export type RawActivity = z.infer<typeof rawActivity>

/** What of a write's event says how its raw content is to be read. */
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
    return { contentType, importance: 'medium', transcript, hints: {}, entry, reporter: null }
  }
  const activity = rawActivity.parse(JSON.parse(raw))
  const sentence = sentenceOf(activity, templateOf(activity.eventType) ?? activity.template)
  const { suggestedCategory, suggestedEntities } = activity
  return {
    contentType: 'event',
    importance: event.open.importance,
    transcript: readTranscript(sentence, 'event', event.occurredAt),
    hints: {
      ...(suggestedCategory === null ? {} : { category: suggestedCategory }),
      entities: suggestedEntities,
    },
    entry: event.open.entry,
    reporter: activity.source,
  }
}
