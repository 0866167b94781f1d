// The embedded delivery store: the contract.
import { join } from 'node:path'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { createDirectories } from './directory.ts'

const newDirectory = createDirectories()

deliveryStoreContract('SQLite', async () => {
  const path = join(newDirectory(), 'deliveries.db')
  const store = createSqliteDeliveryStore({ path })
  return {
    store,
    reopen: async () => createSqliteDeliveryStore({ path }),
    close: () => store.close(),
  }
})
