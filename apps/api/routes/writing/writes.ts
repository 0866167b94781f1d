// POST /memorize and POST /events: a write that is answered with 202 is on disk.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import {
  type PlanContext,
  type PlannedWrite,
  planActivity,
  planMemorize,
} from '../../../../processors/accept-inbox/plan.ts'
import { eventCall, eventResponse } from '../../../../schemas/api/writing/events.ts'
import { memorizeCall, memorizeResponse } from '../../../../schemas/api/writing/memorize.ts'
import { idempotencyKey, type Scope, scopeOf } from '../../../../schemas/identifiers.ts'
import { ApiError, invalid, invalidInput } from '../../errors.ts'
import { goneSignal } from '../../gone-signal.ts'
import { isTaken } from '../../intake/idempotency.ts'
import { once, type ToStore } from '../../intake/once.ts'
import type { AwaitWrites } from '../../intake/waiting/await-writes.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import type { WhereItStands } from './where-it-stands.ts'

export const writeHeaders = z.looseObject({ 'idempotency-key': idempotencyKey.optional() })

/** Knows how long writes take and where they stand, and waits for them. */
export type WaitingParts = {
  estimate: () => number
  awaitWrites: AwaitWrites
  whereItStands: WhereItStands
}

export function registerWriteRoutes(app: App, services: Services & WaitingParts): void {
  app.route({
    method: 'POST',
    url: '/memorize',
    config: { permission: 'memory:write', limit: 'memorize', body: 'memorize' },
    schema: {
      operationId: 'memorize',
      summary: 'Store content',
      headers: writeHeaders,
      body: memorizeCall,
      response: { 202: memorizeResponse },
    },
    handler: async (request, reply) => {
      const { wait, ...body } = request.body
      const resourceId = await write(services, request, {
        given: body,
        plan: (context) => planMemorize(body, context),
      })
      const waited = await untilRetrievable(services, reply, { scope: body, id: resourceId, wait })
      return sendQueued(services, reply, { resourceId, ...waited })
    },
  })
  app.route({
    method: 'POST',
    url: '/events',
    config: { permission: 'memory:write', limit: 'events', body: 'events' },
    schema: {
      operationId: 'trackEvent',
      summary: 'Track a structured event',
      headers: writeHeaders,
      body: eventCall,
      response: { 202: eventResponse },
    },
    handler: async (request, reply) => {
      const { wait, ...body } = request.body
      const eventId = await write(services, request, {
        given: body,
        plan: (context) => planActivity(body, context),
      })
      const waited = await untilRetrievable(services, reply, { scope: body, id: eventId, wait })
      return reply.code(202).send({ status: 'queued', eventId, ...waited })
    },
  })
}

/** What the answer names. */
type Written = { resourceId: string; itemId?: string; retrievable?: boolean }

/** What can be retrieved takes no time any more. */
export function sendQueued(
  { estimate }: Pick<WaitingParts, 'estimate'>,
  reply: FastifyReply,
  { retrievable, ...names }: Written,
) {
  const estimatedProcessingTime = retrievable ? 0 : estimate()
  const told = { status: 'queued', ...names, estimatedProcessingTime, retrievable }
  return reply.code(202).send(told)
}

/** The write is stored already: a client that has gone loses nothing but the answer. */
export async function untilRetrievable(
  { awaitWrites }: Pick<WaitingParts, 'awaitWrites'>,
  reply: FastifyReply,
  { scope, id, wait }: { scope: Scope; id: string; wait: number | undefined },
): Promise<{ retrievable?: boolean }> {
  if (wait === undefined) return {}
  const gone = goneSignal(reply)
  const awaited = { scope: scopeOf(scope), ids: [id], waitMs: wait, gone }
  const { left, failed } = await awaitWrites(awaited)
  return { retrievable: left.length + failed.length === 0 }
}

/**
 * Stores the write once per idempotency key; returns its id. A plan may refuse, but not what is stored already: it may
 * see what that has changed.
 */
export async function write(
  services: Services & Pick<WaitingParts, 'whereItStands'>,
  request: FastifyRequest,
  {
    given,
    plan,
  }: { given: Scope; plan: (context: PlanContext) => PlannedWrite | Promise<PlannedWrite> },
): Promise<string> {
  const { intake, now, whereItStands } = services
  const key = idempotencyKeyOf(request)
  const traceparent = traceparentOf(request)
  const scope = scopeOf(given)
  const fresh = uuidV7(now().getTime())
  const plannedAs = async (id: string) => plan({ id, now: now(), traceparent, entry: 'api' })
  if (key === null) {
    await intake.accept(await plannedAs(fresh))
    return fresh
  }
  const taken = () => isTaken(services.ports, { appId: scope.appId, key })
  const planned = await orNullIf(taken, plannedAs(fresh))
  const store = async ({ id, repeated }: ToStore) => {
    try {
      await intake.accept(planned && id === fresh ? planned : await plannedAs(id))
    } catch (error) {
      if (!repeated || !(error instanceof ApiError)) throw error
      if (!(await whereItStands(scope, id))) throw error
    }
  }
  const body = [request.routeOptions.url, given]
  const done = await once(services, { scope, key, body, fresh }, store)
  if (done === 'conflict') {
    throw invalid('Idempotency-Key', 'was used for another request: use a new key for each write')
  }
  return done.id
}

/**
 * What is refused leaves its key to a corrected request, so it is decided before the key is claimed. Null where the key
 * is taken: what the first request stored is not refused when it is repeated.
 */
export async function orNullIf<T>(
  taken: () => Promise<boolean>,
  admitted: Promise<T>,
): Promise<T | null> {
  try {
    return await admitted
  } catch (error) {
    if (!(error instanceof ApiError) || !(await taken())) throw error
    return null
  }
}

export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key']
  if (given === undefined) return null
  const read = idempotencyKey.safeParse(given)
  if (!read.success) throw invalidInput(read.error, 'Idempotency-Key')
  return read.data
}

/** W3C trace context; anything else is ignored. */
export function traceparentOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const given = request.headers.traceparent
  return typeof given === 'string' &&
    /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given)
    ? given
    : null
}
