// The sealed deliveries: the contract over the embedded ones.
import { join } from 'node:path'
import { sealDeliveries } from '../../../infra/sealed/seal-deliveries.ts'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { createDirectories } from '../sqlite/directory.ts'
import { givenSealing } from './given-sealing.ts'

const newDirectory = createDirectories()
const { sealing } = givenSealing()

deliveryStoreContract('SQLite, sealed', async () => {
  const path = join(newDirectory(), 'deliveries.db')
  const open = () => sealDeliveries(createSqliteDeliveryStore({ path }), sealing)
  const store = open()
  return { store, reopen: async () => open(), close: () => store.close() }
})
