// The audit store in Elasticsearch keeps the contract of its port, sealed as a service opens it.
import { describe, expect, test } from 'vitest'
import { createElasticsearchAuditStore } from '../../../infra/elasticsearch/audit-store.ts'
import { auditFamily } from '../../../infra/elasticsearch/indices/mappings.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import { auditStoreContract } from '../../contracts/audit-store.contract.ts'
import { createPlaces, newScope } from '../../contracts/given.ts'
import { givenServerSealing } from '../sealed/given-sealing.ts'
import {
  dropIndices,
  givenServer,
  needsServer,
  onEmptiedIndices,
  serverUrl,
} from './given-server.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const server = givenServer()
  const { client, newPrefix } = server

  const sealing = givenServerSealing()
  auditStoreContract(
    sealing ? 'Elasticsearch, sealed' : 'Elasticsearch',
    onEmptiedIndices(server, auditFamily, (prefix, client) => {
      const store = createElasticsearchAuditStore({ client, prefix })
      return sealing ? sealAudit(store, sealing) : store
    }),
  )

  test('given a step, when it is taken in, then no refresh is paid for it; who lists pays', async () => {
    const prefix = newPrefix()
    const store = createElasticsearchAuditStore({ client: client(), prefix })
    const [scope, checkpoint] = [newScope(), createPlaces()()]
    const told = { id: 'one', type: 'FactAsserted', at: '2026-05-08T00:00:00.000Z' }
    const about = { causationId: null, source: 1, category: null, permanent: false, details: {} }
    const entries = [{ ...scope, ...checkpoint, ...told, ...about }]
    await store.apply({ checkpoint, fences: [], entries, removed: [] })
    const shown = async () => (await client().count({ index: `${prefix}-audit` })).count
    expect(await shown()).toBe(0)
    expect((await store.list(scope, { limit: 10 })).data).toHaveLength(1)
    expect(await shown()).toBe(1)
    await store.close()
    await dropIndices(client(), prefix)
  })
})
