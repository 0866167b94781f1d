// The delivery store in Elasticsearch keeps the contract of its port.
import { describe } from 'vitest'
import { createElasticsearchDeliveryStore } from '../../../infra/elasticsearch/delivery-store.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { dropIndices, givenServer, needsServer, serverUrl } from './given-server.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  deliveryStoreContract('Elasticsearch', async () => {
    const prefix = newPrefix()
    const open = () => createElasticsearchDeliveryStore({ client: client(), prefix })
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
