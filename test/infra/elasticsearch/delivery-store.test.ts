// The delivery store in Elasticsearch keeps the contract of its port, sealed as a service opens it.
import { describe } from 'vitest'
import { createElasticsearchDeliveryStore } from '../../../infra/elasticsearch/delivery-store.ts'
import { deliveryFamily } from '../../../infra/elasticsearch/indices/mappings.ts'
import { sealDeliveries } from '../../../infra/sealed/seal-deliveries.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { givenServerSealing } from '../sealed/given-sealing.ts'
import { givenServer, needsServer, onEmptiedIndices, serverUrl } from './given-server.ts'

describe.skipIf(!serverUrl)(needsServer, () => {
  const server = givenServer()

  const sealing = givenServerSealing()
  deliveryStoreContract(
    sealing ? 'Elasticsearch, sealed' : 'Elasticsearch',
    onEmptiedIndices(server, deliveryFamily, (prefix, client) => {
      const store = createElasticsearchDeliveryStore({ client, prefix })
      return sealing ? sealDeliveries(store, sealing) : store
    }),
  )
})
