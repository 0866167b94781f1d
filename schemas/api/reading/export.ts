// What GET /export answers: lines of JSON, one record a line, that another program can read and check against their
// hash.
import { z } from 'zod'
import { contentType, importance, instant } from '../../identifiers.ts'
import { named } from '../named.ts'
import { categoriesConfig, templateResponse, trustConfig } from '../settings/config.ts'
import { eventType } from '../writing/events.ts'
import { auditEntry, entityDetail, item } from './memory.ts'

/** Raised when a reader of the old version would misunderstand a line. */
export const EXPORT_VERSION = 1

const manifest = named('ExportedManifest', {
  kind: z.literal('manifest'),
  format: z.literal('palimpsest-export'),
  version: z.literal(EXPORT_VERSION),
  appId: z.string(),
  userId: z.string(),
  exportedAt: z.string(),
  embedding: z
    .string()
    .nullable()
    .default(null)
    .describe('The model whose vectors the events hold; null: they hold none'),
})

const written = {
  id: z.string(),
  occurredAt: z.string().describe('When it was said or happened'),
  receivedAt: z.string(),
}
const gone = 'Null where a category was forgotten since: what is left may hold words of it'

const content = named('ExportedContent', {
  kind: z.literal('content'),
  ...written,
  contentType,
  threadId: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).describe('Empty where the content is null'),
  content: z.string().nullable().describe(gone),
})

const activity = named('ExportedActivity', {
  kind: z.literal('activity'),
  ...written,
  eventType: z.string(),
  source: z.string(),
  importance,
  data: z.record(z.string(), z.unknown()).nullable().describe(gone),
})

const given = named('ExportedGiven', {
  kind: z.literal('given'),
  ...written,
  given: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(`What \`POST /items\` took. ${gone}`),
})

const revised = named('ExportedRevised', {
  kind: z.literal('revised'),
  ...written,
  factId: z.string(),
  action: z.enum(['corrected', 'marked', 'resolved', 'retracted']),
  changes: z.record(z.string(), z.unknown()).nullable().describe(gone),
})

/** What `POST /import` takes over. */
const event = named('ExportedEvent', {
  kind: z.literal('event'),
  topic: z.enum(['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1']),
  position: z.int().describe('In its topic; `source` of an event is the position of a write'),
  id: z.uuid(),
  type: z.string(),
  occurredAt: instant,
  recordedAt: instant,
  causationId: z.uuid().nullable(),
  open: z.record(z.string(), z.unknown()),
  sealed: z.unknown().describe('What the log holds under the key of the user; null: nothing'),
  raw: z.string().nullable().describe(`What was written, of a write that has content. ${gone}`),
})
export type ExportedEvent = z.infer<typeof event>

const ofApp = named('ExportedApp', {
  kind: z.literal('app'),
  format: z.literal('palimpsest-export'),
  version: z.literal(EXPORT_VERSION),
  appId: z.string(),
  exportedAt: z.string(),
})

/** What the app has configured itself, without anything that has a secret. */
const settings = named('ExportedSettings', {
  kind: z.literal('settings'),
  categories: categoriesConfig.shape.categories.nullable().describe('Null: the default ones'),
  templates: z.array(z.object({ eventType, template: templateResponse.shape.template })),
  trusted: trustConfig.shape.trusted
    .nullable()
    .describe('Null: none were configured, or the key has no `config:write`'),
})
export type ExportedSettings = z.infer<typeof settings>

export const exportLine = z
  .discriminatedUnion('kind', [
    manifest,
    content,
    activity,
    given,
    revised,
    named('ExportedFact', { kind: z.literal('fact'), fact: item }),
    named('ExportedSummary', {
      kind: z.literal('summary'),
      category: z.string(),
      text: z.string(),
      updatedAt: z.string(),
    }),
    named('ExportedEntity', { kind: z.literal('entity'), entity: entityDetail }),
    named('ExportedAudit', { kind: z.literal('audit'), entry: auditEntry }),
    event,
    named('ExportedEnd', {
      kind: z.literal('end'),
      counts: z.record(z.string(), z.int()).describe('Lines before this one, by kind'),
      sha256: z
        .string()
        .length(64)
        .describe('Of all bytes from the manifest to before this line, hex'),
      digest: z
        .string()
        .length(64)
        .optional()
        .describe(
          'Of writes, facts, summaries and entities: the same for every service that holds the same memory',
        ),
    }),
    ofApp,
    settings,
    named('ExportedAppEnd', {
      kind: z.literal('app-end'),
      users: z.int().describe('How many exports of users came before this line'),
      sha256: z.string().length(64).optional().describe('Of all bytes before this line, hex'),
    }),
  ])
  .meta({ id: 'ExportLine' })
export type ExportLine = z.infer<typeof exportLine>
