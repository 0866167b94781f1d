// The deliveries of webhooks in the embedded setting. They are no part of a replay, so where SEALED_PROJECTIONS changes they
// are carried over: the same file under its other name, with its users named otherwise.
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { DeliveryStore } from '../../infra/ports/delivery-store.ts'
import { createOwners } from '../../infra/sealed/owners.ts'
import { sealDeliveries } from '../../infra/sealed/seal-deliveries.ts'
import type { Sealing } from '../../infra/sealed/sealing.ts'
import { createSqliteDeliveryStore } from '../../infra/sqlite/delivery-store.ts'
import { renameOwners } from '../../infra/sqlite/projection/rename-owners.ts'

const files = { plain: 'deliveries.db', sealed: 'deliveries-sealed.db' }

export function openDeliveries(directory: string, sealing: Sealing | null): DeliveryStore {
  const file = sealing ? files.sealed : files.plain
  const store = createSqliteDeliveryStore({ path: join(directory, file) })
  return sealing ? sealDeliveries(store, sealing) : store
}

/** Before any thread opens them. Who dies between the two steps has named the users already, and renames the file then. */
export function carryDeliveries({
  directory,
  sealed,
  masterKey,
}: {
  directory: string
  sealed: boolean
  masterKey: Uint8Array
}): void {
  const [from, to] = sealed ? [files.plain, files.sealed] : [files.sealed, files.plain]
  if (!existsSync(join(directory, from)) || existsSync(join(directory, to))) return
  const { seal, open } = createOwners(masterKey)
  renameOwners(join(directory, from), (scope) => {
    const known = open(scope)
    return sealed ? (known ? scope : seal(scope)) : (known ?? scope)
  })
  renameSync(join(directory, from), join(directory, to))
}
