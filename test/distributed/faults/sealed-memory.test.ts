// The sealed memory store in Elasticsearch keeps the contract of its port. It takes as long as the plain contract, so
// it runs here and not in each run: each half runs there, sealed over SQLite and plain over Elasticsearch.
import { describe } from 'vitest'
import { createElasticsearchMemoryStore } from '../../../infra/elasticsearch/memory-store.ts'
import { sealMemory } from '../../../infra/sealed/seal-memory.ts'
import { memoryStoreContract } from '../../contracts/memory-store.contract.ts'
import {
  dropIndices,
  givenServer,
  needsServer,
  serverUrl,
} from '../../infra/elasticsearch/given-server.ts'
import { givenSealing } from '../../infra/sealed/given-sealing.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()
  // One for all: digests are equal under the same keys.
  const { sealing } = givenSealing()

  memoryStoreContract(
    'Elasticsearch, sealed',
    async () => {
      const prefix = newPrefix()
      const options = { client: client(), prefix, dimensions: 4 }
      const open = () => sealMemory(createElasticsearchMemoryStore(options), sealing)
      const store = open()
      return {
        store,
        reopen: async () => open(),
        close: async () => {
          await store.close()
          await dropIndices(client(), prefix)
        },
      }
    },
    { hashesTerms: true, ownOrder: true },
  )
})
