// Reads within one user's documents. The user's fences are read beside the query, which is sent with the fences known
// so far; if they turn out to have changed, the query is sent again. So usually one round trip is enough, and what a
// fence forbids is never shown, whatever a late writer has put there.
import type { estypes } from '@elastic/elasticsearch'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Fence } from '../../ports/projection.ts'
import { getDocument, searchOne } from '../client/batch-reads.ts'
import { refresh } from '../client/refresh.ts'
import type { Indices } from '../indices/indices.ts'
import { shownLater } from '../indices/mappings.ts'
import { type Query, readable } from '../projection/fences/fence-query.ts'
import { isForbidden, readFences, sameFences } from '../projection/fences/fences.ts'
import { fencedOf, type GuardSource } from '../projection/fences/remove-forbidden.ts'
import { ownerOf, routingOf } from './identity.ts'

/** The only way to search or get: within the readable documents of one user. */
export type Within<Table extends string> = {
  owner: string
  fences: readonly Fence[]
  /** Matches what the user may read. For the filter of a vector search. */
  readable: Query
  search<Source, Aggregations = unknown>(
    table: Table,
    request: Search,
  ): Promise<estypes.SearchResponseBody<Source, Aggregations>>
  /** One document by its id, as it stands now; null if it is missing or may not be read. */
  get<Source extends GuardSource>(table: Table, id: string): Promise<Source | null>
}

export type Search = Omit<estypes.SearchRequest, 'index' | 'query' | 'routing'> & {
  filter?: Query[]
  should?: Query[]
  /** `as shown`: does not refresh, and finds what has been shown. */
  sees?: 'as shown'
}

export type Reader<Table extends string> = <T>(
  scope: Scope,
  ask: (within: Within<Table>) => Promise<T>,
) => Promise<T>

const REMEMBERED = 10_000

export function createReader<Table extends string>({
  client,
  names,
  ready,
}: Indices<Table>): Reader<Table> {
  const remembered = new Map<string, readonly Fence[]>()
  const within = (owner: string, fences: readonly Fence[]): Within<Table> => ({
    owner,
    fences,
    readable: readable(owner, fences),
    search: async (table, { sees, ...request }) => {
      const index = names[table]
      if (shownLater.has(table) && sees !== 'as shown') await refresh(client, [index])
      const body = searchBody(readable(owner, fences), request)
      return searchOne(client, { ...body, index, routing: routingOf(owner) })
    },
    get: async <Source extends GuardSource>(table: Table, id: string) => {
      const at = { index: names[table], id, routing: routingOf(owner) }
      const { found, _source } = await getDocument<Source>(client, at)
      if (!found || !_source) return null
      return isForbidden(new Map([[owner, fences]]), fencedOf(owner, _source)) ? null : _source
    },
  })
  return async (scope, ask) => {
    const owner = ownerOf(scope)
    await ready()
    const assumed = remembered.get(owner) ?? []
    const [found, answer] = await Promise.all([
      readFences(client, names.meta, [owner]),
      ask(within(owner, assumed)),
    ])
    const fences = found.get(owner) ?? []
    if (sameFences(fences, assumed)) return answer
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(owner, fences)
    return ask(within(owner, fences))
  }
}

function searchBody(mine: Query, { filter = [], should, ...request }: Omit<Search, 'sees'>) {
  const asked = should ? { should, minimum_should_match: 1 } : {}
  return {
    track_total_hits: false,
    ...request,
    query: { bool: { filter: [mine, ...filter], ...asked } },
  }
}
