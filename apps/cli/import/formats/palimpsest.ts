// Palimpsest: the answer of GET /export, of a user or of an app. The writes are written again, and the service reads
// facts, summaries and graph from them again; the hash at the end of the file says whether the file is complete.
import { createHash } from 'node:crypto'
import { type ExportLine, exportLine } from '../../../../schemas/api/reading/export.ts'
import { givenFact } from '../../../../schemas/api/reading/items.ts'
import {
  BrokenExport,
  type Export,
  type ImportRecord,
  joined,
  type LeftOut,
} from './import-record.ts'

type LineOf<K extends ExportLine['kind']> = Extract<ExportLine, { kind: K }>

type Line = { text: string; parsed: ExportLine }

export function readPalimpsest(_: unknown, text: string): Export {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((each): Line => ({ text: each, parsed: exportLine.parse(JSON.parse(each)) }))
  if (lines[0]?.parsed.kind !== 'app') return readUser(lines)
  const [, ...within] = verified(lines, 'app-end')
  const settings = within.filter(({ parsed }) => parsed.kind === 'settings').length
  const leftOut = counted({ 'settings of the app': settings })
  return joined([...usersIn(within).map(readUser), { records: [], leftOut }])
}

/** The lines before the end, which holds their hash. */
function verified(lines: readonly Line[], kind: 'end' | 'app-end'): readonly Line[] {
  const end = lines.at(-1)?.parsed
  const before = lines.slice(0, -1)
  if (end?.kind !== kind) throw new BrokenExport('is cut off: its last line is missing')
  const hash = createHash('sha256')
  for (const { text } of before) hash.update(`${text}\n`)
  if (hash.digest('hex') !== end.sha256)
    throw new BrokenExport('is not as it was exported: its hash is that of other lines')
  return before
}

function usersIn(lines: readonly Line[]): Line[][] {
  const users: Line[][] = []
  for (const line of lines) {
    if (line.parsed.kind === 'manifest') users.push([])
    users.at(-1)?.push(line)
  }
  return users
}

function readUser(lines: readonly Line[]): Export {
  const manifest = lines[0]?.parsed
  if (manifest?.kind !== 'manifest') {
    throw new BrokenExport('is not whole: its first line is missing')
  }
  const parsed = verified(lines, 'end').map((line) => line.parsed)
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
