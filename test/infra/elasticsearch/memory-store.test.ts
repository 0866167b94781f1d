// The memory store in Elasticsearch keeps the contract of its port.
import { describe } from 'vitest'
import { createElasticsearchMemoryStore } from '../../../infra/elasticsearch/memory-store.ts'
import { memoryStoreContract } from '../../contracts/memory-store.contract.ts'
import { dropIndices, givenServer, needsServer, serverUrl } from './given-server.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  memoryStoreContract('Elasticsearch', async () => {
    const prefix = newPrefix()
    const open = () => createElasticsearchMemoryStore({ client: client(), prefix, dimensions: 4 })
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
