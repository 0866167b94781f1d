// POST /forget: answers once every store has let go.
import type { Erasure } from '../../../../infra/ports/memory-store.ts'
import { waitAtMost } from '../../../../infra/runtime/wait/wait-for.ts'
import { forgetRequest, forgetResponse } from '../../../../schemas/api/writing/forget.ts'
import { ApiError } from '../../errors.ts'
import { acceptForget } from '../../intake/forget.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'

const PATIENCE_MS = 25_000
const POLLING = { firstMs: 2, longestMs: 30 }

export function registerForgetRoute(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/forget',
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
    handler: async (request) => {
      const { appId, userId, category } = request.body
      const asked = { appId, userId, category }
      const id = await acceptForget(services.ports, asked, services.now())
      const erasure = await completed(services, { appId, userId }, id)
      services.retrieval.letGo()
      const { deletedItems, deletedEntities, deletedResources } = erasure
      return { status: 'deleted', deletedItems, deletedEntities, deletedResources, receiptId: id }
    },
  })
}

async function completed(
  { ports }: Services,
  scope: { appId: string; userId: string },
  id: string,
): Promise<Erasure> {
  const erasure = await waitAtMost(() => ports.memory.erasure(scope, id), PATIENCE_MS, POLLING)
  if (erasure) return erasure
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'the forget was accepted and goes on as soon as every store can be reached: ask again to wait for it',
    { details: { forgetId: id, receiptId: id } },
  )
}
