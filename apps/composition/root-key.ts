// The master key of a configuration opens the root key, which the rest of the process takes for the master key
// (infra/runtime/envelope/root-key.ts).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../infra/config.ts'
import { type KeyStore, WrongMasterKey } from '../../infra/ports/key-store.ts'
import { createOwners } from '../../infra/runtime/envelope/owners.ts'
import {
  openRoot,
  type RootRecord,
  type WrappedRoot,
  wrapRoot,
} from '../../infra/runtime/envelope/root-key.ts'
import { maySoonPass } from '../../infra/runtime/fail/damaged-file.ts'
import { createSqliteKeyStore } from '../../infra/sqlite/key-store.ts'
import { holdsKeys, sqliteRootRecord } from '../../infra/sqlite/root-key.ts'
import { hasOwnKey, keyIn, masterKeyOf, nextKeyPath, useNextKey } from './embedded/master-key-of.ts'
import { withMasterKey } from './kms-master-key.ts'

/**
 * The configuration with the root key in place of the master key. Throws WrongMasterKey, where the data has lost its
 * own, and where KMS does not open it.
 */
export async function rooted(given: Config): Promise<Config> {
  const config = await withMasterKey(given)
  refuseLostKey(config)
  const stored = await (await recordOf(config)).read().catch((error: unknown) => {
    // Keys that cannot be reached now are verified before the first of them is used: a rotation shows then.
    if (maySoonPass(error)) return null
    throw error
  })
  if (!stored) return config
  return { ...config, MASTER_KEY: Buffer.from(opened(config, stored)).toString('hex') }
}

/** A key that is made in place of the lost one would open nothing, and be taken for the right one. */
function refuseLostKey(config: Config): void {
  const { PROFILE, DATA_DIR, MASTER_KEY } = config
  if (PROFILE !== 'embedded' || MASTER_KEY || hasOwnKey(DATA_DIR)) return
  if (holdsKeys(keysPath(config))) throw new LostMasterKey(DATA_DIR)
}

class LostMasterKey extends Error {
  override readonly name = 'LostMasterKey'
  /** No attempt helps: the process must end (runtime/fail/retry.ts). */
  readonly fatal = true
  constructor(directory: string) {
    super(
      `the master key is not there: put master.key back into ${directory}, or set MASTER_KEY, MASTER_KEY_FILE or MASTER_KEY_KMS`,
    )
  }
}

/** Throws WrongMasterKey where the master key does not open what is stored. */
export async function verifyMasterKey(given: Config): Promise<void> {
  const config = await withMasterKey(given)
  await verifyRoot(config, opened(config, await (await recordOf(config)).read()))
}

/**
 * The next master key opens the root key from now on, and the one in use does not. Running processes hold the root key
 * and go on. False where another rotation was first. Throws WrongMasterKey.
 */
export async function rotateMasterKey(config: Config, next: Uint8Array): Promise<boolean> {
  const record = await recordOf(config)
  const stored = await record.read()
  const root = opened(config, stored)
  await verifyRoot(config, root)
  return record.replace(wrapRoot(next, root, (stored?.generation ?? 0) + 1))
}

/** A new installation that takes wrapped keys over takes the root key over with them. */
export async function takeRoot(config: Config, root: Uint8Array): Promise<void> {
  const record = await recordOf(config)
  if (await record.read()) return
  await record.replace(wrapRoot(masterKeyOf(config), root, 1))
}

async function recordOf(config: Config): Promise<RootRecord> {
  if (config.PROFILE === 'embedded') return sqliteRootRecord(keysPath(config))
  return (await import('./distributed/distributed-keys.ts')).rootRecordOnServers(config)
}

const keysPath = ({ DATA_DIR }: Config) => join(DATA_DIR, 'keys.db')

/** A rotation that was killed may have left the key in use under its other name. */
function opened(config: Config, stored: WrappedRoot | null): Uint8Array {
  const { DATA_DIR, MASTER_KEY } = config
  try {
    return openRoot(masterKeyOf(config), stored)
  } catch (error) {
    const isLeft = !MASTER_KEY && existsSync(nextKeyPath(DATA_DIR))
    if (!(error instanceof WrongMasterKey) || !isLeft) throw error
    const root = openRoot(keyIn(nextKeyPath(DATA_DIR)), stored)
    useNextKey(DATA_DIR)
    return root
  }
}

async function verifyRoot(config: Config, root: Uint8Array): Promise<void> {
  const keys = await keysUnder(config, root)
  await keys.verify().finally(() => keys.close())
}

async function keysUnder(config: Config, masterKey: Uint8Array): Promise<KeyStore> {
  if (config.PROFILE === 'distributed') {
    return (await import('./distributed/distributed-keys.ts')).openKeys(config, { masterKey })
  }
  const owners = config.SEALED_PROJECTIONS === 'on' ? createOwners(masterKey) : null
  return createSqliteKeyStore({ path: keysPath(config), masterKey, owners })
}
