// Which projections a replay may rebuild in the distributed setting, and what it leaves open.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openDistributedRebuild } from '../../../../apps/composition/distributed/distributed-projections.ts'
import { readConfig } from '../../../../infra/config.ts'
import { offlineQueryLanguage } from '../../../../infra/language/offline/query-language.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { startAnsweringServer } from '../../../infra/elasticsearch/answering-server.ts'

/** A connection without requests ends after some seconds. */
const SOONER_THAN_BY_ITSELF_MS = 1_500

it('refuses to rebuild the audit trail where it lies in KurrentDB, and asks no server', async () => {
  const given = givenServers({ KURRENTDB_URL: 'kurrentdb://127.0.0.1:1?tls=false' })
  const opening = openDistributedRebuild('audit', given)

  await expect(opening).rejects.toThrow(/lies in KurrentDB.*replay the others/)
})

it('closes its connections to Elasticsearch where a rebuild is left', async () => {
  const alias = 'palimpsest_sealed-audit-meta'
  const elasticsearch = await startAnsweringServer(({ path }) =>
    path.startsWith('/_alias/')
      ? { body: { [`${alias}-1`]: { aliases: { [alias]: {} } } } }
      : undefined,
  )
  const bucket = createServer((_, response) =>
    response.setHeader('content-type', 'application/xml').end('<ListBucketResult/>'),
  ).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  onTestFinished(() => {
    elasticsearch.close()
    bucket.close()
  })
  const rebuild = await openDistributedRebuild(
    'audit',
    givenServers({
      ELASTICSEARCH_URL: elasticsearch.url,
      S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 's',
    }),
  )
  expect(await elasticsearch.connections()).toBeGreaterThan(0)
  await rebuild.leave?.()
  await eventually(
    async () => expect(await elasticsearch.connections()).toBe(0),
    SOONER_THAN_BY_ITSELF_MS,
  )
})

function givenServers(more: Record<string, string>) {
  const config = readConfig({
    PROFILE: 'distributed',
    MASTER_KEY: '0'.repeat(64),
    KAFKA_BROKERS: '127.0.0.1:1',
    SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1',
    ELASTICSEARCH_URL: 'http://127.0.0.1:1',
    NEO4J_URL: 'bolt://127.0.0.1:1',
    S3_BUCKET: 'none',
    ...more,
  })
  const masterKey = new Uint8Array(32)
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey, owners: null })
  return { config, keys, language: offlineQueryLanguage }
}
