// What happened: to a user's memory, or in an app without a user; and the signed roots of it.
import type { z } from 'zod'
import type { AuditEntry } from '../../../../infra/ports/audit-store.ts'
import { rootsScope } from '../../../../processors/keep-audit/evolve.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import * as api from '../../../../schemas/api/reading/memory.ts'
import { NO_USER } from '../../../../schemas/events/envelope.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { paged } from '../paged.ts'

export function registerAuditRoutes(app: App, { ports }: Services): void {
  app.route({
    method: 'GET',
    url: '/audit/:appId/:userId',
    config: { permission: 'audit:read', limit: 'get' },
    schema: {
      operationId: 'listAudit',
      summary: 'What happened to a user’s memory, the oldest first',
      params: api.userParams,
      querystring: pageQuery,
      response: { 200: api.auditResponse },
    },
    handler: async ({ params, query }) =>
      paged(await ports.audit.list(params, query), query.limit, shownEntry),
  })
  app.route({
    method: 'GET',
    url: '/audit-roots/:appId',
    config: { permission: 'audit:read', limit: 'get' },
    schema: {
      operationId: 'listAuditRoots',
      summary: 'The signed roots of an app’s audit, the oldest first',
      description:
        'Each is over keyed hashes of what happened to the app’s users since the one before. Keep them elsewhere: ' +
        'what they were taken over can be changed no more without it being seen.',
      params: api.appParams,
      querystring: pageQuery,
      response: { 200: api.auditRootsResponse },
    },
    handler: async ({ params: { appId }, query }) =>
      paged(
        await ports.audit.list(rootsScope(appId), { ...query, list: 'audit roots' }),
        query.limit,
        ({ details }) => details,
      ),
  })
  app.route({
    method: 'GET',
    url: '/audit/:appId',
    config: { permission: 'audit:read', limit: 'get' },
    schema: {
      operationId: 'listAppAudit',
      summary: 'What happened in an app and belongs to no user, such as ignored webhooks',
      params: api.appParams,
      querystring: pageQuery,
      response: { 200: api.auditResponse },
    },
    handler: async ({ params: { appId }, query }) => {
      const page = { ...query, list: 'audit of an app' } as const
      return paged(
        await ports.audit.list({ appId, userId: NO_USER }, page),
        query.limit,
        shownEntry,
      )
    },
  })
}

export function shownEntry(entry: AuditEntry): z.infer<typeof api.auditEntry> {
  const { appId: _, userId: __, source: ___, permanent: ____, ...shown } = entry
  return shown
}
