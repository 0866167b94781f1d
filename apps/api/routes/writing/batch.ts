// POST /batch: many writes of one app in one call. A batch that is answered with 202 is on disk, all of it; a refused
// one is refused as a whole. Writes are stored in the order in which they are listed.
import { nth } from '../../../../infra/runtime/certain.ts'
import { givenIdOf, uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import {
  type PlanContext,
  type PlannedWrite,
  planActivity,
  planFact,
  planMemorize,
} from '../../../../processors/accept-inbox/plan.ts'
import {
  type BatchRequest,
  batchRequest,
  batchResponse,
} from '../../../../schemas/api/writing/batch.ts'
import { ApiError, invalid } from '../../errors.ts'
import { type Claim, claimIdempotencyKey, isTaken } from '../../intake/idempotency.ts'
import type { Doorkeeper } from '../../intake/item-rules.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import type { WhereItStands } from './where-it-stands.ts'
import { idempotencyKeyOf, orNullIf, traceparentOf, writeHeaders } from './writes.ts'

type Batched = BatchRequest['writes'][number]
type Claims = { id: string; claim: Exclude<Claim, { claim: 'conflict' }> | null }

type Parts = Services & {
  estimate: () => number
  doorkeeper: Doorkeeper
  whereItStands: WhereItStands
}

export function registerBatchRoute(app: App, services: Parts): void {
  app.route({
    method: 'POST',
    url: '/batch',
    config: { permission: 'memory:write', limit: 'batch', body: 'batch' },
    schema: {
      operationId: 'batch',
      summary: 'Store up to 1,000 writes of one app',
      description: 'One that is not valid refuses all. `Idempotency-Key` holds for each of them.',
      headers: writeHeaders,
      body: batchRequest,
      response: { 202: batchResponse },
    },
    handler: async (request, reply) => {
      const { appId, writes } = request.body
      const context = {
        now: services.now(),
        traceparent: traceparentOf(request),
        entry: 'api',
      } as const
      const key = idempotencyKeyOf(request)
      const isAdmitted = await admitFresh(services, request.body, key)
      const claimed = await claimAll(services, request.body, key)
      const claims = isAdmitted
        ? claimed
        : await admitMissing(services, appId, { writes, claims: claimed })
      await storeAll(services, claims, (n) =>
        planned(appId, nth(writes, n), { ...context, id: nth(claims, n).id }),
      )
      const ids = claims.map(({ id }) => id)
      return reply.code(202).send({
        status: 'queued',
        ids,
        ...itemIds(writes, ids),
        estimatedProcessingTime: services.estimate(),
      })
    },
  })
}

function planned(appId: string, write: Batched, context: PlanContext): PlannedWrite {
  if (write.kind === 'event') return planActivity({ ...write, appId }, context)
  if (write.kind === 'item') {
    const { kind: _, ...fact } = write
    return planFact({ ...fact, appId }, context)
  }
  return planMemorize({ ...write, appId }, context)
}

type Sent = { writes: readonly Batched[]; claims: readonly Claims[] }

/** False where the batch is refused, and an earlier one has the key. That one had the keys of all of its writes. */
async function admitFresh(
  parts: Parts,
  { appId, writes }: BatchRequest,
  key: string | null,
): Promise<boolean> {
  const claims = writes.map(() => ({ id: '', claim: null }))
  const taken = async () => key !== null && isTaken(parts.ports, { appId, key: ofWrite(key, 0) })
  const admitted = admitAll(parts, appId, { writes, claims }).then(() => true)
  return (await orNullIf(taken, admitted)) ?? false
}

/** Each write of a batch has a key of its own. */
function ofWrite(key: string, n: number): string {
  return `${key}\n${n}`
}

/** What an earlier request stored without an answer is not refused, be it because of what it changed itself. */
async function admitMissing(parts: Parts, appId: string, sent: Sent): Promise<readonly Claims[]> {
  try {
    await admitAll(parts, appId, sent)
    return sent.claims
  } catch (error) {
    if (!(error instanceof ApiError) || !sent.claims.some(isRepeated)) throw error
    const claims = await withoutStored(parts, appId, sent)
    await admitAll(parts, appId, { ...sent, claims })
    return claims
  }
}

function isRepeated({ claim }: Claims): boolean {
  return claim?.claim === 'store' && claim.repeated
}

/** Those of them that the log or the index holds are done. */
async function withoutStored(
  { whereItStands }: Parts,
  appId: string,
  { writes, claims }: Sent,
): Promise<readonly Claims[]> {
  const found: Claims[] = []
  for (const [n, each] of claims.entries()) {
    const scope = { appId, userId: nth(writes, n).userId }
    const isStored = isRepeated(each) && (await whereItStands(scope, each.id)) !== null
    found.push(isStored ? await settled(each) : each)
  }
  return found
}

async function settled({ id, claim }: Claims): Promise<Claims> {
  if (claim?.claim === 'store') await claim.settle()
  return { id, claim: { claim: 'done', resourceId: id } }
}

/** One after another, because each looks up what it names. Writes that are stored already are not checked again. */
async function admitAll(
  { doorkeeper }: { doorkeeper: Doorkeeper },
  appId: string,
  { writes, claims }: Sent,
): Promise<void> {
  const pins = new Map<string, { more: number; last: number }>()
  for (const [n, write] of writes.entries()) {
    const { claim } = nth(claims, n)
    if (write.kind !== 'item' || (claim && claim.claim !== 'store')) continue
    const { pinned, userId, ...fact } = write
    await doorkeeper.admitFact({ ...fact, userId, appId }, `writes.${n}.`)
    if (pinned) pins.set(userId, { more: (pins.get(userId)?.more ?? 0) + 1, last: n })
  }
  for (const [userId, { more, last }] of pins) {
    await doorkeeper.admitPins({ appId, userId }, more, `writes.${last}.pinned`)
  }
}

/** Empty if none is an item. */
function itemIds(writes: readonly Batched[], ids: readonly string[]) {
  if (!writes.some(({ kind }) => kind === 'item')) return {}
  return { itemIds: writes.map(({ kind }, n) => (kind === 'item' ? givenIdOf(nth(ids, n)) : null)) }
}

/** A repeated batch stores what is missing. */
async function claimAll(
  { ports, now }: Services,
  { appId, writes }: BatchRequest,
  key: string | null,
): Promise<Claims[]> {
  const fresh = writes.map(() => uuidV7(now().getTime()))
  if (key === null) return fresh.map((id) => ({ id, claim: null }))
  const claimOne = async (n: number): Promise<Claims> => {
    const write = nth(writes, n)
    const request = {
      scope: { appId, userId: write.userId },
      key: ofWrite(key, n),
      resourceId: nth(fresh, n),
      // The first write stands for the batch, which is the same only with as many.
      ...(n === 0 ? { body: [write, writes.length], earlierBody: write } : { body: write }),
    }
    const claim = await claimIdempotencyKey(ports, request)
    if (claim.claim !== 'conflict') return { id: claim.resourceId, claim }
    throw invalid('Idempotency-Key', 'was used for another request: use a new key for each batch')
  }
  // Before the others, so that a batch of another length claims nothing.
  const first = await claimOne(0)
  return [first, ...(await Promise.all(writes.slice(1).map((_, n) => claimOne(n + 1))))]
}

/** Stores those that are not stored already, in their order. Waits for all, even if one is refused. */
async function storeAll(
  { intake }: Services,
  claims: readonly Claims[],
  plan: (n: number) => PlannedWrite,
): Promise<void> {
  const stored = claims.map(async ({ claim }, n) => {
    if (claim && claim.claim !== 'store') return
    await intake.accept(plan(n))
    await claim?.settle()
  })
  const failed = (await Promise.allSettled(stored)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
