// POST /retrieve: the context for a query. Without any memory the answer is 404 with an empty context.
import type { FastifyInstance } from 'fastify'
import {
  type RetrieveRequest,
  retrieveRequest,
  retrieveResponse,
} from '../../../schemas/api/retrieve.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import type { Services } from '../services.ts'

export function registerRetrieveRoute(app: FastifyInstance, services: Services): void {
  app.post<{ Body: RetrieveRequest }>(
    '/retrieve',
    {
      config: { permission: 'memory:read', limit: 'retrieve' },
      schema: {
        summary: 'Query memory for context',
        description: 'With no memories found the answer is 404 and an empty context.',
        tags: ['memory'],
        body: retrieveRequest,
        response: { 200: retrieveResponse, 404: retrieveResponse },
      },
    },
    async (request, reply) => {
      const { context, found } = await retrieve({ ...services.ports, ...services }, request.body)
      return reply.code(found ? 200 : 404).send(context)
    },
  )
}
