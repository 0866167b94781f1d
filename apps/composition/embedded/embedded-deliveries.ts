// The deliveries of webhooks in the embedded setting. They are no part of a replay, so when SEALED_PROJECTIONS changes
// they are carried over: the same file under its other name, with its users renamed.
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { DeliveryStore } from '../../../infra/ports/delivery-store.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import type { Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { sealDeliveries } from '../../../infra/sealed/seal-deliveries.ts'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { renameOwners } from '../../../infra/sqlite/projection/rename-owners.ts'
import { takeBackClaims } from '../../../infra/sqlite/take-back-claims.ts'

const files = { plain: 'deliveries.db', sealed: 'deliveries-sealed.db' }

export function openDeliveries(directory: string, sealing: Sealing | null): DeliveryStore {
  const file = sealing ? files.sealed : files.plain
  const store = createSqliteDeliveryStore({ path: join(directory, file) })
  return sealing ? sealDeliveries(store, sealing) : store
}

/** Runs once the directory is claimed, and before any thread sends: another process or thread attempts none of them. */
export function takeBackDeliveries(directory: string): void {
  for (const file of Object.values(files)) {
    const path = join(directory, file)
    if (existsSync(path)) takeBackClaims(path)
  }
}

type Directory = { directory: string; sealed: boolean; masterKey: Uint8Array }

/**
 * Runs before any thread opens them. A process that dies between the two steps has renamed the users already, and its
 * next start renames the file.
 */
export function carryDeliveries({ directory, sealed, masterKey }: Directory): void {
  const [from, to] = sealed ? [files.plain, files.sealed] : [files.sealed, files.plain]
  if (!existsSync(join(directory, from)) || existsSync(join(directory, to))) return
  const { seal, open } = createOwners(masterKey)
  renameOwners(join(directory, from), (scope) => {
    const known = open(scope)
    return sealed ? (known ? scope : seal(scope)) : (known ?? scope)
  })
  renameSync(join(directory, from), join(directory, to))
}
