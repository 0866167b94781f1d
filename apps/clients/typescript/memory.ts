// The face of the client: one user's memory, in the verbs of those who use it.
import {
  type Api,
  answered,
  type Connection,
  type ConnectionOptions,
  connect,
  idempotencyKey,
  understood,
} from './connection.ts'
import { errorOf, PalimpsestError } from './errors.ts'
import type { paths } from './openapi.ts'
import { iterate } from './pages.ts'
import { promptOf } from './prompt.ts'

export { type ErrorCode, PalimpsestError } from './errors.ts'
export type { Api, ConnectionOptions, paths }

type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody?: { content: { 'application/json': infer B } } }
}
  ? B
  : never
type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer A } } } }
}
  ? A
  : never

export type Recall = paths['/v1/retrieve']['post']['responses'][200]['content']['application/json']
export type Context = Answer<'/v1/context/{appId}/{userId}'>
export type Category = Answer<'/v1/categories/{appId}/{userId}'>['categories'][number]
export type Item = Answer<'/v1/items/{appId}/{userId}'>['data'][number]
export type Resource = Answer<'/v1/resources/{appId}/{userId}'>['data'][number]
export type Entity = Answer<'/v1/entities/{appId}/{userId}'>['entities'][number]
export type AuditEntry = Answer<'/v1/audit/{appId}/{userId}'>['data'][number]
/** A fact, what it superseded and what superseded it, the oldest first. */
export type History = Answer<'/v1/items/{appId}/{userId}/{itemId}'>
export type Forgotten = paths['/v1/forget']['post']['responses'][200]['content']['application/json']

export type Message = {
  role: 'user' | 'assistant' | 'system' | 'tool'
  content: string
  name?: string
}
export type Activity = Omit<Body<'/v1/events'>, 'appId' | 'userId'>
export type RecallOptions = Omit<Body<'/v1/retrieve'>, 'appId' | 'userId' | 'query'>

export type WriteOptions = {
  /** `accepted`: it is on disk (the default); `retrievable`: it can be recalled. */
  until?: 'accepted' | 'retrievable'
  /** The same key writes once, however often it is sent; made up by default. */
  idempotencyKey?: string
  signal?: AbortSignal
}
export type RememberOptions = WriteOptions & {
  /** Messages and a text without a type are a conversation, in which a text is the user's. */
  contentType?: 'conversation' | 'document' | 'event'
  threadId?: string
  /** When it was said; now by default. */
  at?: Date | string
  metadata?: Record<string, unknown>
}

export type MemoryOptions = ConnectionOptions & { appId: string; userId: string }

export type Memory = {
  readonly appId: string
  readonly userId: string
  /** The memory of another user of the app, over the same connection. */
  of(userId: string): Memory
  /** Every call of the service, typed by its document. */
  readonly api: Api
  /** Stores what was said; gives the write's id. */
  remember(content: string | readonly Message[], options?: RememberOptions): Promise<string>
  /** Stores what happened; gives the write's id. */
  report(activity: Activity, options?: WriteOptions): Promise<string>
  /** What helps to answer the query. Without any memory it is empty. */
  recall(query: string, options?: RecallOptions): Promise<Recall>
  /** The same as text for a prompt; empty where there is nothing. */
  prompt(query: string, options?: RecallOptions): Promise<string>
  /** Resolves when nothing of it can be read any more, anywhere. */
  forget(what: 'everything' | { category: string }): Promise<Forgotten>
  history(itemId: string): Promise<History>
  context(): Promise<Context>
  categories(): Promise<Category[]>
  /** All facts, superseded ones too, the newest first. */
  items(filter?: { category?: string }): AsyncIterable<Item>
  resources(): AsyncIterable<Resource>
  entities(filter?: { type?: string }): AsyncIterable<Entity>
  audit(): AsyncIterable<AuditEntry>
  /** Resolves when the write can be recalled. */
  settled(id: string, signal?: AbortSignal): Promise<void>
}

export function createMemory({ appId, userId, ...options }: MemoryOptions): Memory {
  return memoryOf(connect(options), { appId, userId })
}

type Scope = { appId: string; userId: string }

const PAGE = 200

function memoryOf(connection: Connection, scope: Scope): Memory {
  const { api } = connection
  const path = { ...scope }
  const written = async (id: string, { until, signal }: WriteOptions) => {
    if (until === 'retrievable') await settled(connection, { ...scope, id }, signal)
    return id
  }
  return {
    ...scope,
    api,
    of: (userId) => memoryOf(connection, { appId: scope.appId, userId }),
    remember: async (content, options = {}) => {
      const body = { ...scope, ...contentOf(content, options) }
      const { resourceId } = await answered(api.POST('/v1/memorize', { body, ...sent(options) }))
      return written(resourceId, options)
    },
    report: async (activity, options = {}) => {
      const body = { ...scope, ...activity }
      const { eventId } = await answered(api.POST('/v1/events', { body, ...sent(options) }))
      return written(eventId, options)
    },
    recall: (query, options) => recall(api, { ...scope, query, ...options }),
    prompt: async (query, options) => promptOf(await recall(api, { ...scope, query, ...options })),
    forget: (what) => {
      const only = what === 'everything' ? {} : { category: what.category }
      return answered(api.POST('/v1/forget', { body: { ...scope, ...only, confirm: true } }))
    },
    history: (itemId) =>
      answered(
        api.GET('/v1/items/{appId}/{userId}/{itemId}', { params: { path: { ...path, itemId } } }),
      ),
    context: () => answered(api.GET('/v1/context/{appId}/{userId}', { params: { path } })),
    categories: async () => {
      const call = api.GET('/v1/categories/{appId}/{userId}', { params: { path } })
      return (await answered(call)).categories
    },
    items: (filter = {}) =>
      iterate(async (cursor) => {
        const query = { ...filter, cursor, limit: PAGE }
        return paged(
          await answered(api.GET('/v1/items/{appId}/{userId}', { params: { path, query } })),
        )
      }),
    resources: () =>
      iterate(async (cursor) => {
        const params = { path, query: { cursor, limit: PAGE } }
        return paged(await answered(api.GET('/v1/resources/{appId}/{userId}', { params })))
      }),
    entities: (filter = {}) =>
      iterate(async (cursor) => {
        const offset = Number(cursor ?? 0)
        const params = { path, query: { ...filter, offset, limit: PAGE } }
        const page = await answered(api.GET('/v1/entities/{appId}/{userId}', { params }))
        const next = page.hasMore ? String(offset + page.entities.length) : null
        return { data: page.entities, nextCursor: next }
      }),
    audit: () =>
      iterate(async (cursor) => {
        const params = { path, query: { cursor, limit: PAGE } }
        return paged(await answered(api.GET('/v1/audit/{appId}/{userId}', { params })))
      }),
    settled: (id, signal) => settled(connection, { ...scope, id }, signal),
  }
}

function sent({ idempotencyKey: key = idempotencyKey(), signal }: WriteOptions) {
  return { params: { header: { 'idempotency-key': key } }, ...(signal ? { signal } : {}) }
}

function contentOf(content: string | readonly Message[], options: RememberOptions) {
  const { contentType, threadId, at, metadata } = options
  const timestamp = at instanceof Date ? at.toISOString() : at
  const about = timestamp === undefined ? metadata : { ...metadata, timestamp }
  return {
    ...textOf(content, contentType),
    ...(threadId === undefined ? {} : { threadId }),
    ...(about === undefined ? {} : { metadata: about }),
  }
}

function textOf(content: string | readonly Message[], type: RememberOptions['contentType']) {
  if (typeof content === 'string' && type !== undefined) return { content, contentType: type }
  const messages = typeof content === 'string' ? [{ role: 'user', content }] : content
  return { content: JSON.stringify(messages), contentType: 'conversation' as const }
}

/** Without any memory the service answers 404 and an empty context. */
async function recall(api: Api, body: Body<'/v1/retrieve'>): Promise<Recall> {
  const { data, error, response } = await understood(api.POST('/v1/retrieve', { body }))
  if (data) return data
  if (response.status === 404 && error && 'relevantItems' in error) return error
  throw errorOf(error, response)
}

function paged<T>(answer: { data: T[]; pagination: { nextCursor: string | null } }) {
  return { data: answer.data, nextCursor: answer.pagination.nextCursor }
}

const FIRST_POLL_MS = 20
const LONGEST_POLL_MS = 1_000
/** A minute and a half in all. */
const POLLS = 100

/** Asks until the write has been processed, less and less often. */
async function settled(
  { api, wait }: Connection,
  { appId, userId, id }: Scope & { id: string },
  signal = new AbortController().signal,
): Promise<void> {
  const params = { path: { appId, userId, resourceId: id } }
  let delayMs = FIRST_POLL_MS
  for (let poll = 0; poll < POLLS; poll++) {
    const call = api.GET('/v1/resources/{appId}/{userId}/{resourceId}', { params, signal })
    const { resource } = await answered(call)
    if (resource.status === 'processed') return
    if (resource.status === 'failed') throw notProcessed(resource.reason ?? 'it failed')
    if (resource.processing?.state === 'dead-lettered') throw notProcessed('it is dead-lettered')
    await wait(delayMs, signal)
    delayMs = Math.min(LONGEST_POLL_MS, delayMs * 1.6)
  }
  throw notProcessed('it still waits')
}

function notProcessed(why: string): PalimpsestError {
  return new PalimpsestError({
    code: 'NOT_PROCESSED',
    message: `accepted, but not processed: ${why}`,
  })
}
