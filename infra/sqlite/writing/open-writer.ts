// Opens the thread that writes. What waits for the disk waits there, so the event loop that asks goes on: it can answer
// others, and take in what shares the next commit.

import { createThreadPool } from '../../threads/thread-pool.ts'
import type { WriteRequest, Writes } from './writes.ts'
import type { WritingThreadData } from './writing-thread.ts'

export type Writer = Writes & { close(): Promise<void> }

/** All writes take one line, in the order in which they were asked for: no user can have this name. */
const LINE = { appId: '~writes', userId: '~writes' }
/** Who asks waits for the answer, so what waits here is bounded there. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER
/** A write is never cut short: no longer than the service has to stop. */
const CLOSE_GRACE_MS = 5_000

/** Resolves when it writes. */
export async function openWriter(data: WritingThreadData): Promise<Writer> {
  const pool = await createThreadPool<WriteRequest, unknown>({
    module: new URL('./writing-thread.ts', import.meta.url),
    data,
    size: 1,
    perThread: UNBOUNDED,
    maxWaiting: UNBOUNDED,
    closeGraceMs: CLOSE_GRACE_MS,
  })
  const ask = async (request: WriteRequest) => (await pool.run(request, { scope: LINE })).answer
  return {
    log: remote(ask, 'log', ['append', 'commit', 'remove', 'ping']),
    keys: remote(ask, 'keys', ['current', 'rotate', 'destroy']),
    objects: remote(ask, 'objects', ['putMany', 'addMany', 'deleteMany', 'ping']),
    close: pool.close,
  }
}

function remote<Store extends keyof Writes>(
  ask: (request: WriteRequest) => Promise<unknown>,
  store: Store,
  methods: readonly (keyof Writes[Store])[],
): Writes[Store] {
  const calls = methods.map((method) => [
    method,
    (...args: readonly unknown[]) => ask({ store, method, args } as WriteRequest),
  ])
  return Object.fromEntries(calls)
}
