// Sends the planned writes in order, as many in one call as the service takes, and notes each call and its answer. Waits
// as long as rate limits ask. A refused call is repeated in halves, so that one bad write costs no other.
import { createHash } from 'node:crypto'
import { firstOf, nth } from '../../../infra/runtime/certain.ts'
import { answered } from '../../clients/typescript/connection.ts'
import { contentOf } from '../../clients/typescript/content.ts'
import { type Api, createMemory, PalimpsestError } from '../../clients/typescript/memory.ts'
import { CommandFailed, type Io } from '../command/command.ts'
import { createProgress } from '../command/progress.ts'
import { batchesOf } from './batches.ts'
import type { Journal } from './journal.ts'
import type { OwnedRecord } from './planned.ts'

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
  const { journal } = writing
  const isKnown = (record: OwnedRecord) => journal.accepted.has(keyOf(record, writing))
  const waiting = records.filter((record) => !isKnown(record))
  const again = unanswered(records, writing)
  const others = waiting.filter((record) => !again.includes(record))
  const total = again.length + others.length
  const result: Written = { written: 0, before: records.length - total, refused: 0 }
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
    throw new CommandFailed(`${error.message}. The same command goes on where this one ended`)
  } finally {
    progress.finish()
  }
}

/**
 * The writes of the call that an earlier run was stopped in. They go together once more, because the key of a call is
 * that of all its writes: among others the service would store them a second time.
 */
function unanswered(records: readonly OwnedRecord[], writing: Writing): OwnedRecord[] {
  const { accepted, lastCall } = writing.journal
  if (lastCall.every((key) => accepted.has(key))) return []
  const byKey = new Map(records.map((record) => [keyOf(record, writing), record]))
  const found = lastCall.flatMap((key) => byKey.get(key) ?? [])
  // The export has changed since.
  return found.length === lastCall.length ? found : []
}

/** Reports a wrong address or key at once, and not after every retry. */
async function checkTarget({ url, key: apiKey, appId }: Writing): Promise<void> {
  const { api } = createMemory({ url, apiKey, appId, userId: NOBODY, retries: 0 })
  const { error } = await api.GET('/v1/health')
  if (error) throw new PalimpsestError(error.error)
}

/** Returns how many writes were refused. */
async function write(batch: readonly OwnedRecord[], writing: Writing): Promise<number> {
  writing.signal.throwIfAborted()
  const { journal } = writing
  const keys = batch.map((record) => keyOf(record, writing))
  journal.begin(keys)
  try {
    const ids = await send(batch, keys, writing)
    journal.note(batch.map(({ id }, n) => ({ key: nth(keys, n), id, resourceId: nth(ids, n) })))
    return 0
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code !== 'VALIDATION_ERROR') throw error
    if (batch.length > 1) return writeHalves(batch, writing)
    const refused = String(error.details.field)
    journal.note([{ key: firstOf(keys), id: firstOf(batch).id, refused }])
    return 1
  }
}

/** Calls are few a minute, so that write by write takes hours. */
async function writeHalves(batch: readonly OwnedRecord[], writing: Writing): Promise<number> {
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
  return (await answered(apiOf(writing).POST('/v1/batch', { body, params, signal }))).ids
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

function keyOf({ id, userId }: OwnedRecord, { appId, from }: Writing): string {
  return `${from}-${hashOf([appId, userId, id])}`
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
