// Reads an export, of a user or of an app, and checks it: its form, its hashes, its events. Nothing is written before all
// of it has been checked.
import { createHash } from 'node:crypto'
import { refusalOf } from '../../../processors/carry/refusal-of.ts'
import {
  type ExportedEvent,
  type ExportLine,
  exportLine,
} from '../../../schemas/api/reading/export.ts'
import { type Scope, scope } from '../../../schemas/identifiers.ts'
import { invalid } from '../errors.ts'

/** What an export says of one user. */
export type ExportedUser = { scope: Scope; embedding: string | null; events: ExportedEvent[] }

type Line = { line: ExportLine; from: number; to: number; number: number }
type End = Extract<ExportLine, { kind: 'end' }>

/** Lines that are read before other requests have their turn. */
const LINES_A_TURN = 200
const NEWLINE = 10

export async function readImport(body: Buffer): Promise<ExportedUser[]> {
  const users: ExportedUser[] = []
  let user: (ExportedUser & { from: number }) | null = null
  let isApp = false
  let isWhole = false
  for await (const { line, from, number } of linesOf(body)) {
    if (isWhole) throw refused(number, 'follows the end')
    if (line.kind === 'app' && number === 1) isApp = true
    else if (line.kind === 'manifest' && !user) user = { ...begun(line, number), from }
    else if (line.kind === 'end' && user) {
      checkHash(line, body.subarray(user.from, from), number)
      users.push(user)
      user = null
      isWhole = !isApp
    } else if (line.kind === 'app-end' && isApp && !user) {
      if (line.users !== users.length) throw refused(number, 'users are missing')
      isWhole = true
    } else if (line.kind === 'event' && user) user.events.push(checked(line, number))
    else if (!user) throw refused(number, 'stands in no export of a user')
  }
  if (!isWhole) throw invalid('body', 'is not whole: its end is missing')
  return users
}

async function* linesOf(body: Buffer): AsyncGenerator<Line> {
  let number = 0
  for (let from = 0; from < body.length; ) {
    const next = body.indexOf(NEWLINE, from)
    const to = next === -1 ? body.length : next
    number++
    yield { line: parsed(body.toString('utf8', from, to), number), from, to, number }
    from = to + 1
    if (number % LINES_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

function parsed(text: string, number: number): ExportLine {
  try {
    return exportLine.parse(JSON.parse(text))
  } catch {
    // The cause may quote personal text.
    throw refused(number, 'is no line of an export')
  }
}

function begun(line: Extract<ExportLine, { kind: 'manifest' }>, number: number): ExportedUser {
  const { appId, userId, embedding } = line
  const named = scope.safeParse({ appId, userId })
  if (!named.success) throw refused(number, 'names no app and user')
  return { scope: named.data, embedding, events: [] }
}

function checkHash({ sha256 }: End, text: Buffer, number: number): void {
  if (createHash('sha256').update(text).digest('hex') === sha256) return
  throw refused(number, 'sha256 is not that of the lines before it: they were changed')
}

function checked(event: ExportedEvent, number: number): ExportedEvent {
  const refusal = refusalOf(event)
  if (refusal) throw refused(number, refusal)
  return event
}

function refused(number: number, why: string) {
  return invalid(`line ${number}`, why)
}
