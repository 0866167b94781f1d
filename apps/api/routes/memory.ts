// Everything that can be read of a user's memory: context, categories, entities, items, resources.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Item, MemoryStore, Resource } from '../../../infra/ports/memory-store.ts'
import { isOfThen, type Time } from '../../../infra/ports/time.ts'
import * as api from '../../../schemas/api/memory.ts'
import { pageQuery } from '../../../schemas/api/paging.ts'
import { timeQuery } from '../../../schemas/api/time.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { notFound } from '../errors.ts'
import { summariesAt } from '../history/summaries-at.ts'
import { clockOf } from '../retrieval/then.ts'
import type { Services } from '../services.ts'
import { paged } from './paged.ts'
import { shownItem } from './shown-item.ts'
import type { WhereItStands } from './where-it-stands.ts'

/** How many superseded facts a history follows in each direction. */
const MAX_HISTORY = 50
const MAX_ITEMS_OF_RESOURCE = 1000

type Route<P extends z.ZodType, Q extends z.ZodType> = {
  Params: z.infer<P>
  Querystring: z.infer<Q>
}

const read = { permission: 'memory:read', limit: 'get' } as const
const tags = ['memory']

const knownQuery = timeQuery.pick({ knownAt: true })
const TIMES_OF_ENTITIES =
  'With `asOf` or `knownAt` mentions are those of facts that had begun and were known then; relationships and properties ' +
  'those of facts that held, or were current.'

/** A store at the time that is asked for. */
function at<Then>(store: { at(time: Time): Then } & NoInfer<Then>, time: Time): Then {
  return isOfThen(time) ? store.at(time) : store
}

type Parts = Services & { whereItStands: WhereItStands }

export function registerMemoryRoutes(app: FastifyInstance, services: Parts): void {
  registerOverview(app, services)
  registerEntities(app, services)
  registerItems(app, services)
  registerThreads(app, services)
  registerResources(app, services)
}

function registerOverview(app: FastifyInstance, { ports, settings }: Services): void {
  app.get<Route<typeof api.userParams, typeof timeQuery>>(
    '/context/:appId/:userId',
    {
      config: read,
      schema: {
        operationId: 'getContext',
        summary: 'All category summaries',
        description:
          'With `knownAt` the versions of then, as far as the last thousand entries of the audit before then tell of them. ' +
          'A summary tells what was current, so with `asOf` there is none.',
        tags,
        params: api.userParams,
        querystring: timeQuery,
        response: { 200: api.contextResponse },
      },
    },
    async ({ params, query }) => {
      const summaries = await summariesAt(ports, params, query)
      const updated = summaries.map((summary) => summary.updatedAt).sort()
      return {
        summaries: Object.fromEntries(summaries.map(({ category, text }) => [category, text])),
        lastUpdated: updated.at(-1) ?? null,
      }
    },
  )
  app.get<Route<typeof api.userParams, typeof timeQuery>>(
    '/categories/:appId/:userId',
    {
      config: read,
      schema: {
        operationId: 'listCategories',
        summary: 'List categories',
        description: 'With `asOf` or `knownAt` items are counted that held, or were known, then.',
        tags,
        params: api.userParams,
        querystring: timeQuery,
        response: { 200: api.categoriesResponse },
      },
    },
    async ({ params, query }) => {
      const counts = await at(ports.memory, query).categoryCounts(params)
      const byName = new Map(counts.map((count) => [count.category, count]))
      const configured = settings.categoriesOf(params.appId)
      // Categories that the app has dropped since still hold what was filed under them.
      const dropped = counts
        .filter(({ category }) => !configured.some(({ name }) => name === category))
        .map(({ category }) => ({ name: category, description: category }))
      return {
        categories: [...configured, ...dropped].map(({ name, description }) => ({
          name,
          description,
          hasContent: byName.has(name),
          itemCount: byName.get(name)?.itemCount ?? 0,
          lastUpdated: byName.get(name)?.lastUpdated ?? null,
        })),
      }
    },
  )
}

function registerEntities(app: FastifyInstance, { ports }: Services): void {
  app.get<Route<typeof api.userParams, typeof api.entitiesQuery>>(
    '/entities/:appId/:userId',
    {
      config: read,
      schema: {
        operationId: 'listEntities',
        summary: 'List entities',
        description: TIMES_OF_ENTITIES,
        tags,
        params: api.userParams,
        querystring: api.entitiesQuery,
        response: { 200: api.entitiesResponse },
      },
    },
    async ({ params, query }) => {
      const { entities, total } = await at(ports.graph, query).listEntities(params, query)
      return { entities, total, hasMore: query.offset + entities.length < total }
    },
  )
  app.get<Route<typeof api.entityParams, typeof timeQuery>>(
    '/entities/:appId/:userId/:entityName',
    {
      config: read,
      schema: {
        operationId: 'getEntity',
        summary: 'Entity detail',
        description: TIMES_OF_ENTITIES,
        errors: ['NOT_FOUND'],
        tags,
        params: api.entityParams,
        querystring: timeQuery,
        response: { 200: api.entityResponse },
      },
    },
    async ({ params, query }) => {
      const entity = await at(ports.graph, query).entity(params, params.entityName)
      if (!entity) throw notFound('entity')
      return { entity }
    },
  )
}

function registerItems(app: FastifyInstance, { ports, now }: Services): void {
  const shownAt = (time: Time) => (item: Item) => shownItem(item, clockOf(time, now()), time)
  app.get<Route<typeof api.userParams, typeof api.itemsQuery>>(
    '/items/:appId/:userId',
    {
      config: read,
      schema: {
        operationId: 'listItems',
        summary: 'List items, superseded, merged and pruned ones too, the newest first',
        description:
          'With `knownAt` the items that were known then, as they were known: an end that was learnt later is undone. ' +
          'With `asOf` only those that held then.',
        tags,
        params: api.userParams,
        querystring: api.itemsQuery,
        response: { 200: api.itemsResponse },
      },
    },
    async ({ params, query }) =>
      paged(await at(ports.memory, query).listItems(params, query), query.limit, shownAt(query)),
  )
  app.get<Route<typeof api.itemParams, typeof knownQuery>>(
    '/items/:appId/:userId/:itemId',
    {
      config: read,
      schema: {
        operationId: 'getItem',
        summary: 'One item with its history',
        description: 'With `knownAt` both are as they were known then.',
        errors: ['NOT_FOUND'],
        tags,
        params: api.itemParams,
        querystring: knownQuery,
        response: { 200: api.itemResponse },
      },
    },
    async ({ params, query }) => {
      const [memory, shown] = [at(ports.memory, query), shownAt(query)]
      const [item] = await memory.items(params, [params.itemId])
      if (!item) throw notFound('item')
      return {
        item: shown(item),
        history: (await historyOf(memory, params, item)).map(shown),
      }
    },
  )
}

/** Follows what an item superseded, and what superseded it, step by step. The oldest first. */
async function historyOf(
  memory: Pick<MemoryStore, 'items'>,
  scope: Scope,
  item: Item,
): Promise<Item[]> {
  const seen = new Map([[item.id, item]])
  let frontier = [item]
  while (frontier.length > 0 && seen.size < MAX_HISTORY) {
    const ids = frontier
      .flatMap((each) => [...each.supersedes, each.supersededBy ?? []].flat())
      .filter((id) => !seen.has(id))
    frontier = await memory.items(scope, [...new Set(ids)].slice(0, MAX_HISTORY))
    for (const each of frontier) seen.set(each.id, each)
  }
  seen.delete(item.id)
  return [...seen.values()].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
}

function registerThreads(app: FastifyInstance, { ports }: Services): void {
  app.get<Route<typeof api.userParams, typeof pageQuery>>(
    '/threads/:appId/:userId',
    {
      config: read,
      schema: {
        operationId: 'listThreads',
        summary: 'List the threads of a user, by id',
        description:
          'Those that writes named as `threadId` and that anything is remembered of. `GET /items` with `threadId` lists what was said in one.',
        tags,
        params: api.userParams,
        querystring: pageQuery,
        response: { 200: api.threadsResponse },
      },
    },
    async ({ params, query }) =>
      paged(await ports.memory.listThreads(params, query), query.limit, (each) => each),
  )
}

function registerResources(app: FastifyInstance, { ports, whereItStands, now }: Parts): void {
  const shown = (item: Item) => shownItem(item, now())
  app.get<Route<typeof api.userParams, typeof pageQuery>>(
    '/resources/:appId/:userId',
    {
      config: read,
      schema: {
        operationId: 'listResources',
        summary: 'List resources: queued, processed or failed',
        tags,
        params: api.userParams,
        querystring: pageQuery,
        response: { 200: api.resourcesResponse },
      },
    },
    async ({ params, query }) =>
      paged(await ports.memory.listResources(params, query), query.limit, shownResource),
  )
  app.get<{ Params: z.infer<typeof api.resourceParams> }>(
    '/resources/:appId/:userId/:resourceId',
    {
      config: read,
      schema: {
        operationId: 'getResource',
        summary: 'One resource with its facts, or why it is not processed',
        errors: ['NOT_FOUND'],
        tags,
        params: api.resourceParams,
        response: { 200: api.resourceResponse },
      },
    },
    async ({ params }) => {
      const stands = await whereItStands(params, params.resourceId)
      if (!stands) throw notFound('resource')
      const { resource, processing } = stands
      if (!stands.indexed)
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
  )
}

function shownResource({ id, facts, ...rest }: Resource): z.infer<typeof api.resource> {
  return { resourceId: id, ...rest, itemCount: facts }
}
