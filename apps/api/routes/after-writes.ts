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
    const stands = await Promise.all(ids.map((id) => whereItStands(scope, id)))
    const unknown = stands.indexOf(null)
    if (unknown >= 0) throw invalid(`after.${unknown}`, 'is no write of this user')
    const waiting = ids.filter((_, n) => stands[n]?.processing?.state !== 'dead-lettered')
    const left = await awaitWrites({ scope, ids: waiting, waitMs: PATIENCE_MS, gone })
    if (left.length === 0) return
    throw new ApiError('SERVICE_UNAVAILABLE', 'some writes of `after` are not processed yet', {
      waiting: left,
    })
  }
}
