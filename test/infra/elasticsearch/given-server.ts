// A real Elasticsearch for the tests of this folder: each file's indices have a prefix of their own, and are removed at
// the end. Where no server is named, these tests are skipped, and their names say what is missing.
import { randomUUID } from 'node:crypto'
import type { Client } from '@elastic/elasticsearch'
import { afterAll } from 'vitest'
import { createElasticsearchClient } from '../../../infra/elasticsearch/client/client.ts'

export const serverUrl = process.env.PALIMPSEST_TEST_ELASTICSEARCH

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

export async function dropIndices(client: Client, prefix: string): Promise<void> {
  const index = await indicesOf(client, prefix)
  if (index.length > 0) await client.indices.delete({ index })
}

export async function indicesOf(client: Client, prefix: string): Promise<string[]> {
  return Object.keys(
    await client.indices.get({ index: `${prefix}-*`, features: ['aliases'] }),
  ).sort()
}
