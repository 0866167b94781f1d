// The sealed deliveries: the contract over the embedded ones.
import { sealDeliveries } from '../../../infra/sealed/seal-deliveries.ts'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { reopenable } from '../sqlite/directory.ts'
import { givenSealing } from './given-sealing.ts'

const { sealing } = givenSealing()

deliveryStoreContract(
  'SQLite, sealed',
  reopenable((options) => sealDeliveries(createSqliteDeliveryStore(options), sealing)),
)
