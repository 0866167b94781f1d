// Sends the planned writes in order, as many in one call as the service takes, and notes each call and its answer. Waits
// as long as rate limits ask. A refused call is repeated in halves, so that one bad write costs no other.
import { createHash } from 'node:crypto'
import { firstOf, nth } from '../../../infra/runtime/certain.ts'
import { answered } from '../../clients/typescript/connection.ts'
import { contentOf } from '../../clients/typescript/content.ts'
import { type Api, createMemory, PalimpsestError } from '../../clients/typescript/memory.ts'
import { CommandFailed, type Io } from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { createProgress } from '../command/progress.ts'
import { unknownKey } from '../command/service-address.ts'
import { batchesOf } from './batches.ts'
import type { Journal } from './journal.ts'
import type { OwnedRecord } from './planned.ts'
import { unwritten, type Waiting } from './waiting.ts'

/** A placeholder user: the client asks nothing of its memory. */
const NOBODY = 'import'
/** Rate-limit windows are a minute. */
const MAX_WAIT_MS = 90_000
const TIMEOUT_MS = 120_000
const RETRIES = 8

type Writing = {
  url: string
  key: string
  appId: string
  from: string
  journal: Journal
  signal: AbortSignal
}
type Written = { written: number; before: number; refused: number }

export async function writeAll(
  records: readonly OwnedRecord[],
  writing: Writing,
  io: Io,
): Promise<Written> {
  const { again, others, before } = unwritten(records, writing.journal, writing)
  if (!again) throw changedSince(writing.journal)
  const total = again.length + others.length
  const result: Written = { written: 0, before, refused: 0 }
  const progress = createProgress(io, { label: 'writes', total })
  try {
    await checkTarget(writing)
    for (const batch of [...(again.length > 0 ? [again] : []), ...batchesOf(others)]) {
      const refused = await write(batch, writing)
      result.refused += refused
      result.written += batch.length - refused
      progress.advance(batch.length)
    }
    return result
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error
    throw new CommandFailed(
      `${whyNot(error, writing)}. The same command goes on where this one ended`,
    )
  } finally {
    progress.finish()
  }
}

/** Sent in calls of another composition, what the service took in of it would be stored twice. */
function changedSince({ file, lastCall }: Journal): CommandFailed {
  return new CommandFailed(
    `the export has changed since a call of ${counted(lastCall.length, 'write')} whose answer did not arrive: repeat the command with the export as it was then. Or remove the last line of ${file} that has a "call": what the service took in of it is then stored twice`,
  )
}

/** Reports a wrong address or key at once, and not after every retry. */
async function checkTarget({ url, key: apiKey, appId }: Writing): Promise<void> {
  const { api } = createMemory({ url, apiKey, appId, userId: NOBODY, retries: 0 })
  const { error } = await api.GET('/v1/health')
  if (error) throw new PalimpsestError(error.error)
}

/** Returns how many writes were refused. */
async function write(batch: readonly Waiting[], writing: Writing): Promise<number> {
  writing.signal.throwIfAborted()
  const { journal } = writing
  const keys = batch.map(({ key }) => key)
  journal.begin(keys)
  try {
    const ids = await send(batch, keys, writing)
    journal.note(batch.map(({ id }, n) => ({ key: nth(keys, n), id, resourceId: nth(ids, n) })))
    return 0
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code !== 'VALIDATION_ERROR') throw error
    if (error.details.field === USED && isLast(journal, keys)) throw changedSince(journal)
    if (batch.length > 1) return writeHalves(batch, writing)
    const refused = String(error.details.field)
    journal.note([{ key: firstOf(keys), id: firstOf(batch).id, refused }])
    return 1
  }
}

/** What the service says of a call whose writes are others than at first. */
const USED = 'Idempotency-Key'

/** Of an earlier run. */
function isLast({ lastCall }: Journal, keys: readonly string[]): boolean {
  return lastCall.length === keys.length && keys.every((key, n) => key === lastCall[n])
}

function whyNot({ code, message }: PalimpsestError, { url }: Writing): string {
  if (code === 'UNAUTHORIZED') return unknownKey({ url })
  if (code !== 'UNREACHABLE') return message
  return `the service at ${url} cannot be reached: start it, or give its address with --url URL`
}

/** Calls are few a minute, so that write by write takes hours. */
async function writeHalves(batch: readonly Waiting[], writing: Writing): Promise<number> {
  const half = Math.ceil(batch.length / 2)
  const refused = await write(batch.slice(0, half), writing)
  return refused + (await write(batch.slice(half), writing))
}

async function send(
  batch: readonly OwnedRecord[],
  keys: readonly string[],
  writing: Writing,
): Promise<string[]> {
  const { appId, from, signal } = writing
  const params = { header: { 'idempotency-key': `import-${from}-${hashOf(keys)}` } }
  const body = { appId, writes: batch.map((record) => shownWrite(record, from)) }
  return (await answered(apiOf(writing).POST('/v1/batch', { body, params, signal }), 'ids')).ids
}

function apiOf({ url, key: apiKey, appId }: Writing): Api {
  const patience = { retries: RETRIES, maxWaitMs: MAX_WAIT_MS, timeoutMs: TIMEOUT_MS }
  return createMemory({ url, apiKey, appId, userId: NOBODY, ...patience }).api
}

function shownWrite(record: OwnedRecord, from: string) {
  const { id, userId } = record
  if ('activity' in record) {
    return { kind: 'event' as const, userId, timestamp: record.at, ...record.activity }
  }
  if ('fact' in record) {
    return { kind: 'item' as const, userId, validFrom: record.at, ...record.fact }
  }
  const { content, at, threadId, metadata } = record
  // What another memory kept about its user is said by the application, not by the user.
  const { contentType = typeof content === 'string' ? 'event' : undefined } = record
  const options = {
    ...(contentType === undefined ? {} : { contentType }),
    ...(threadId === undefined ? {} : { threadId }),
    ...(at === null ? {} : { at }),
    metadata: { ...metadata, importedFrom: from, importedId: id },
  }
  return { kind: 'memorize' as const, userId, ...contentOf(content, options) }
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
