// Partner systems: created, listed, given another secret, removed. A secret signs what a partner writes to the inbox;
// it is sealed in the log, and shown once.
import type { z } from 'zod'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import type { ApiKey } from '../../../../processors/settings/api-key.ts'
import { MAX_PARTNERS } from '../../../../processors/settings/limits.ts'
import { makePartnerSecret, type Partner } from '../../../../processors/settings/partners.ts'
import { noContent } from '../../../../schemas/api/no-content.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import * as api from '../../../../schemas/api/settings/partners.ts'
import { NO_APP } from '../../../../schemas/events/envelope.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { holdsAll, keyOf } from '../../plugins/auth.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { pageById, paged } from '../paged.ts'
import { addToSettings, changeSettings, removeFromSettings } from './settings.ts'

const config = { permission: 'config:write' } as const
/** How long after a rotation records signed with the old secret count. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

export function registerPartnerRoutes(app: App, services: Services): void {
  registerCreate(app, services)
  registerList(app, services)
  registerRotate(app, services)
  app.route({
    method: 'DELETE',
    url: '/config/partners/:id',
    config,
    schema: {
      operationId: 'removePartner',
      summary: 'Refuse what a partner signs',
      errors: ['NOT_FOUND'],
      response: { 204: noContent },
      params: api.partnerParams,
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const removal = { type: 'PartnerRemoved' as const, appId: NO_APP, open: { partnerId: id } }
      await removeFromSettings(services, removal, () => partnerWithin(services, keyOf(request), id))
      return reply.code(204).send()
    },
  })
}

function registerCreate(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/partners',
    config,
    schema: {
      operationId: 'createPartner',
      summary: 'Let a partner system sign records of the inbox; its secret is shown once',
      body: api.createPartnerRequest,
      response: { 201: api.createdPartner },
    },
    handler: async (request, reply) => {
      const { name, appIds } = request.body
      if (!holdsAll(keyOf(request), appIds)) {
        throw new ApiError('FORBIDDEN', 'a partner is made only for apps that the key holds')
      }
      const at = services.now()
      const partnerId = uuidV7(at.getTime())
      const secret = makePartnerSecret()
      const partner = {
        type: 'PartnerCreated' as const,
        appId: NO_APP,
        open: { partnerId, name, appIds, createdAt: at.toISOString() },
        sealed: { secret },
      }
      const full = invalid('appIds', `an app has at most ${MAX_PARTNERS} partners: remove one`)
      await addToSettings(services, partner, full)
      const made = partnerWithin(services, keyOf(request), partnerId)
      return reply.code(201).send({ ...shown(made), secret })
    },
  })
}

function registerList(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/config/partners',
    config: { ...config, limit: 'get' },
    schema: {
      operationId: 'listPartners',
      summary: 'List partner systems, the oldest first',
      querystring: pageQuery,
      response: { 200: api.partnersResponse },
    },
    handler: async (request) => {
      const all = [...services.settings.current().partners.values()]
        .filter(({ appIds }) => holdsAll(keyOf(request), appIds))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      return paged(pageById('partners', all, request.query), request.query.limit, shown)
    },
  })
}

function registerRotate(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/partners/:id/rotate',
    config,
    schema: {
      operationId: 'rotatePartnerSecret',
      summary: 'Replace the secret of a partner; for a day both sign',
      errors: ['NOT_FOUND'],
      params: api.partnerParams,
      response: { 200: api.rotatedPartner },
    },
    handler: async (request) => {
      const { id } = partnerWithin(services, keyOf(request), request.params.id)
      const at = services.now()
      const secret = makePartnerSecret()
      const previousUntil = new Date(at.getTime() + OVERLAP_MS).toISOString()
      await changeSettings(services, {
        type: 'PartnerSecretRotated',
        appId: NO_APP,
        open: { partnerId: id, rotatedAt: at.toISOString(), previousUntil },
        sealed: { secret },
      })
      const rotated = partnerWithin(services, keyOf(request), id)
      return { ...shown(rotated), secret, previousUntil }
    },
  })
}

/** A partner that the calling key may change; a partner that it may not see does not exist for it. */
function partnerWithin({ settings }: Services, by: ApiKey, id: string): Partner {
  const partner = settings.current().partners.get(id)
  if (!partner || !holdsAll(by, partner.appIds)) throw notFound('partner')
  return partner
}

function shown({ id, name, appIds, createdAt, rotatedAt }: Partner): z.infer<typeof api.partner> {
  return { id, name, appIds: [...appIds], createdAt, rotatedAt }
}
