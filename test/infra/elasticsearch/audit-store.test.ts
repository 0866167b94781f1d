// The audit store in Elasticsearch keeps the contract of its port.
import { describe } from 'vitest'
import { createElasticsearchAuditStore } from '../../../infra/elasticsearch/audit-store.ts'
import { auditStoreContract } from '../../contracts/audit-store.contract.ts'
import { dropIndices, givenServer, needsServer, serverUrl } from './given-server.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  auditStoreContract('Elasticsearch', async () => {
    const prefix = newPrefix()
    const open = () => createElasticsearchAuditStore({ client: client(), prefix })
    const store = open()
    return {
      store,
      reopen: async () => open(),
      close: async () => {
        await store.close()
        await dropIndices(client(), prefix)
      },
    }
  })
})
