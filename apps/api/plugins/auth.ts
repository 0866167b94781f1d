// Who may do what: bearer keys, their permissions and their apps. Keys are looked up by their hash, so that no part
// of a wrong key tells anything about a right one.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EVERY_APP, hashKey } from '../../../processors/settings/api-key.ts'
import type { ApiKey, Settings } from '../../../processors/settings/evolve.ts'
import type { Permission } from '../../../schemas/events/settings.ts'
import { ApiError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: ApiKey | null
  }
  interface FastifyContextConfig {
    /** What a key needs; null: no key is asked for. */
    permission?: Permission | 'any' | null
    /** The operation of the rate-limit table. */
    limit?: 'memorize' | 'retrieve' | 'events' | 'webhooks' | 'get' | null
  }
}

export function registerAuth(
  app: FastifyInstance,
  options: { settings: () => Settings; bootstrap: ApiKey | null },
): void {
  app.decorateRequest('apiKey', null)
  app.addHook('onRequest', async (request) => {
    const { permission } = request.routeOptions.config
    if (permission === null || permission === undefined) return
    const key = findKey(request, options)
    if (!key)
      throw new ApiError('UNAUTHORIZED', 'give a valid key: `Authorization: Bearer <API_KEY>`')
    if (permission !== 'any' && !allows(key, permission)) {
      throw new ApiError('FORBIDDEN', `the key lacks the permission ${permission}`)
    }
    request.apiKey = key
  })
  app.addHook('preValidation', async (request) => {
    if (!request.apiKey) return
    const appId = appOf(request)
    if (appId !== null && !holdsApp(request.apiKey, appId)) {
      throw new ApiError('FORBIDDEN', 'the key does not hold this app')
    }
  })
}

/** The key of a request, where it has one that is valid. */
export function findKey(
  request: Pick<FastifyRequest, 'headers'>,
  { settings, bootstrap }: { settings: () => Settings; bootstrap: ApiKey | null },
): ApiKey | null {
  const [, key] = /^Bearer +(\S{1,512})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!key) return null
  const hash = hashKey(key)
  const known = settings().keysByHash.get(hash) ?? bootstrap
  return known && timingSafeEqual(Buffer.from(known.hash), Buffer.from(hash)) ? known : null
}

export function allows(key: ApiKey, permission: Permission): boolean {
  return key.permissions.includes('admin') || key.permissions.includes(permission)
}

export function holdsApp(key: ApiKey, appId: string): boolean {
  return key.appIds.includes(EVERY_APP) || key.appIds.includes(appId)
}

/** The app that a request speaks of, before it has been validated; null where it names none. */
export function appOf(request: FastifyRequest): string | null {
  const { appId } = { ...(request.body as object), ...(request.params as object) } as {
    appId?: unknown
  }
  return typeof appId === 'string' ? appId : null
}
