// POST /memorize and POST /events: what is answered with 202 is on disk.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { uuidV7 } from '../../../infra/runtime/ids.ts'
import {
  type PlanContext,
  type PlannedWrite,
  planActivity,
  planMemorize,
} from '../../../processors/accept-inbox/plan.ts'
import { type EventRequest, eventRequest, eventResponse } from '../../../schemas/api/events.ts'
import {
  type MemorizeRequest,
  memorizeRequest,
  memorizeResponse,
} from '../../../schemas/api/memorize.ts'
import { idempotencyKey, type Scope } from '../../../schemas/identifiers.ts'
import { invalid, invalidInput } from '../errors.ts'
import { once } from '../intake/once.ts'
import type { Services } from '../services.ts'

/** Seconds until a write can be retrieved, as it usually is. */
const OFFLINE_SECONDS = 1
const MODEL_SECONDS = 8

const writeHeaders = z.looseObject({ 'idempotency-key': idempotencyKey.optional() })

export function registerWriteRoutes(app: FastifyInstance, services: Services): void {
  app.post<{ Body: MemorizeRequest }>(
    '/memorize',
    {
      config: { permission: 'memory:write', limit: 'memorize', body: 'memorize' },
      schema: {
        operationId: 'memorize',
        summary: 'Store content',
        tags: ['memory'],
        headers: writeHeaders,
        body: memorizeRequest,
        response: { 202: memorizeResponse },
      },
    },
    async (request, reply) => {
      const resourceId = await write(services, request, (context) =>
        planMemorize(request.body, context),
      )
      const offline = services.ports.language.name.startsWith('offline')
      const estimatedProcessingTime = offline ? OFFLINE_SECONDS : MODEL_SECONDS
      return reply.code(202).send({ status: 'queued', resourceId, estimatedProcessingTime })
    },
  )
  app.post<{ Body: EventRequest }>(
    '/events',
    {
      config: { permission: 'memory:write', limit: 'events', body: 'events' },
      schema: {
        operationId: 'trackEvent',
        summary: 'Track a structured event',
        tags: ['memory'],
        headers: writeHeaders,
        body: eventRequest,
        response: { 202: eventResponse },
      },
    },
    async (request, reply) => {
      const eventId = await write(services, request, (context) =>
        planActivity(request.body, context),
      )
      return reply.code(202).send({ status: 'queued', eventId })
    },
  )
}

/** Stores the write once per idempotency key; gives its id. */
async function write(
  services: Services,
  request: FastifyRequest<{ Body: Scope }>,
  plan: (context: PlanContext) => PlannedWrite,
): Promise<string> {
  const { intake, now } = services
  const key = idempotencyKeyOf(request)
  const traceparent = traceparentOf(request)
  const store = (id: string) => intake.accept(plan({ id, now: now(), traceparent, entry: 'api' }))
  if (key === null) {
    const fresh = uuidV7(now().getTime())
    await store(fresh)
    return fresh
  }
  const { appId, userId } = request.body
  const body = [request.routeOptions.url, request.body]
  const done = await once(services, { scope: { appId, userId }, key, body }, store)
  if (done === 'conflict') {
    throw invalid('Idempotency-Key', 'was used for another request: use a new key for each write')
  }
  return done.id
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
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
