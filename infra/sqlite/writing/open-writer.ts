// Opens the writing thread. Waits for the disk happen there, so the calling event loop continues: it can answer other
// callers and collect what shares the next commit.
import { createThreadPool } from '../../threads/thread-pool.ts'
import type { WriteRequest, Writes } from './writes.ts'
import type { WritingThreadData } from './writing-thread.ts'

/** `isIdle`: it has answered everything that it was asked. */
export type Writer = Writes & { isIdle(): boolean; close(): Promise<void> }

/** All writes wait in one line, in the order of the calls: no user can have this name. */
const LINE = { appId: '~writes', userId: '~writes' }
/** Callers wait for their answers, so they bound what waits here. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER
/** At close, running writes may finish, for no longer than the service has to stop. */
const CLOSE_GRACE_MS = 5_000

/** Resolves when the thread is ready to write. */
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
    isIdle: () => {
      const { waiting, running } = pool.counts()
      return [waiting, running].every((count) => count === 0)
    },
    close: pool.close,
  }
}

function remote<Store extends keyof Writes>(
  ask: (request: WriteRequest) => Promise<unknown>,
  store: Store,
  methods: readonly (keyof Writes[Store] & string)[],
): Writes[Store] {
  const calls = methods.map((method) => [
    method,
    (...args: readonly unknown[]) => ask({ store, method, args }),
  ])
  return Object.fromEntries(calls)
}
