// The users' data keys in the distributed setting, and what seals the stores of projections with them.
import type { Config } from '../../../infra/config.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { onlyVerified } from '../../../infra/runtime/envelope/master-key.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import type { RootRecord } from '../../../infra/runtime/envelope/root-key.ts'
import type { KeyObjects } from '../../../infra/s3/keys/key-names.ts'
import { createS3KeyStore, type S3KeyStoreOptions } from '../../../infra/s3/keys/key-store.ts'
import { s3RootRecord } from '../../../infra/s3/keys/root-key.ts'
import { createSealing, type Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { sealObjectNames } from '../../../infra/sealed/objects/seal-object-names.ts'
import { isSealed, namesIn, s3Options } from './distributed-servers.ts'

type Given = Pick<S3KeyStoreOptions, 'mayBeEmpty' | 'onRequest' | 'cachedUsers' | 'idleMs'> & {
  masterKey: Uint8Array
}

/**
 * For a process that reads the whole log: it comes back to each user after it has read many others, and each time their
 * keys would cost the object store two requests. About 150 MB.
 */
export const keptForAll = { cachedUsers: 100_000, idleMs: 600_000 }

export function openKeys(config: Config, given: Given): KeyStore {
  const prefix = keysFolder(namesIn(config.NAMESPACE))
  const over = nameSealing(config, given.masterKey)
  return onlyVerified(createS3KeyStore({ ...s3Options(config), ...given, prefix, over }))
}

/** Names of objects hold pseudonyms if stores are sealed; those of the other kind are found as well. */
export function nameSealing(config: Config, masterKey: Uint8Array) {
  const owners = createOwners(masterKey)
  return <Store extends KeyObjects>(objects: Store) =>
    sealObjectNames(objects, owners, { sealed: isSealed(config) })
}

/** Null if stores hold what they are given. */
export function sealingOf(config: Config, keys: KeyStore, masterKey: Uint8Array): Sealing | null {
  return isSealed(config) ? createSealing({ masterKey, keys }) : null
}

/** For callers without open keys: if stores are sealed, opens a key store of its own, closed with `close`. */
export function openSealing(config: Config): { sealing: Sealing | null; close(): Promise<void> } {
  if (!isSealed(config)) return { sealing: null, close: async () => undefined }
  const masterKey = Buffer.from(present(config.MASTER_KEY, 'MASTER_KEY'), 'hex')
  const keys = openKeys(config, { masterKey })
  return { sealing: sealingOf(config, keys, masterKey), close: () => keys.close() }
}

/** Beside the keys, by a name that needs no key to be read. */
export function rootRecordOnServers(config: Config): RootRecord {
  const { folder } = namesIn(config.NAMESPACE)
  return s3RootRecord({ ...s3Options(config), prefix: `${folder}master-key/` })
}

export function keysFolder({ folder }: { folder: string }): string {
  return `${folder}keys/`
}
