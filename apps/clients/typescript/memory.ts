// The client's interface: one user's memory, in the verbs of its callers.
import {
  type Api,
  answered,
  type Connection,
  type ConnectionOptions,
  connect,
  holds,
  understood,
} from './connection.ts'
import { contentOf } from './content.ts'
import { errorOf, refused } from './errors.ts'
import { type Facts, factsOf, type Settle } from './facts.ts'
import { type Lists, listsOf } from './lists.ts'
import type { components, paths } from './openapi.ts'
import { promptOf } from './prompt.ts'
import { notSettled, settled } from './settled.ts'
import type {
  Activity,
  Category,
  Context,
  Forgotten,
  History,
  Message,
  Recall,
  RecallOptions,
  RememberOptions,
  Scope,
  Time,
  WriteOptions,
} from './vocabulary.ts'
import { sent, waitOf } from './writing.ts'

export { type ErrorCode, PalimpsestError } from './errors.ts'
export type { Fact, FactChanges } from './facts.ts'
export type {
  Activity,
  AuditEntry,
  Category,
  Context,
  Difference,
  Entity,
  Forgotten,
  Happening,
  History,
  Item,
  ItemFilter,
  Message,
  Recall,
  RecallOptions,
  RememberOptions,
  Resource,
  Scope,
  Time,
  WriteOptions,
} from './vocabulary.ts'
export type { Api, ConnectionOptions, components, paths }

export type MemoryOptions = ConnectionOptions & { appId: string; userId: string }

export type Memory = Lists &
  Facts & {
    readonly appId: string
    readonly userId: string
    /** The memory of another user of the app, over the same connection. */
    of(userId: string): Memory
    /** Every call of the service, typed by its document. */
    readonly api: Api
    /** Stores what was said; returns the write's id. */
    remember(content: string | readonly Message[], options?: RememberOptions): Promise<string>
    /** Stores what happened; returns the write's id. */
    report(activity: Activity, options?: WriteOptions): Promise<string>
    /** What helps to answer the query; empty where nothing is found. */
    recall(query: string, options?: RecallOptions): Promise<Recall>
    /** The same as text for a prompt; empty where nothing is found. */
    prompt(query: string, options?: RecallOptions): Promise<string>
    /** Resolves when no part of it can be read any more, anywhere. */
    forget(what: 'everything' | { category: string }): Promise<Forgotten>
    /** With `knownAt`: as it was known then. */
    history(itemId: string, time?: Pick<Time, 'knownAt'>): Promise<History>
    context(time?: Time): Promise<Context>
    categories(time?: Time): Promise<Category[]>
    /** Resolves when the write can be recalled. */
    settled(id: string, signal?: AbortSignal): Promise<void>
  }

export function createMemory({ appId, userId, ...options }: MemoryOptions): Memory {
  return memoryOf(connect(options), { appId, userId })
}

function memoryOf(connection: Connection, scope: Scope): Memory {
  const { api } = connection
  const path = { ...scope }
  const written: Settle = async ({ id, retrievable, ...ids }, { until, signal }) => {
    const isAwaited = until === 'retrievable' && !retrievable
    if (!isAwaited) return id
    await settled(connection, { ...scope, id }, signal).catch((error: unknown) => {
      throw notSettled(error, { resourceId: id, ...ids })
    })
    return id
  }
  return {
    ...scope,
    ...listsOf(api, scope),
    ...factsOf(connection, scope, written),
    api,
    of: (userId) => memoryOf(connection, { appId: scope.appId, userId }),
    remember: async (content, options = {}) => {
      const body = { ...scope, ...contentOf(content, options), ...waitOf(options, connection) }
      const answer = await answered(
        api.POST('/v1/memorize', { body, ...sent(options) }),
        'resourceId',
      )
      return written({ id: answer.resourceId, retrievable: answer.retrievable }, options)
    },
    report: async (activity, options = {}) => {
      const body = { ...activity, ...scope, ...waitOf(options, connection) }
      const answer = await answered(api.POST('/v1/events', { body, ...sent(options) }), 'eventId')
      return written({ id: answer.eventId, retrievable: answer.retrievable }, options)
    },
    recall: (query, options) => recall(api, { ...scope, query }, options),
    prompt: async (query, options) => {
      const asked = { ...scope, query, format: 'prompt' as const }
      return promptOf((await recall(api, asked, options)).prompt ?? '')
    },
    forget: async (what) => {
      const only = what === 'everything' ? {} : { category: categoryIn(what) }
      return answered(
        api.POST('/v1/forget', { body: { ...scope, ...only, confirm: true } }),
        'deletedItems',
      )
    },
    history: (itemId, query = {}) => {
      const params = { path: { ...path, itemId }, query }
      return answered(api.GET('/v1/items/{appId}/{userId}/{itemId}', { params }), 'item')
    },
    context: (query = {}) =>
      answered(api.GET('/v1/context/{appId}/{userId}', { params: { path, query } }), 'summaries'),
    categories: async (query = {}) => {
      const call = api.GET('/v1/categories/{appId}/{userId}', { params: { path, query } })
      return (await answered(call, 'categories')).categories
    },
    settled: (id, signal) => settled(connection, { ...scope, id }, signal),
  }
}

/** A category that is missing would delete everything. */
function categoryIn(what: { category: string }): string {
  if (typeof what?.category === 'string') return what.category
  throw refused('category', "say which: forget('everything'), or forget({ category })")
}

/** Where nothing is found, the service answers 404 with an empty context. */
async function recall(
  api: Api,
  asked: Scope & Pick<components['schemas']['RetrieveRequest'], 'query' | 'format'>,
  { signal, ...options }: RecallOptions = {},
): Promise<Recall> {
  const call = { body: { ...options, ...asked }, ...(signal ? { signal } : {}) }
  const { data, error, response } = await understood(api.POST('/v1/retrieve', call))
  if (holds(data, 'relevantItems')) return data
  if (response.status === 404 && holds(error, 'relevantItems') && 'relevantItems' in error)
    return error
  throw errorOf(error, response)
}
