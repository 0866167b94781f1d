// The delivery store in Elasticsearch keeps the contract of its port, sealed as a service opens it.
import { describe } from 'vitest'
import { createElasticsearchDeliveryStore } from '../../../infra/elasticsearch/delivery-store.ts'
import { sealDeliveries } from '../../../infra/sealed/seal-deliveries.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { givenServerSealing } from '../sealed/given-sealing.ts'
import { dropIndices, givenServer, needsServer, serverUrl } from './given-server.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  const sealing = givenServerSealing()
  deliveryStoreContract(sealing ? 'Elasticsearch, sealed' : 'Elasticsearch', async () => {
    const prefix = newPrefix()
    const open = () => {
      const store = createElasticsearchDeliveryStore({ client: client(), prefix })
      return sealing ? sealDeliveries(store, sealing) : store
    }
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
