// Waits until a write has been processed.
import { answered, type Connection } from './connection.ts'
import { PalimpsestError } from './errors.ts'
import type { Scope } from './vocabulary.ts'

const FIRST_POLL_MS = 20
const LONGEST_POLL_MS = 1_000
/** A minute and a half in all. */
const POLLS = 100

/** Polls until the write has been processed, less and less often. */
export async function settled(
  { api, wait }: Connection,
  { appId, userId, id }: Scope & { id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const params = { path: { appId, userId, resourceId: id } }
  let delayMs = FIRST_POLL_MS
  for (let poll = 0; poll < POLLS; poll++) {
    const call = api.GET('/v1/resources/{appId}/{userId}/{resourceId}', { params, signal })
    const { resource } = await answered(call, 'resource')
    if (resource.status === 'processed') return
    if (resource.status === 'failed') throw notProcessed(resource.reason ?? 'it failed')
    if (resource.processing?.state === 'dead-lettered') throw notProcessed('it is dead-lettered')
    await wait(delayMs, signal)
    delayMs = Math.min(LONGEST_POLL_MS, delayMs * 1.6)
  }
  throw notProcessed('it still waits')
}

/** Of an accepted write: it stands, whatever became of the waiting, so the error names it. */
export function notSettled(error: unknown, ids: { resourceId: string; itemId?: string }): unknown {
  if (!(error instanceof PalimpsestError)) return error
  const { status, details } = error
  const isTold = error.code === NOT_PROCESSED
  const message = isTold
    ? error.message
    : `accepted, but not known to be processed: ${error.message}`
  return new PalimpsestError(
    { code: NOT_PROCESSED, message, details: { ...details, ...ids } },
    status,
    error,
  )
}

const NOT_PROCESSED = 'NOT_PROCESSED'

function notProcessed(why: string): PalimpsestError {
  return new PalimpsestError({
    code: NOT_PROCESSED,
    message: `accepted, but not processed: ${why}`,
  })
}
