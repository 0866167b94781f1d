// What GET /export answers: lines of JSON, one record a line, that another program can read and check against their
// hash.
import { z } from 'zod'
import { contentType, importance } from '../../identifiers.ts'
import { auditEntry, entityDetail, item } from './memory.ts'

/** Raised when a reader of the old version would misunderstand a line. */
export const EXPORT_VERSION = 1

const manifest = z
  .object({
    kind: z.literal('manifest'),
    format: z.literal('palimpsest-export'),
    version: z.literal(EXPORT_VERSION),
    appId: z.string(),
    userId: z.string(),
    exportedAt: z.string(),
  })
  .meta({ id: 'ExportedManifest' })

const written = {
  id: z.string(),
  occurredAt: z.string().describe('When it was said or happened'),
  receivedAt: z.string(),
}
const gone = 'Null where a category was forgotten since: what is left may hold words of it'

const content = z
  .object({
    kind: z.literal('content'),
    ...written,
    contentType,
    threadId: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    content: z.string().nullable().describe(gone),
  })
  .meta({ id: 'ExportedContent' })

const activity = z
  .object({
    kind: z.literal('activity'),
    ...written,
    eventType: z.string(),
    source: z.string(),
    importance,
    data: z.record(z.string(), z.unknown()).nullable().describe(gone),
  })
  .meta({ id: 'ExportedActivity' })

const given = z
  .object({
    kind: z.literal('given'),
    ...written,
    given: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(`What \`POST /items\` took. ${gone}`),
  })
  .meta({ id: 'ExportedGiven' })

const revised = z
  .object({
    kind: z.literal('revised'),
    ...written,
    factId: z.string(),
    action: z.enum(['corrected', 'marked', 'resolved', 'retracted']),
    changes: z.record(z.string(), z.unknown()).nullable().describe(gone),
  })
  .meta({ id: 'ExportedRevised' })

export const exportLine = z
  .discriminatedUnion('kind', [
    manifest,
    content,
    activity,
    given,
    revised,
    z.object({ kind: z.literal('fact'), fact: item }).meta({ id: 'ExportedFact' }),
    z
      .object({
        kind: z.literal('summary'),
        category: z.string(),
        text: z.string(),
        updatedAt: z.string(),
      })
      .meta({ id: 'ExportedSummary' }),
    z.object({ kind: z.literal('entity'), entity: entityDetail }).meta({ id: 'ExportedEntity' }),
    z.object({ kind: z.literal('audit'), entry: auditEntry }).meta({ id: 'ExportedAudit' }),
    z
      .object({
        kind: z.literal('end'),
        counts: z.record(z.string(), z.int()).describe('Lines before this one, by kind'),
        sha256: z.string().length(64).describe('Of all bytes before this line, hex'),
      })
      .meta({ id: 'ExportedEnd' }),
  ])
  .meta({ id: 'ExportLine' })
export type ExportLine = z.infer<typeof exportLine>
