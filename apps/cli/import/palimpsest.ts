// Palimpsest: what GET /export answered. The writes are written again, so that facts, summaries and graph are read from
// them anew; the hash at its end says whether the file is whole.
import { createHash } from 'node:crypto'
import { type ExportLine, exportLine } from '../../../schemas/api/export.ts'
import type { Export, ImportRecord } from './import-record.ts'

type Kind = ExportLine['kind']
type LineOf<K extends Kind> = Extract<ExportLine, { kind: K }>

export function readPalimpsest(_: unknown, text: string): Export {
  const lines = text.trimEnd().split('\n')
  const parsed = lines.map((line) => exportLine.parse(JSON.parse(line)))
  const [manifest, end] = [parsed[0], parsed.at(-1)]
  if (manifest?.kind !== 'manifest' || end?.kind !== 'end') throw new Error('it is not whole')
  const before = text.slice(0, text.trimEnd().length - lines.at(-1)!.length)
  const sha256 = createHash('sha256').update(before).digest('hex')
  if (sha256 !== end.sha256) throw new Error('it was changed')
  const records = parsed.flatMap((line) => recordOf(line, manifest.userId))
  const readable = records.filter((record) => record !== null)
  const forgotten = records.length - readable.length
  return { records: readable, leftOut: forgotten > 0 ? { 'partly forgotten': forgotten } : {} }
}

/** Nothing for what is read from the writes anew; null for a write of which something was forgotten. */
function recordOf(line: ExportLine, userId: string): (ImportRecord | null)[] {
  if (line.kind === 'content') return [line.content === null ? null : contentOf(line, userId)]
  if (line.kind === 'activity') return [line.data === null ? null : activityOf(line, userId)]
  return []
}

function contentOf(line: LineOf<'content'>, userId: string): ImportRecord {
  const { id, occurredAt: at, contentType, threadId, metadata } = line
  const thread = threadId === null ? {} : { threadId }
  return { id, userId, at, content: line.content ?? '', contentType, metadata, ...thread }
}

function activityOf(line: LineOf<'activity'>, userId: string): ImportRecord {
  const { id, occurredAt: at, eventType, source, importance } = line
  return { id, userId, at, activity: { eventType, source, importance, data: line.data ?? {} } }
}
