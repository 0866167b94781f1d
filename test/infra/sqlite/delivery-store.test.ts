// The embedded delivery store: the contract.
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { deliveryStoreContract } from '../../contracts/delivery-store.contract.ts'
import { reopenable } from './directory.ts'

deliveryStoreContract('SQLite', reopenable(createSqliteDeliveryStore))
