// POST /retrieve: the context for a query. Without any memory the answer is 404 with an empty context. Other threads
// compute it: this one hands the request over and sends the text that comes back.
import type { FastifyReply } from 'fastify'
import { ThreadDied, TooManyWaiting } from '../../../../infra/threads/failures.ts'
import { retrieveRequest, retrieveResponse } from '../../../../schemas/api/reading/retrieve.ts'
import { ApiError } from '../../errors.ts'
import { goneSignal } from '../../gone-signal.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import type { AfterWrites } from './after-writes.ts'

const RETRY_AFTER_SECONDS = 1

export function registerRetrieveRoute(
  app: App,
  { retrieval, afterWrites }: Pick<Services, 'retrieval'> & { afterWrites: AfterWrites },
): void {
  app.route({
    method: 'POST',
    url: '/retrieve',
    config: { permission: 'memory:read', limit: 'retrieve' },
    schema: {
      operationId: 'retrieve',
      summary: 'Query memory for context',
      description: 'With no memories found the answer is 404 and an empty context.',
      body: retrieveRequest,
      response: { 200: retrieveResponse, 404: retrieveResponse },
    },
    handler: async (request, reply) => {
      const gone = goneSignal(reply)
      try {
        const { after = [], ...query } = request.body
        const { appId, userId } = query
        if (after.length > 0) await afterWrites({ appId, userId }, after, gone)
        const { found, body } = await retrieval.answer(query, gone)
        reply.code(found ? 200 : 404).type('application/json; charset=utf-8')
        return reply.send(body)
      } catch (error) {
        if (!gone.aborted) throw refusalOf(error, reply)
        return reply.hijack()
      }
    },
  })
}

function refusalOf(error: unknown, reply: FastifyReply): unknown {
  const busy = error instanceof TooManyWaiting
  if (!busy && !(error instanceof ThreadDied)) return error
  reply.header('Retry-After', RETRY_AFTER_SECONDS)
  const why = busy ? 'too many queries wait' : 'the query was interrupted'
  return new ApiError('SERVICE_UNAVAILABLE', `${why}: try again`)
}
