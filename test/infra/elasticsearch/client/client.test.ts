// What the answers of a server on a bad day mean: whose fault they are, and that half of an answer counts as none.
import { expect, test } from 'vitest'
import { searchOne } from '../../../../infra/elasticsearch/client/batch-reads.ts'
import {
  createElasticsearchClient,
  failureOf,
} from '../../../../infra/elasticsearch/client/client.ts'
import { refresh } from '../../../../infra/elasticsearch/client/refresh.ts'
import { describeError } from '../../../../infra/runtime/fail/dead-letter.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { startedEach } from '../../../started.ts'
import { type Answer, startAnsweringServer } from '../answering-server.ts'

let answer: Answer = {}
const server = startedEach(() => startAnsweringServer(() => answer))

async function given<T>(
  given: Answer,
  ask: (client: ReturnType<typeof createElasticsearchClient>) => Promise<T>,
): Promise<unknown> {
  answer = given
  const client = createElasticsearchClient({ url: server.url })
  try {
    return await ask(client)
  } catch (error) {
    return error
  } finally {
    await client.close()
  }
}

test.each([
  [400, 'index_closed_exception'],
  [400, 'snapshot_in_progress_exception'],
  [400, 'strict_dynamic_mapping_exception'],
  [400, 'validation_exception'],
])('given %i %s, when told, then no document is at fault', (status, type) => {
  expect(isOutage(failureOf(status, type))).toBe(true)
})

test('given a request that Elasticsearch itself blames, when told, then it is refused', async () => {
  const body = { error: { type: 'parsing_exception' }, status: 400 }
  const error = await given({ status: 400, body }, (client) => client.count())
  expect([isOutage(error), `${error}`]).toEqual([
    false,
    'ElasticsearchRefused: Elasticsearch refused a request (400 parsing_exception)',
  ])
})

test.each([400, 409])('given %i of a proxy, when told, then it is an outage', async (status) => {
  const error = await given({ status, isForeign: true }, (client) => client.count())
  expect(isOutage(error)).toBe(true)
})

test('given a proxy that takes no request of this size, when told, then smaller ones are tried', async () => {
  const error = await given({ status: 413, isForeign: true }, (client) => client.count())
  expect(isOutage(error)).toBe(false)
})

test('given a 404 of a proxy, when a document is asked for that may be missing, then that is an outage', async () => {
  const ask = (client: ReturnType<typeof createElasticsearchClient>) =>
    client.get({ index: 'i', id: 'a' }, { ignore: [404] })
  expect(isOutage(await given({ status: 404, isForeign: true }, ask))).toBe(true)
  expect(await given({ status: 404, body: { found: false } }, ask)).toEqual({ found: false })
})

test('given a 404 of a proxy, when asked whether an index exists, then it is an outage', async () => {
  const ask = (client: ReturnType<typeof createElasticsearchClient>) =>
    client.indices.exists({ index: 'i' })
  expect(isOutage(await given({ status: 404, isForeign: true }, ask))).toBe(true)
  expect(await given({ status: 404 }, ask)).toBe(false)
})

const found = { timed_out: false, _shards: { total: 2, failed: 0 }, hits: { hits: [] } }

test.each<[string, object]>([
  ['came when the time was over', { ...found, timed_out: true }],
  ['lacks a shard', { ...found, _shards: { total: 2, failed: 1 } }],
])('given an answer that %s, when searched, then that is an outage', async (_, body) => {
  const search = await given({ body }, (client) => client.search({ index: 'i' }))
  expect(isOutage(search)).toBe(true)
  const together = await given({ body: { responses: [found, body] } }, (client) =>
    searchOne(client, { index: 'i' }),
  )
  expect(isOutage(together)).toBe(true)
  expect(await given({ body: found }, (client) => client.search({ index: 'i' }))).toEqual(found)
})

test('given shards that did not refresh, when shown, then that is an outage', async () => {
  const body = { _shards: { total: 2, successful: 1, failed: 1 } }
  expect(isOutage(await given({ body }, (client) => refresh(client, ['i'])))).toBe(true)
})

test('given a copy that failed, when a document was written, then it is written', async () => {
  const body = { _id: 'a', result: 'created', _shards: { total: 2, successful: 1, failed: 1 } }
  const wrote = await given({ body }, (client) => client.index({ index: 'i', document: {} }))
  expect(wrote).toEqual(body)
})

test.each<[Answer, string]>([
  [
    { status: 429, body: { error: { type: 'cluster_block_exception' } } },
    'ElasticsearchUnavailable (429_CLUSTER_BLOCK_EXCEPTION) while handling the event',
  ],
  [
    { status: 400, body: { error: { type: `a_name_of_an_error_that_is_very_long` } } },
    'ElasticsearchRefused (400_A_NAME_OF_AN_ERROR_THAT_IS_VERY_LONG) while handling the event',
  ],
  [{ status: 400, body: { error: { type: 'x'.repeat(90) } } }, 'x'.repeat(36).toUpperCase()],
  [
    { status: 404, isForeign: true },
    'ElasticsearchUnavailable (404_NOT_ELASTICSEARCH_S_ANSWER) while handling the event',
  ],
  [{ isForeign: true }, 'ElasticsearchUnavailable (PRODUCTNOTSUPPORTEDERROR) while handling'],
])('given the answer %j, when logged, then it is told', async (told, reason) => {
  const error = await given(told, (client) => client.count())
  expect(describeError(error).reason).toContain(reason)
})
