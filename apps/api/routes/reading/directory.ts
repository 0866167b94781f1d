// Which apps a key reaches, and which users have memories in an app. A key that names its apps never queries those of
// others.
import type { AppOverview, MemoryStore, Page, Paged } from '../../../../infra/ports/memory-store.ts'
import { EVERY_APP } from '../../../../processors/settings/api-key.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import * as api from '../../../../schemas/api/reading/directory.ts'
import { appParams } from '../../../../schemas/api/reading/memory.ts'
import { keyOf } from '../../plugins/auth.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { pageById, paged } from '../paged.ts'

const read = { permission: 'memory:read', limit: 'get' } as const

export function registerDirectoryRoutes(app: App, { ports, now }: Services): void {
  app.route({
    method: 'GET',
    url: '/apps',
    config: read,
    schema: {
      operationId: 'listApps',
      summary: 'List the apps of the key',
      description:
        'A key for every app lists the apps that have memories; one that names its apps lists those.',
      querystring: pageQuery,
      response: { 200: api.appsResponse },
    },
    handler: async (request) => {
      const { query } = request
      const { appIds } = keyOf(request)
      const page = appIds.includes(EVERY_APP)
        ? await ports.memory.appOverviews(query)
        : await appsNamed(ports.memory, appIds, query)
      return paged(page, query.limit, (each) => each)
    },
  })
  app.route({
    method: 'GET',
    url: '/users/:appId',
    config: read,
    schema: {
      operationId: 'listUsers',
      summary: 'List the users of an app who have memories',
      params: appParams,
      querystring: api.usersQuery,
      response: { 200: api.usersResponse },
    },
    handler: async ({ params: { appId }, query }) => {
      const asked = { ...query, appId, currentAt: now().toISOString() }
      return paged(await ports.memory.userOverviews(asked), query.limit, (each) => each)
    },
  })
}

async function appsNamed(
  memory: MemoryStore,
  appIds: readonly string[],
  page: Page,
): Promise<Paged<AppOverview>> {
  const named = [...new Set(appIds)].sort().map((id) => ({ id }))
  const { data, ...rest } = pageById('namedApps', named, page)
  return { data: await Promise.all(data.map(({ id }) => memory.appOverview(id))), ...rest }
}
