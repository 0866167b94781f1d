// Operators' queries and orders while the service runs. They concern all apps together, so a key must hold every app.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOperatorKey } from '../../../../processors/settings/api-key.ts'
import { errorBody } from '../../../../schemas/api/errors.ts'
import * as api from '../../../../schemas/api/operating/admin.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { ReplayOrder } from '../../replays.ts'
import type { Services } from '../../services.ts'
import { paged } from '../paged.ts'
import { createDeadLetters } from './dead-letters.ts'
import { lagOf } from './lag.ts'

const read = { permission: 'admin', limit: 'get' } as const
const order = { permission: 'admin', limit: 'config' } as const

export function registerAdminRoutes(v1: FastifyInstance, services: Services): void {
  v1.register(
    async (app) => {
      app.addHook('preValidation', holdingEveryApp)
      registerReading(app, services)
      registerReplays(app, services)
    },
    { prefix: '/admin' },
  )
}

export async function holdingEveryApp({ apiKey }: FastifyRequest): Promise<void> {
  if (apiKey && isOperatorKey(apiKey)) return
  throw new ApiError('FORBIDDEN', 'the key does not hold every app')
}

function registerReading(app: App, { ports, watch, now }: Services): void {
  const letters = createDeadLetters(ports.log)
  app.route({
    method: 'GET',
    url: '/dead-letters',
    config: read,
    schema: {
      operationId: 'listDeadLetters',
      summary: 'List what could not be handled, and why',
      description: 'By topic and partition, the oldest first.',
      querystring: pageQuery,
      response: { 200: api.deadLettersResponse },
    },
    handler: async ({ query }) => paged(await letters.list(query), query.limit, (each) => each),
  })
  app.route({
    method: 'GET',
    url: '/lag',
    config: read,
    schema: {
      operationId: 'getLag',
      summary: 'How far each processor is behind the log',
      response: { 200: api.lagResponse },
    },
    handler: async () => {
      const [lag, { stalled }] = await Promise.all([watch.lag(), watch.verdict()])
      return lagOf(lag, stalled, now())
    },
  })
}

function registerReplays(app: App, { replays }: Services): void {
  const start = (asked: ReplayOrder, reply: FastifyReply) => {
    const replay = replays.start(asked)
    if (!replay) throw invalid('replay', 'one is running: wait until it has ended', 409)
    return reply.code(202).send({ replay })
  }
  app.route({
    method: 'POST',
    url: '/dead-letters/replay',
    config: order,
    schema: {
      operationId: 'replayDeadLetters',
      summary: 'Try again what could not be handled',
      description: 'Runs beside the service. One replay runs at a time.',
      body: api.replayLettersRequest,
      response: { 202: api.replayResponse, 409: errorBody },
    },
    handler: async ({ body: { ids = null } }, reply) => start({ what: 'dead-letters', ids }, reply),
  })
  app.route({
    method: 'POST',
    url: '/replay',
    config: order,
    schema: {
      operationId: 'replayProjection',
      summary: 'Rebuild a projection from the log',
      description: 'Beside the one in use, which it then replaces. One replay runs at a time.',
      body: api.replayRequest,
      response: { 202: api.replayResponse, 409: errorBody },
    },
    handler: async ({ body }, reply) => start({ what: 'projection', ...body }, reply),
  })
  app.route({
    method: 'GET',
    url: '/replay/:replayId',
    config: read,
    schema: {
      operationId: 'getReplay',
      summary: 'What became of a replay',
      description: 'Known to the process that was asked for it, until it ends.',
      errors: ['NOT_FOUND'],
      params: api.replayParams,
      response: { 200: api.replayResponse },
    },
    handler: async ({ params }) => {
      const replay = replays.find(params.replayId)
      if (!replay) throw notFound('replay')
      return { replay }
    },
  })
}
