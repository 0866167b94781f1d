// Every list of a user's memory that comes in pages.
import { type Api, answered } from './connection.ts'
import { iterate } from './pages.ts'
import type {
  AuditEntry,
  Difference,
  Entity,
  Happening,
  Item,
  ItemFilter,
  Resource,
  Scope,
  Thread,
  Time,
} from './vocabulary.ts'

export type Lists = {
  /** All facts, superseded ones too, the newest first; with `asOf` those that held then. */
  items(filter?: ItemFilter): AsyncIterable<Item>
  /** The threads that writes named, by id. */
  threads(): AsyncIterable<Thread>
  resources(): AsyncIterable<Resource>
  entities(filter?: { type?: string } & Time): AsyncIterable<Entity>
  audit(): AsyncIterable<AuditEntry>
  /** What changed between what was known at two instants; to now by default. */
  diff(between: { from: string; to?: string }): AsyncIterable<Difference>
  /** What happened, the newest first. */
  timeline(): AsyncIterable<Happening>
}

const PAGE = 200
/** A flag of a query, which is present or absent. */
const YES = 'true' as const

export function listsOf(api: Api, scope: Scope): Lists {
  const path = { ...scope }
  return {
    items: ({ current, pinned, ...filter } = {}) => {
      const flags = { ...(current && { current: YES }), ...(pinned && { pinned: YES }) }
      return listed((page) => {
        const params = { path, query: { ...filter, ...flags, ...page } }
        return api.GET('/v1/items/{appId}/{userId}', { params })
      })
    },
    threads: () =>
      listed((page) => api.GET('/v1/threads/{appId}/{userId}', { params: { path, query: page } })),
    resources: () =>
      listed((page) =>
        api.GET('/v1/resources/{appId}/{userId}', { params: { path, query: page } }),
      ),
    entities: (filter = {}) =>
      iterate(async (cursor) => {
        const offset = Number(cursor ?? 0)
        const params = { path, query: { ...filter, offset, limit: PAGE } }
        const page = await answered(
          api.GET('/v1/entities/{appId}/{userId}', { params }),
          'entities',
        )
        const next = page.hasMore ? String(offset + page.entities.length) : null
        return { data: page.entities, nextCursor: next }
      }),
    audit: () =>
      listed((page) => api.GET('/v1/audit/{appId}/{userId}', { params: { path, query: page } })),
    diff: (between) =>
      listed((page) => {
        const params = { path, query: { ...between, ...page } }
        return api.GET('/v1/diff/{appId}/{userId}', { params })
      }),
    timeline: () =>
      listed((page) => api.GET('/v1/timeline/{appId}/{userId}', { params: { path, query: page } })),
  }
}

type Answer<T> = { data: T[]; pagination: { nextCursor: string | null } }
type Page = { cursor: string | undefined; limit: number }

function listed<T>(ask: (page: Page) => Parameters<typeof answered<Answer<T>>>[0]) {
  return iterate(async (cursor) => {
    const { data, pagination } = await answered(ask({ cursor, limit: PAGE }), 'pagination')
    return { data, nextCursor: pagination.nextCursor }
  })
}
