// Does a thing once per key: the first request does it, and every request gets the same answer.
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Services } from '../services.ts'
import { claimIdempotencyKey } from './idempotency.ts'

/** What a key stands for. `body` must be the same whenever the key is used. `fresh`: the id of what is new. */
type Once = { scope: Scope; key: string; body: unknown; fresh?: string }

/** `repeated`: an earlier request may have stored it, and was not answered. */
export type ToStore = { id: string; repeated: boolean }

/**
 * `store` gets the id of what is to be stored; it is called again with the same id if it is not known to have ended.
 * Returns that id, or `conflict` if the key has been used for another user or body.
 */
export async function once(
  { ports, now }: Pick<Services, 'ports' | 'now'>,
  { fresh, ...request }: Once,
  store: (what: ToStore) => Promise<void>,
): Promise<{ id: string } | 'conflict'> {
  const resourceId = fresh ?? uuidV7(now().getTime())
  const claim = await claimIdempotencyKey(ports, { ...request, resourceId })
  if (claim.claim === 'conflict') return 'conflict'
  if (claim.claim === 'store') {
    await store({ id: claim.resourceId, repeated: claim.repeated })
    await claim.settle()
  }
  return { id: claim.resourceId }
}
