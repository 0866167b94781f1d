// Writes what was planned, a few at a time, and notes each answer. It waits as long as rate limits ask; a write that
// the service refuses costs no other.
import { createHash } from 'node:crypto'
import { createMemory, PalimpsestError } from '../../clients/typescript/memory.ts'
import { CommandFailed, type Io } from '../command.ts'
import { createProgress } from '../progress.ts'
import type { Journal } from './journal.ts'
import type { OwnedRecord } from './planned.ts'

const AT_ONCE = 8
/** Whose memory is asked for nothing. */
const NOBODY = 'import'
/** Windows of limits are a minute. */
const MAX_WAIT_MS = 90_000
const RETRIES = 8

export type Writing = {
  url: string
  key: string
  appId: string
  from: string
  journal: Journal
  signal: AbortSignal
}
export type Written = { written: number; before: number; refused: number }

export async function writeAll(
  records: readonly OwnedRecord[],
  writing: Writing,
  io: Io,
): Promise<Written> {
  const result: Written = { written: 0, before: 0, refused: 0 }
  const progress = createProgress(io, { label: 'writes', total: records.length })
  const waiting = [...records].reverse()
  const worker = async () => {
    for (let record = waiting.pop(); record; record = waiting.pop()) {
      result[await write(record, writing)] += 1
      progress.advance()
    }
  }
  try {
    await checkTarget(writing)
    await allEnded(Array.from({ length: AT_ONCE }, () => worker().catch(stopping(waiting))))
    return result
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error
    throw new CommandFailed(`${error.message}. The same command goes on where this one ended`)
  } finally {
    progress.finish()
  }
}

/** A wrong address or key is told at once, and not after every retry. */
async function checkTarget({ url, key: apiKey, appId }: Writing): Promise<void> {
  const { api } = createMemory({ url, apiKey, appId, userId: NOBODY, retries: 0 })
  const { error } = await api.GET('/v1/health')
  if (error) throw new PalimpsestError(error.error)
}

/** Where one fails, the others write nothing further. */
function stopping(waiting: unknown[]): (error: unknown) => never {
  return (error) => {
    waiting.length = 0
    throw error
  }
}

/** Also where one fails, so that none is under way when the command ends. */
async function allEnded(work: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(work)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

async function write(record: OwnedRecord, writing: Writing): Promise<keyof Written> {
  const { journal, appId, from } = writing
  const { id, userId } = record
  const key = keyOf(from, [appId, userId, id])
  if (journal.accepted.has(key)) return 'before'
  writing.signal.throwIfAborted()
  try {
    journal.note({ key, id, resourceId: await remember(record, key, writing) })
    return 'written'
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code !== 'VALIDATION_ERROR') throw error
    journal.note({ key, id, refused: String(error.details.field) })
    return 'refused'
  }
}

async function remember(record: OwnedRecord, key: string, writing: Writing): Promise<string> {
  const { content, threadId, at, id, userId } = record
  const { url, key: apiKey, appId, from, signal } = writing
  const connection = { url, apiKey, retries: RETRIES, maxWaitMs: MAX_WAIT_MS }
  const memory = createMemory({ ...connection, appId, userId })
  return memory.remember(content, {
    // What another memory has kept of its user is said by the application, not by the user.
    ...(typeof content === 'string' ? { contentType: 'event' as const } : {}),
    ...(threadId === undefined ? {} : { threadId }),
    ...(at === null ? {} : { at }),
    metadata: { importedFrom: from, importedId: id },
    idempotencyKey: key,
    signal,
  })
}

function keyOf(from: string, parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `import-${from}-${hash}`
}
