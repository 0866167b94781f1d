// Which projections a replay may rebuild in the distributed setting.
import { expect, it } from 'vitest'
import { openDistributedRebuild } from '../../../../apps/composition/distributed/distributed-projections.ts'
import { readConfig } from '../../../../infra/config.ts'
import { offlineQueryLanguage } from '../../../../infra/language/offline/query-language.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'

it('refuses to rebuild the audit trail where it lies in KurrentDB, and asks no server', async () => {
  const config = readConfig({
    PROFILE: 'distributed',
    MASTER_KEY: '0'.repeat(64),
    KAFKA_BROKERS: '127.0.0.1:1',
    SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1',
    ELASTICSEARCH_URL: 'http://127.0.0.1:1',
    NEO4J_URL: 'bolt://127.0.0.1:1',
    S3_BUCKET: 'none',
    KURRENTDB_URL: 'kurrentdb://127.0.0.1:1?tls=false',
  })

  const keys = createSqliteKeyStore({
    path: ':memory:',
    masterKey: new Uint8Array(32),
    owners: null,
  })

  const opening = openDistributedRebuild('audit', { config, keys, language: offlineQueryLanguage })

  await expect(opening).rejects.toThrow(/lies in KurrentDB.*replay the others/)
})
