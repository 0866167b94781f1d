// Reads an export, of a user or of an app, and checks it: its form, its hashes, its events. Nothing is written before all
// of it has been checked.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { notText, orderRefusal, refusalOf } from '../../../processors/carry/refusal-of.ts'
import {
  EXPORT_VERSION,
  type ExportedEvent,
  type ExportedSettings,
  type ExportLine,
  exportLine,
} from '../../../schemas/api/reading/export.ts'
import { appId, type Scope, scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { invalid } from '../errors.ts'

/** What an export says of one user, from this line on. */
export type ExportedUser = {
  scope: Scope
  line: number
  embedding: string | null
  events: ExportedEvent[]
}

/** What an export says of an app itself. */
type ExportedApp = { appId: string; settings: ExportedSettings | null }

type Line = { line: ExportLine; from: number; to: number; number: number }
type LineOf<K extends ExportLine['kind']> = Extract<ExportLine, { kind: K }>

/** Lines that are read before other requests have their turn. */
const LINES_A_TURN = 200
const NEWLINE = 10

/** `now` tells which instants lie in the future. */
export async function readImport(
  body: Buffer,
  now: Date,
): Promise<{ app: ExportedApp | null; users: ExportedUser[] }> {
  const users: ExportedUser[] = []
  const names = new Set<string>()
  const before = createHash('sha256')
  let user: (ExportedUser & { from: number }) | null = null
  let order: Parameters<typeof orderRefusal>[1] = new Map()
  let app: ExportedApp | null = null
  let isWhole = false
  for await (const { line, from, to, number } of linesOf(body)) {
    if (isWhole) throw refused(number, 'follows the end')
    if (line.kind === 'app' && number === 1) app = begunApp(line, number)
    else if (line.kind === 'settings' && app && number === 2) {
      const refusal = notText(Object.entries(line))
      if (refusal) throw refused(number, refusal)
      app.settings = line
    } else if (line.kind === 'manifest' && !user) {
      user = { ...begun(line, number, names), from }
      order = new Map()
    } else if (line.kind === 'end' && user) {
      const sha256 = createHash('sha256').update(body.subarray(user.from, from)).digest('hex')
      if (line.sha256 !== sha256)
        throw refused(number, 'sha256 is not that of the lines before it: they were changed')
      users.push(user)
      user = null
      isWhole = app === null
    } else if (line.kind === 'app-end' && app && !user) {
      checkApp(line, { users: users.length, sha256: before.digest('hex') }, number)
      isWhole = true
      continue
    } else if (line.kind === 'event' && user) {
      const refusal = refusalOf(line, now) ?? orderRefusal(line, order)
      if (refusal) throw refused(number, refusal)
      user.events.push(line)
    } else if (!user) throw refused(number, 'stands in no export of a user')
    before.update(body.subarray(from, to + 1))
  }
  if (!isWhole) throw invalid('body', 'is not whole: its end is missing')
  return { app, users }
}

async function* linesOf(body: Buffer): AsyncGenerator<Line> {
  let number = 0
  for (let from = 0; from < body.length; ) {
    const next = body.indexOf(NEWLINE, from)
    const to = next === -1 ? body.length : next
    number++
    const text = body.toString('utf8', from, to)
    yield { line: parsed(text, { number, isEnded: next !== -1 }), from, to, number }
    from = to + 1
    if (number % LINES_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

function parsed(
  text: string,
  { number, isEnded }: { number: number; isEnded: boolean },
): ExportLine {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    // The cause may quote personal text.
    throw refused(number, `is no line of an export: ${isEnded ? 'no JSON' : 'it is cut off'}`)
  }
  const { data: begun } = newer.safeParse(given)
  if (begun) throw refused(number, 'version: is of a newer service')
  const read = exportLine.safeParse(given)
  if (read.success) return read.data
  // No further within: names of what a user has may be a part of the path.
  const { path, code } = firstOf(read.error.issues)
  throw refused(number, `is no line of an export: ${[...path.slice(0, 1), code].join(': ')}`)
}

const newer = z.object({ kind: z.enum(['manifest', 'app']), version: z.int().gt(EXPORT_VERSION) })

function begunApp(line: LineOf<'app'>, number: number): ExportedApp {
  const named = appId.safeParse(line.appId)
  if (!named.success) throw refused(number, 'names no app')
  return { appId: named.data, settings: null }
}

/** `names`: of the users before, to which this one is added. */
function begun(line: LineOf<'manifest'>, number: number, names: Set<string>): ExportedUser {
  const { appId, userId, embedding } = line
  const named = scope.safeParse({ appId, userId })
  if (!named.success) throw refused(number, 'names no app and user')
  const name = scopeName(named.data)
  // The log does not hold the first of two yet, so only here the second is seen before the first is taken.
  if (names.has(name)) throw refused(number, 'names a user who came before')
  names.add(name)
  return { scope: named.data, line: number, embedding, events: [] }
}

function checkApp(
  { users, sha256 }: LineOf<'app-end'>,
  read: { users: number; sha256: string },
  number: number,
): void {
  if (users !== read.users) throw refused(number, 'users are missing')
  // Exports of before 2026-11-23 tell none.
  if (sha256 === undefined || sha256 === read.sha256) return
  throw refused(number, 'sha256 is not that of the lines before it: they were changed')
}

function refused(number: number, why: string) {
  return invalid(`line ${number}`, why)
}
