// Who may do what: bearer keys, their permissions and their apps. Keys are looked up by their hash, so that no part of
// a wrong key tells anything about a right one.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { memberOf, present } from '../../../infra/runtime/certain.ts'
import { type ApiKey, EVERY_APP, hashKey } from '../../../processors/settings/api-key.ts'
import type { Settings } from '../../../processors/settings/evolve.ts'
import type { Permission } from '../../../schemas/api/settings/permissions.ts'
import { ApiError } from '../errors.ts'
import { isOfPage } from './openapi.ts'
import type { Operation } from './operations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: ApiKey | null
  }
  interface FastifyInstance {
    /** Throws if the key of the call has been revoked or rotated since it was let in. */
    requireKeyStill(request: FastifyRequest): void
  }
  interface FastifyContextConfig {
    /**
     * The permission that a key needs; null: no key is required. Every route must say so, or the service does not
     * start.
     */
    permission?: Permission | 'any' | null
    /** No key is required, but one that is shown must be valid, and the route is told of it. */
    mayShowKey?: boolean
    /** The operation of the rate-limit table; `open`: by the client's address; null: not counted. */
    limit?: Operation | 'open' | null
  }
}

export function registerAuth(
  app: FastifyInstance,
  options: { settings: () => Settings; bootstrap: ApiKey | null },
): void {
  app.decorateRequest('apiKey', null)
  app.addHook('onRoute', refuseUndeclared)
  app.addHook('onRequest', (request, _, done) => {
    if (!needsKey(request)) return done()
    const key = findKey(request, options)
    if (!key) {
      // A call that shows none guesses at nothing: it is told what it lacks, however often it comes.
      if (request.headers.authorization !== undefined) {
        app.unverified.admit(request, { kind: 'key' })
        app.unverified.failed(request, { kind: 'key' })
      }
      throw noValidKey()
    }
    request.apiKey = key
    done()
  })
  app.decorate('requireKeyStill', ({ apiKey }) => {
    if (apiKey && keyOfHash(apiKey.hash, options)?.hash !== apiKey.hash) throw noValidKey()
  })
  app.addHook('preValidation', (request, _, done) => {
    // The key may have ended while the body arrived.
    app.requireKeyStill(request)
    const appId = request.apiKey && appOf(request)
    if (request.apiKey && appId !== null && !holdsApp(request.apiKey, appId)) {
      throw new ApiError('FORBIDDEN', 'the key does not hold this app')
    }
    done()
  })
}

function noValidKey(): ApiError {
  return new ApiError('UNAUTHORIZED', 'give a valid key: `Authorization: Bearer <API_KEY>`')
}

function needsKey({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.permission !== null && config.permission !== undefined) return true
  return config.mayShowKey === true && /^Bearer /i.test(headers.authorization ?? '')
}

/** The key of a call whose route asks for one. */
export function keyOf({ apiKey }: Pick<FastifyRequest, 'apiKey'>): ApiKey {
  return present(apiKey, 'key: the route is open to everyone')
}

/** Runs after the call has been counted for its key, because refused calls count too. */
export function registerPermissions(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { permission } = request.routeOptions.config
    if (!permission || permission === 'any' || allows(keyOf(request), permission)) return done()
    throw new ApiError('FORBIDDEN', `the key lacks the permission ${permission}`)
  })
}

/** A route that does not say who may call it prevents the start: it would be open to everyone. */
function refuseUndeclared({ url, method, config }: RouteOptions): void {
  // The reference page brings its own routes, which serve nothing but the page.
  if (isOfPage({ url })) return
  if (config?.permission !== undefined) return
  throw new Error(
    `the route ${method} ${url} must declare config.permission: a permission, any or null`,
  )
}

type Keys = { settings: () => Settings; bootstrap: ApiKey | null }

export function findKey(request: Pick<FastifyRequest, 'headers'>, keys: Keys): ApiKey | null {
  const [, key] = /^Bearer +(\S{1,512})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!key) return null
  const hash = hashKey(key)
  const known = keyOfHash(hash, keys)
  return known && timingSafeEqual(Buffer.from(known.hash), Buffer.from(hash)) ? known : null
}

/** The key with that hash, or else the one of the environment, whose hash is to be compared. */
function keyOfHash(hash: string, { settings, bootstrap }: Keys): ApiKey | null {
  return settings().keysByHash.get(hash) ?? bootstrap
}

export function allows(key: ApiKey, permission: Permission): boolean {
  return key.permissions.includes('admin') || key.permissions.includes(permission)
}

export function holdsApp(key: ApiKey, appId: string): boolean {
  return key.appIds.includes(EVERY_APP) || key.appIds.includes(appId)
}

export function holdsAll(key: ApiKey, appIds: readonly string[]): boolean {
  return appIds.every((appId) => holdsApp(key, appId))
}

/** The app that a request names, before it has been validated; null if it names none. */
export function appOf(request: FastifyRequest): string | null {
  const appId = appIn(request.params) ?? appIn(request.body)
  return typeof appId === 'string' ? appId : null
}

/** One look, no copy: a body may be large, and that of a webhook is bytes. */
function appIn(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, 'appId')) return undefined
  return memberOf(part, 'appId')
}
