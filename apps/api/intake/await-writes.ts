// Waits until writes can be retrieved. It asks the index, which knows a write as processed when its facts can be found.
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import { type Pacing, realPacing } from '../../../infra/runtime/wait-for.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

export type Awaited = { scope: Scope; ids: readonly string[]; waitMs: number; gone: AbortSignal }

/** Gives those that cannot be retrieved yet: all of them where too many calls wait already. */
export type AwaitWrites = (awaited: Awaited) => Promise<string[]>

const FIRST_PAUSE_MS = 2
/** A call that waits long asks seldom: each question is a read of the index. */
const LONGEST_PAUSE_MS = 500
/** Calls that wait at once in one process. */
const MAX_WAITING = 500

export function createAwaitWrites(
  memory: Pick<MemoryStore, 'resource'>,
  { now, pause }: Pacing = realPacing,
): AwaitWrites {
  let waiting = 0
  const wait = async ({ scope, ids, waitMs, gone }: Awaited) => {
    const deadline = now() + waitMs
    let left = await unprocessed(memory, scope, ids)
    for (let pauseMs = FIRST_PAUSE_MS; left.length > 0; pauseMs *= 1.5) {
      const remainingMs = deadline - now()
      if (remainingMs <= 0 || gone.aborted) break
      await pause(Math.min(pauseMs, LONGEST_PAUSE_MS, remainingMs), gone)
      left = await unprocessed(memory, scope, left)
    }
    return left
  }
  return async (awaited) => {
    if (waiting >= MAX_WAITING) return [...awaited.ids]
    waiting++
    try {
      return await wait(awaited)
    } finally {
      waiting--
    }
  }
}

/** What was refused for good will never be found: nobody waits for it. */
async function unprocessed(
  memory: Pick<MemoryStore, 'resource'>,
  scope: Scope,
  ids: readonly string[],
): Promise<string[]> {
  const resources = await Promise.all(ids.map((id) => memory.resource(scope, id)))
  return ids.filter((_, n) => (resources[n]?.status ?? 'queued') === 'queued')
}
