// What can be read of a user's memory beside its items: context, categories, entities, threads, resources.
import type { Item } from '../../../../infra/ports/memory-store.ts'
import { isOfThen, type Time } from '../../../../infra/ports/rules/time.ts'
import { isWanted } from '../../../../infra/ports/rules/traits.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import * as api from '../../../../schemas/api/reading/memory.ts'
import { timeQuery } from '../../../../schemas/api/reading/time.ts'
import { notFound } from '../../errors.ts'
import { summariesAt } from '../../history/summaries-at.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import { MOST_PINS, standingPins } from '../../retrieval/query/pins.ts'
import type { Services } from '../../services.ts'
import { shownItem, shownPin, shownResource, shownThread } from '../items/shown-memory.ts'
import { paged } from '../paged.ts'
import type { WhereItStands } from '../writing/where-it-stands.ts'

const MAX_ITEMS_OF_RESOURCE = 1000

const read = { permission: 'memory:read', limit: 'get' } as const

const TIMES_OF_ENTITIES =
  'With `asOf` or `knownAt` mentions are those of facts that had begun and were known then; relationships and properties ' +
  'those of facts that held, or were current.'

/** A store at the requested time. */
export function at<Then>(store: { at(time: Time): Then } & NoInfer<Then>, time: Time): Then {
  return isOfThen(time) ? store.at(time) : store
}

type Parts = Services & { whereItStands: WhereItStands }

export function registerMemoryRoutes(app: App, services: Parts): void {
  registerOverview(app, services)
  registerEntities(app, services)
  registerThreads(app, services)
  registerResources(app, services)
}

function registerOverview(app: App, { ports, settings, now }: Services): void {
  app.route({
    method: 'GET',
    url: '/context/:appId/:userId',
    config: read,
    schema: {
      operationId: 'getContext',
      summary: 'What is pinned, and all category summaries',
      description:
        'With `knownAt` the versions of then, as far as the last thousand entries of the audit before then tell of them. ' +
        'A summary tells what was current, so with `asOf` there is none. What is pinned is pinned now: with either there is none.',
      params: api.userParams,
      querystring: api.contextQuery,
      response: { 200: api.contextResponse },
    },
    handler: async ({ params, query }) => {
      const { types, scopes } = query
      const [all, pinned] = await Promise.all([
        summariesAt(ports, params, query),
        isOfThen(query) ? [] : ports.memory.pinnedItems(params, MOST_PINS),
      ])
      // Summaries cover all types.
      const summaries = types ? [] : all
      const updated = summaries.map((summary) => summary.updatedAt).sort()
      const standing = standingPins(pinned, now().toISOString()).filter((item) =>
        isWanted(item, { types, scopes }),
      )
      return {
        ...(standing.length > 0 ? { pinned: standing.map(shownPin) } : {}),
        summaries: Object.fromEntries(summaries.map(({ category, text }) => [category, text])),
        lastUpdated: updated.at(-1) ?? api.NEVER_UPDATED,
      }
    },
  })
  app.route({
    method: 'GET',
    url: '/categories/:appId/:userId',
    config: read,
    schema: {
      operationId: 'listCategories',
      summary: 'List categories',
      description: 'With `asOf` or `knownAt` items are counted that held, or were known, then.',
      params: api.userParams,
      querystring: timeQuery,
      response: { 200: api.categoriesResponse },
    },
    handler: async ({ params, query }) => {
      const currentAt = now().toISOString()
      const counts = await at(ports.memory, query).categoryCounts(params, { currentAt })
      const byName = new Map(counts.map((count) => [count.category, count]))
      const configured = settings.categoriesOf(params.appId)
      // Categories that the app has dropped still hold the facts that were filed under them.
      const dropped = counts
        .filter(({ category }) => !configured.some(({ name }) => name === category))
        .map(({ category }) => ({ name: category, description: category }))
      return {
        categories: [...configured, ...dropped].map(({ name, description }) => ({
          name,
          description,
          hasContent: byName.has(name),
          itemCount: byName.get(name)?.itemCount ?? 0,
          lastUpdated: byName.get(name)?.lastUpdated ?? api.NEVER_UPDATED,
        })),
      }
    },
  })
}

function registerEntities(app: App, { ports, now }: Services): void {
  const asked = <Query>(query: Query) => ({ ...query, currentAt: now().toISOString() })
  app.route({
    method: 'GET',
    url: '/entities/:appId/:userId',
    config: read,
    schema: {
      operationId: 'listEntities',
      summary: 'List entities',
      description: TIMES_OF_ENTITIES,
      params: api.userParams,
      querystring: api.entitiesQuery,
      response: { 200: api.entitiesResponse },
    },
    handler: async ({ params, query }) => {
      const { entities, total } = await at(ports.graph, query).listEntities(params, asked(query))
      return { entities, total, hasMore: query.offset + entities.length < total }
    },
  })
  app.route({
    method: 'GET',
    url: '/entities/:appId/:userId/:entityName',
    config: read,
    schema: {
      operationId: 'getEntity',
      summary: 'Entity detail',
      description: `Where several have the name, the one that is mentioned most. ${TIMES_OF_ENTITIES}`,
      errors: ['NOT_FOUND'],
      params: api.entityParams,
      querystring: api.entityQuery,
      response: { 200: api.entityResponse },
    },
    handler: async ({ params, query }) => {
      const entity = await at(ports.graph, query).entity(params, params.entityName, asked(query))
      if (!entity) throw notFound('entity')
      return { entity }
    },
  })
}

function registerThreads(app: App, { ports }: Services): void {
  app.route({
    method: 'GET',
    url: '/threads/:appId/:userId',
    config: read,
    schema: {
      operationId: 'listThreads',
      summary: 'List the threads of a user, by id',
      description:
        'Those that writes named as `threadId` and that anything is remembered of. `GET /items` with `threadId` lists what was said in one.',
      params: api.userParams,
      querystring: pageQuery,
      response: { 200: api.threadsResponse },
    },
    handler: async ({ params, query }) =>
      paged(await ports.memory.listThreads(params, query), query.limit, shownThread),
  })
}

function registerResources(app: App, { ports, whereItStands, now }: Parts): void {
  const shown = (item: Item) => shownItem(item, now())
  app.route({
    method: 'GET',
    url: '/resources/:appId/:userId',
    config: read,
    schema: {
      operationId: 'listResources',
      summary: 'List resources: queued, processed or failed',
      params: api.userParams,
      querystring: pageQuery,
      response: { 200: api.resourcesResponse },
    },
    handler: async ({ params, query }) =>
      paged(await ports.memory.listResources(params, query), query.limit, shownResource),
  })
  app.route({
    method: 'GET',
    url: '/resources/:appId/:userId/:resourceId',
    config: read,
    schema: {
      operationId: 'getResource',
      summary: 'One resource with its facts, or why it is not processed',
      errors: ['NOT_FOUND'],
      params: api.resourceParams,
      response: { 200: api.resourceResponse },
    },
    handler: async ({ params }) => {
      const stands = await whereItStands(params, params.resourceId)
      if (!stands) throw notFound('resource')
      const { resource, processing } = stands
      // Clients poll a queued write: each look costs one read by id and no search.
      if (!stands.indexed || resource.status === 'queued')
        return { resource: { ...shownResource(resource), processing, items: [] } }
      const items = await ports.memory.itemsOfResource(
        params,
        params.resourceId,
        MAX_ITEMS_OF_RESOURCE,
      )
      return {
        resource: { ...shownResource(resource), processing, items: items.map(shown) },
      }
    },
  })
}
