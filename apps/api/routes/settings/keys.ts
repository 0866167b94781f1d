// API keys: created, listed, rotated, revoked. A key is shown once and stored hashed.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { type ApiKey, hashKey, makeKey } from '../../../../processors/settings/api-key.ts'
import { noContent } from '../../../../schemas/api/no-content.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import * as api from '../../../../schemas/api/settings/config.ts'
import { NO_APP } from '../../../../schemas/events/envelope.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { holdsAll, keyOf } from '../../plugins/auth.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { pageById, paged } from '../paged.ts'
import { changeSettings } from './settings.ts'

const config = { permission: 'admin' } as const

export function registerKeyRoutes(app: App, services: Services): void {
  registerCreateKey(app, services)
  registerListKeys(app, services)
  registerEndingKeys(app, services)
}

/**
 * Whether a key is the last that opens everything is decided where settings are folded, in the order of the log: if
 * processes end keys at the same time, one remains. These routes report the result.
 */
function registerEndingKeys(app: App, services: Services): void {
  const unlessLast = !services.config.BOOTSTRAP_API_KEY
  app.route({
    method: 'POST',
    url: '/config/keys/:id/rotate',
    config,
    schema: {
      operationId: 'rotateKey',
      summary: 'Replace a key; the old one stops working at once',
      errors: ['NOT_FOUND'],
      description: 'The only key with `admin` for every app is replaced with another such key.',
      params: api.keyParams,
      response: { 200: api.rotatedKey },
    },
    handler: async (request) => {
      const key = makeKey()
      const rotatedAt = services.now().toISOString()
      const before = await endingKey(services, request)
      const open = { keyId: before.id, keyHash: hashKey(key), rotatedAt, unlessLast }
      await changeSettings(services, { type: 'ApiKeyRotated', appId: NO_APP, open })
      refuseIfStill(services, before)
      // Another call may have ended the key just before.
      if (services.settings.current().keys.get(before.id)?.hash !== open.keyHash) {
        throw notFound('key')
      }
      return { id: before.id, key }
    },
  })
  app.route({
    method: 'DELETE',
    url: '/config/keys/:id',
    config,
    schema: {
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      errors: ['NOT_FOUND'],
      response: { 204: noContent },
      params: api.keyParams,
    },
    handler: async (request, reply) => {
      const before = await endingKey(services, request)
      const open = { keyId: before.id, unlessLast }
      await changeSettings(services, { type: 'ApiKeyRevoked', appId: NO_APP, open })
      refuseIfStill(services, before)
      return reply.code(204).send()
    },
  })
}

function registerCreateKey(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/keys',
    config,
    schema: {
      operationId: 'createKey',
      summary: 'Make a key',
      body: api.createKeyRequest,
      response: { 201: api.createdKey },
    },
    handler: async (request, reply) => {
      const { name, appIds, permissions } = request.body
      if (!holdsAll(keyOf(request), appIds)) {
        throw new ApiError(
          'FORBIDDEN',
          'a key can be made only for apps that the calling key holds',
        )
      }
      const key = makeKey()
      const at = services.now()
      const keyId = uuidV7(at.getTime())
      const createdAt = at.toISOString()
      await changeSettings(services, {
        type: 'ApiKeyCreated',
        appId: NO_APP,
        open: { keyId, name, appIds, permissions, createdAt, keyHash: hashKey(key) },
      })
      const created = { id: keyId, key, name, appIds, permissions, createdAt, rotatedAt: null }
      return reply.code(201).send(created)
    },
  })
}

function registerListKeys(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/config/keys',
    config: { ...config, limit: 'get' },
    schema: {
      operationId: 'listKeys',
      summary: 'List keys',
      querystring: pageQuery,
      response: { 200: api.keysResponse },
    },
    handler: async (request) => {
      const all = [...services.settings.current().keys.values()]
        .filter((key) => holdsAll(keyOf(request), key.appIds))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      return paged(
        pageById('keys', all, request.query),
        request.query.limit,
        ({ hash: _, ...shown }) => shown,
      )
    },
  })
}

/** A key that the calling key may change; a key that it may not see does not exist for it. */
function keyWithin({ settings }: Services, by: ApiKey, id: string): ApiKey {
  const key = settings.current().keys.get(id)
  if (!key || !holdsAll(by, key.appIds)) throw notFound('key')
  return key
}

type OfKey = FastifyRequest<{ Params: z.infer<typeof api.keyParams> }>

/** A key as it is before it is revoked or rotated. */
async function endingKey(services: Services, request: OfKey): Promise<ApiKey> {
  await services.settings.caughtUp()
  return keyWithin(services, keyOf(request), request.params.id)
}

/** Throws if the key has not changed: it was the last that opens everything. */
function refuseIfStill({ settings }: Services, { id, hash }: ApiKey): void {
  if (settings.current().keys.get(id)?.hash !== hash) return
  throw invalid(
    'id',
    'is the only key with admin for every app: make another one, and use that to end this one',
  )
}
