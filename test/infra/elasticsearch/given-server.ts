// A real Elasticsearch for the tests of this folder: each file's indices have a prefix of their own, and are removed at
// the end. Where no server is named, these tests are skipped, and their names say what is missing.
import { randomUUID } from 'node:crypto'
import type { Client } from '@elastic/elasticsearch'
import { afterAll, beforeEach } from 'vitest'
import { createElasticsearchClient } from '../../../infra/elasticsearch/client/client.ts'
import { FIRST_BUILD, namesOf } from '../../../infra/elasticsearch/indices/indices.ts'
import type { Family } from '../../../infra/elasticsearch/indices/mappings.ts'
import { startAfterEarlierPlaces } from '../../contracts/given.ts'
import type { OpenedProjection } from '../../contracts/projection.contract.ts'

export const serverUrl = process.env.PALIMPSEST_TEST_ELASTICSEARCH

/** More than a test writes, and as many as one search gives. */
const MOST_DOCUMENTS = 10_000

export const needsServer = serverUrl
  ? 'on a real Elasticsearch'
  : 'on a real Elasticsearch (skipped: PALIMPSEST_TEST_ELASTICSEARCH is not set to its url)'

/** A client of the server, and prefixes whose indices go when the file's tests have ended. */
export function givenServer(): { client: () => Client; newPrefix: () => string } {
  const run = `test-${randomUUID().slice(0, 8)}`
  let made: Client | undefined
  let prefixes = 0
  const client = () => {
    made ??= createElasticsearchClient({ url: serverUrl! })
    return made
  }
  afterAll(async () => {
    if (!made) return
    await dropIndices(made, run)
    await made.close()
  })
  return { client, newPrefix: () => `${run}-${++prefixes}` }
}

type GivenServer = ReturnType<typeof givenServer>

/**
 * Opens stores over indices that are empty, as a contract wants them. They are emptied when a store is closed, and used
 * again by the next test: creating a set of indices takes longer than most tests. Within a test each store has its own,
 * because a deleted document keeps its version for a while.
 */
export function onEmptiedIndices<Store extends { close(): Promise<void> }>(
  { client, newPrefix }: GivenServer,
  family: Family,
  openAt: (prefix: string, client: Client) => Store,
): () => Promise<OpenedProjection<Store>> {
  const emptied: string[] = []
  const ofThisTest: string[] = []
  beforeEach(() => {
    emptied.push(...ofThisTest.splice(0))
    startAfterEarlierPlaces()
  })
  return async () => {
    const prefix = emptied.pop() ?? newPrefix()
    const open = () => openAt(prefix, client())
    const store = open()
    return {
      store,
      reopen: async () => open(),
      close: async () => {
        await store.close()
        await emptyIndices(client(), family, prefix)
        ofThisTest.push(prefix)
      },
    }
  }
}

/** By hand: the local server lacks the module for a deletion by query. */
async function emptyIndices(client: Client, family: Family, prefix: string): Promise<void> {
  // A store that was never asked has made no indices.
  const all = Object.values(namesOf(family, prefix, FIRST_BUILD))
  const index = { index: all, ignore_unavailable: true }
  await client.indices.refresh(index)
  const { hits } = await client.search({ ...index, size: MOST_DOCUMENTS, _source: false })
  const operations = hits.hits.map(({ _index, _id, _routing }) => ({
    delete: { _index, _id: _id!, ...(_routing === undefined ? {} : { routing: _routing }) },
  }))
  if (operations.length > 0) await client.bulk({ operations, refresh: true })
}

export async function dropIndices(client: Client, prefix: string): Promise<void> {
  const index = await indicesOf(client, prefix)
  if (index.length > 0) await client.indices.delete({ index })
}

export async function indicesOf(client: Client, prefix: string): Promise<string[]> {
  return Object.keys(
    await client.indices.get({ index: `${prefix}-*`, features: ['aliases'] }),
  ).sort()
}
