// POST /forget: answers once every store has let go.
import type { Erasure } from '../../../../infra/ports/memory-store.ts'
import { waitAtMost } from '../../../../infra/runtime/wait/wait-for.ts'
import { forgetRequest, forgetResponse } from '../../../../schemas/api/writing/forget.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { ApiError, invalid } from '../../errors.ts'
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
      body: forgetRequest,
      response: { 200: forgetResponse },
    },
    handler: async (request) => {
      const { appId, userId, category } = request.body
      const asked = { appId, userId, category }
      if (category !== undefined) await refuseUnknown(services, asked, category)
      const id = await acceptForget(services.ports, asked, services.now())
      const erasure = await completed(services, { appId, userId }, id)
      services.retrieval.letGo()
      const { deletedItems, deletedEntities, deletedResources } = erasure
      return { status: 'deleted', deletedItems, deletedEntities, deletedResources, receiptId: id }
    },
  })
}

/**
 * A misspelt category would be told as deleted while what was meant stays. One that the app has dropped counts where
 * anything of the user is, or ever was, filed under it: the audit knows that of what was forgotten too, so that a forget
 * can be sent again. What the app has is not looked up in a store, which may be down.
 */
async function refuseUnknown(
  { ports, settings }: Services,
  scope: Scope,
  category: string,
): Promise<void> {
  const isOfApp = () => settings.categoriesOf(scope.appId).some(({ name }) => name === category)
  if (isOfApp()) return
  const { data } = await ports.memory.listItems(scope, { limit: 1, category })
  if (data.length > 0) return
  const summaries = await ports.memory.summaries(scope)
  if (summaries.some((summary) => summary.category === category)) return
  if (await ports.audit.hasCategory(scope, category)) return
  // Another process may have configured it just before.
  await settings.caughtUp()
  if (isOfApp()) return
  const names = settings.categoriesOf(scope.appId).map(({ name }) => name)
  throw invalid(
    'category',
    `is none of the app’s, and the user has nothing in it: nothing was deleted. The app has ${names.join(', ')}`,
  )
}

async function completed({ ports }: Services, scope: Scope, id: string): Promise<Erasure> {
  const erasure = await waitAtMost(() => ports.memory.erasure(scope, id), PATIENCE_MS, POLLING)
  if (erasure) return erasure
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'the forget was accepted and goes on as soon as every store can be reached: ask again to wait for it',
    { details: { forgetId: id, receiptId: id } },
  )
}
