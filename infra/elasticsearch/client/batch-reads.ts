// Sends gets and searches that are asked side by side in few requests, because a request costs more than most of these
// reads.
import type { Client, estypes } from '@elastic/elasticsearch'
import { getOrMake } from '../../runtime/certain.ts'
import { createRequestBatcher } from '../../runtime/wait/request-batcher.ts'
import { ElasticsearchUnavailable, failureOf } from './client.ts'

type Asked = { index: string; id: string; routing?: string }
type Answered = estypes.GetGetResult<unknown>

type SearchAsked = estypes.SearchRequest & { index: string; routing?: string }

type RequestBatchers = {
  get(asked: Asked): Promise<Answered>
  search(asked: SearchAsked): Promise<estypes.SearchResponseBody<unknown, unknown>>
}

const GETS = { atATime: 2, most: 500 }
const SEARCHES = { atATime: 4, most: 32 }

const ofClients = new WeakMap<Client, RequestBatchers>()

/** A document by its id, as it stands when the request begins. Throws if a shard does not answer. */
export async function getDocument<T>(
  client: Client,
  asked: Asked,
): Promise<estypes.GetGetResult<T>> {
  return (await batchersOf(client).get(asked)) as estypes.GetGetResult<T>
}

/** Throws if a shard does not answer. */
export async function searchOne<T, Aggregations = unknown>(client: Client, asked: SearchAsked) {
  const answer = await batchersOf(client).search(asked)
  return answer as estypes.SearchResponseBody<T, Aggregations>
}

function batchersOf(client: Client): RequestBatchers {
  return getOrMake(ofClients, client, () => ({
    get: createRequestBatcher((asked: Asked[]) => getMany(client, asked), GETS),
    search: createRequestBatcher((asked: SearchAsked[]) => searchMany(client, asked), SEARCHES),
  }))
}

async function getMany(client: Client, asked: readonly Asked[]): Promise<(Answered | Error)[]> {
  const docs = asked.map(({ index, id, routing }) => ({
    _index: index,
    _id: id,
    ...(routing === undefined ? {} : { routing }),
  }))
  const answer = await client.mget<unknown>({ docs })
  return answer.docs.map((each) =>
    'error' in each ? new ElasticsearchUnavailable('Elasticsearch cannot read a document') : each,
  )
}

async function searchMany(client: Client, asked: readonly SearchAsked[]) {
  const searches = asked.flatMap(({ index, routing, ...body }): estypes.MsearchRequestItem[] => [
    { index, allow_partial_search_results: false, ...(routing === undefined ? {} : { routing }) },
    body,
  ])
  const { responses } = await client.msearch<unknown, unknown>({ searches })
  return responses.map((each) => ('error' in each ? failureOf(each.status, each.error.type) : each))
}
