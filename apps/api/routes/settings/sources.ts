// Bindings of sources to apps: created, listed, removed. The secret is sealed in the log and never shown.
import type { z } from 'zod'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { bindingsOf, type SourceBinding } from '../../../../processors/settings/evolve.ts'
import { MAX_BINDINGS } from '../../../../processors/settings/limits.ts'
import { noContent } from '../../../../schemas/api/no-content.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import * as configApi from '../../../../schemas/api/settings/config.ts'
import * as api from '../../../../schemas/api/settings/sources.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { isSame } from '../../sources/signature.ts'
import { sourceNamed, sources } from '../../sources/sources.ts'
import { pageById, paged } from '../paged.ts'
import { addToSettings, removeFromSettings } from './settings.ts'

const write = { permission: 'config:write' } as const

export function registerSourceRoutes(app: App, services: Services): void {
  registerBind(app, services)
  registerList(app, services)
  app.route({
    method: 'DELETE',
    url: '/config/sources/:appId/:id',
    config: write,
    schema: {
      operationId: 'unbindSource',
      summary: 'Take no more webhooks',
      errors: ['NOT_FOUND'],
      response: { 204: noContent },
      params: api.sourceParams,
    },
    handler: async ({ params: { appId, id } }, reply) => {
      const removal = { type: 'SourceUnbound' as const, appId, open: { sourceId: id } }
      await removeFromSettings(services, removal, () => {
        const known = bindingsOf(services.settings.current(), appId)
        if (!known.some((binding) => binding.id === id)) throw notFound('source')
      })
      return reply.code(204).send()
    },
  })
}

function registerBind(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/sources',
    config: { ...write, body: 'sources' },
    schema: {
      operationId: 'bindSource',
      summary: 'Take the webhooks of a source; with the same secret again: replace its users',
      errors: ['NOT_FOUND'],
      body: api.bindSourceRequest,
      response: { 201: api.sourceBinding },
    },
    handler: async ({ body: { appId, source, secret, users = null } }, reply) => {
      if (!sourceNamed(source)) throw unknownSource()
      const bound = await bind(services, { appId, source, secret, users })
      return reply.code(201).send(shown(bound))
    },
  })
}

/** 404, as where a webhook of such a source arrives. */
function unknownSource(): ApiError {
  const issue = `must be one of ${sources.map(({ name }) => name).join(', ')}`
  return new ApiError('NOT_FOUND', `there is no such source: it ${issue}`, {
    details: { field: 'source', issue },
  })
}

type Bound = Pick<SourceBinding, 'appId' | 'source' | 'secret'> & {
  users: Record<string, string> | null
}

/**
 * If it is bound again with the same secret, it keeps its id, so that earlier deliveries stay known. Of calls that make
 * a binding of one secret at once, that of the first in the log stays, and the others bind it again.
 */
async function bind(services: Services, wanted: Bound): Promise<SourceBinding> {
  const at = services.now()
  const { appId, source, secret, users } = wanted
  const known = firstBound(services, wanted)
  const sourceId = known?.id ?? uuidV7(at.getTime())
  const createdAt = known?.createdAt ?? at.toISOString()
  const open = { sourceId, source, createdAt }
  const binding = { type: 'SourceBound' as const, appId, open, sealed: { secret, users } }
  const full = invalid('source', `is bound ${MAX_BINDINGS} times already: remove one first`)
  await addToSettings(services, binding, full)
  const bound = services.settings.current().sources.get(source)?.get(sourceId)
  // Another request has removed it in between.
  if (!bound) throw notFound('source')
  if (known || firstBound(services, wanted)?.id === sourceId) return bound
  const removal = { type: 'SourceUnbound' as const, appId, open: { sourceId } }
  await removeFromSettings(services, removal, () => undefined)
  return bind(services, wanted)
}

/** The binding with the secret that the log has first: every process finds the same one. */
function firstBound(
  { settings }: Services,
  { appId, source, secret }: Bound,
): SourceBinding | undefined {
  return bindingsOf(settings.current(), appId)
    .filter((each) => each.source === source && isSame(each.secret, secret))
    .sort((a, b) => a.nth - b.nth)[0]
}

function registerList(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/config/sources/:appId',
    config: { permission: 'memory:read', limit: 'get' },
    schema: {
      operationId: 'listSources',
      summary: 'The sources whose webhooks an app takes',
      params: configApi.appParams,
      querystring: pageQuery,
      response: { 200: api.sourcesResponse },
    },
    handler: async ({ params, query }) => {
      const all = bindingsOf(services.settings.current(), params.appId)
      return paged(pageById('sources', all, query), query.limit, shown)
    },
  })
}

function shown(binding: SourceBinding): z.infer<typeof api.sourceBinding> {
  const { id, appId, source, users, createdAt } = binding
  return {
    id,
    appId,
    source,
    users: users && Object.fromEntries(users),
    path: `/v1/webhooks/${source}?binding=${id}`,
    createdAt,
  }
}
