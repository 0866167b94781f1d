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
    const stands = await Promise.all(unprocessed.map((id) => whereItStands(scope, id)))
    const unknown = unprocessed[stands.indexOf(null)]
    if (unknown) throw invalid(`after.${ids.indexOf(unknown)}`, 'is no write of this user')
    const waiting = unprocessed.filter((_, n) => stands[n]?.processing?.state !== 'dead-lettered')
    const left = await awaitWrites({ scope, ids: waiting, waitMs: PATIENCE_MS, gone })
    if (left.length === 0) return
    throw new ApiError('SERVICE_UNAVAILABLE', 'some writes of `after` are not processed yet', {
      waiting: left,
    })
  }
}
