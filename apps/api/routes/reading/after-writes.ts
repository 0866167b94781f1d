// `after` of a query: the writes that its answer must include. Waits for them, but not for writes that will never be
// processed.
import type { Scope } from '../../../../schemas/identifiers.ts'
import { ApiError, invalid } from '../../errors.ts'
import type { AwaitWrites } from '../../intake/waiting/await-writes.ts'
import type { WhereItStands } from '../writing/where-it-stands.ts'

/** Longer than a write takes if nothing is wrong. */
const PATIENCE_MS = 10_000

export type AfterWrites = (scope: Scope, ids: readonly string[], gone: AbortSignal) => Promise<void>

/** Throws 400 for an id that is no write of the user, and 503 for a write that is not processed in time. */
export function createAfterWrites(
  whereItStands: WhereItStands,
  awaitWrites: AwaitWrites,
): AfterWrites {
  return async (scope, ids, gone) => {
    // Most are processed already: one read tells, and no more is asked about them.
    const { left: unprocessed } = await awaitWrites({ scope, ids, waitMs: 0, gone })
    const waiting: string[] = []
    // One after another: each may search the log, and the first id that is no write of the user ends the loop.
    for (const id of unprocessed) {
      const stands = await whereItStands(scope, id)
      if (!stands) throw invalid(`after.${ids.indexOf(id)}`, 'is no write of this user')
      if (stands.processing?.state !== 'dead-lettered') waiting.push(id)
    }
    const { left } = await awaitWrites({ scope, ids: waiting, waitMs: PATIENCE_MS, gone })
    if (left.length === 0) return
    throw new ApiError('SERVICE_UNAVAILABLE', 'some writes of `after` are not processed yet', {
      details: { waiting: left },
    })
  }
}
