// Palimpsest: the answer of GET /export. The writes are written again, and the service reads facts, summaries and graph
// from them again; the hash at the end of the file says whether the file is complete.
import { createHash } from 'node:crypto'
import { lastOf } from '../../../../infra/runtime/certain.ts'
import { type ExportLine, exportLine } from '../../../../schemas/api/reading/export.ts'
import { givenFact } from '../../../../schemas/api/reading/items.ts'
import type { Export, ImportRecord, LeftOut } from './import-record.ts'

type Kind = ExportLine['kind']
type LineOf<K extends Kind> = Extract<ExportLine, { kind: K }>

export function readPalimpsest(_: unknown, text: string): Export {
  const lines = text.trimEnd().split('\n')
  const parsed = lines.map((line) => exportLine.parse(JSON.parse(line)))
  const [manifest, end] = [parsed[0], parsed.at(-1)]
  if (manifest?.kind !== 'manifest' || end?.kind !== 'end') throw new Error('it is not whole')
  const before = text.slice(0, text.trimEnd().length - lastOf(lines).length)
  const sha256 = createHash('sha256').update(before).digest('hex')
  if (sha256 !== end.sha256) throw new Error('it was changed')
  const records = parsed.flatMap((line) => recordOf(line, manifest.userId))
  const readable = records.filter((record) => record !== null)
  return {
    records: readable,
    leftOut: counted({
      'partly forgotten': records.length - readable.length,
      'changes of facts': parsed.filter(({ kind }) => kind === 'revised').length,
    }),
  }
}

function counted(counts: LeftOut): LeftOut {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** Nothing for what the service reads from the writes again; null for a write with forgotten parts. */
function recordOf(line: ExportLine, userId: string): (ImportRecord | null)[] {
  if (line.kind === 'content') return [line.content === null ? null : contentOf(line, userId)]
  if (line.kind === 'activity') return [line.data === null ? null : activityOf(line, userId)]
  if (line.kind === 'given') return [line.given === null ? null : factOf(line, userId)]
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

/** The item that it superseded gets another id in the new service. */
function factOf({ id, occurredAt: at, given }: LineOf<'given'>, userId: string): ImportRecord {
  const { supersedes: _, ...fact } = givenFact.parse(given)
  return { id, userId, at, fact }
}
