// `after` of a query: the writes that its answer must know. It waits for them; what will never be processed holds up nobody.
import type { Scope } from '../../../schemas/identifiers.ts'
import { ApiError, invalid } from '../errors.ts'
import type { AwaitWrites } from '../intake/await-writes.ts'
import type { WhereItStands } from './where-it-stands.ts'

/** Longer than a write takes where nothing is wrong. */
const PATIENCE_MS = 10_000

export type AfterWrites = (scope: Scope, ids: readonly string[], gone: AbortSignal) => Promise<void>

/** Throws 400 for what is no write of the user, and 503 for what is not processed in time. */
export function createAfterWrites(
  whereItStands: WhereItStands,
  awaitWrites: AwaitWrites,
): AfterWrites {
  return async (scope, ids, gone) => {
    // Most are processed already: one read tells, and nothing else is asked about them.
    const unprocessed = await awaitWrites({ scope, ids, waitMs: 0, gone })
    const waiting: string[] = []
    // One after another: each may look through the log, and the first that is nobody's ends it.
    for (const id of unprocessed) {
      const stands = await whereItStands(scope, id)
      if (!stands) throw invalid(`after.${ids.indexOf(id)}`, 'is no write of this user')
      if (stands.processing?.state !== 'dead-lettered') waiting.push(id)
    }
    const left = await awaitWrites({ scope, ids: waiting, waitMs: PATIENCE_MS, gone })
    if (left.length === 0) return
    throw new ApiError('SERVICE_UNAVAILABLE', 'some writes of `after` are not processed yet', {
      waiting: left,
    })
  }
}
