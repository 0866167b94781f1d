// POST /forget: answers once every store has let go.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Erasure } from '../../../../infra/ports/memory-store.ts'
import {
  type ForgetRequest,
  forgetRequest,
  forgetResponse,
} from '../../../../schemas/api/writing/forget.ts'
import { ApiError } from '../../errors.ts'
import { acceptForget } from '../../intake/forget.ts'
import type { Services } from '../../services.ts'

const PATIENCE_MS = 25_000
const FIRST_POLL_MS = 2
const LONGEST_POLL_MS = 100

export function registerForgetRoute(app: FastifyInstance, services: Services): void {
  app.post<{ Body: ForgetRequest }>(
    '/forget',
    {
      config: { permission: 'memory:forget', limit: 'forget' },
      schema: {
        operationId: 'forget',
        summary: 'Delete user memories',
        description:
          'Answers when nothing that was written before can be read any more. 503: it was accepted and goes on.',
        tags: ['memory'],
        body: forgetRequest,
        response: { 200: forgetResponse },
      },
    },
    async (request) => {
      const { appId, userId } = request.body
      const id = await acceptForget(services.ports, request.body, services.now())
      const erasure = await completed(services, { appId, userId }, id)
      services.retrieval.letGo()
      const { deletedItems, deletedEntities, deletedResources } = erasure
      return { status: 'deleted', deletedItems, deletedEntities, deletedResources, receiptId: id }
    },
  )
}

async function completed(
  { ports }: Services,
  scope: { appId: string; userId: string },
  id: string,
): Promise<Erasure> {
  const deadline = Date.now() + PATIENCE_MS
  for (
    let delayMs = FIRST_POLL_MS;
    Date.now() < deadline;
    delayMs = Math.min(LONGEST_POLL_MS, delayMs * 1.5)
  ) {
    const erasure = await ports.memory.erasure(scope, id)
    if (erasure) return erasure
    await sleep(delayMs)
  }
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'the forget was accepted and goes on as soon as every store can be reached: ask again to wait for it',
    { details: { forgetId: id, receiptId: id } },
  )
}
