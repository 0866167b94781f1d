// The master key of the embedded setting.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../infra/config.ts'
import { masterKeyDigits } from '../../../infra/config-files.ts'
import { asError } from '../../../infra/runtime/certain.ts'

type Given = Pick<Config, 'DATA_DIR'> & Partial<Pick<Config, 'MASTER_KEY' | 'MASTER_KEY_KMS'>>

/** As given, or kept in the data directory and created on first use. */
export function masterKeyOf({ DATA_DIR, MASTER_KEY, MASTER_KEY_KMS }: Given): Uint8Array {
  // A key of its own would be made in place of the one that KMS holds.
  if (MASTER_KEY_KMS) throw new Error('MASTER_KEY_KMS is decrypted first (kms-master-key.ts)')
  return MASTER_KEY ? Buffer.from(MASTER_KEY, 'hex') : keyIn(join(DATA_DIR, 'master.key'))
}

/** False where `masterKeyOf` would make one. */
export function hasOwnKey(directory: string): boolean {
  return existsSync(join(directory, 'master.key')) || existsSync(nextKeyPath(directory))
}

/** The key in a file, which is made where there is none. Throws DamagedMasterKey. */
export function keyIn(path: string): Uint8Array {
  const digits = digitsIn(path)
  if (!masterKeyDigits.safeParse(digits).success) throw new DamagedMasterKey(path)
  return Buffer.from(digits, 'hex')
}

/** A file that was cut off: its key would open nothing, and be taken for another one. */
class DamagedMasterKey extends Error {
  override readonly name = 'DamagedMasterKey'
  /** No attempt helps: the process must end (runtime/fail/retry.ts). */
  readonly fatal = true
  constructor(path: string) {
    super(
      `${path} is damaged: it does not hold 64 hexadecimal digits. Put it back from a backup; where no service has ever written to this directory, remove it`,
    )
  }
}

/** As the file holds the key, or whatever else it holds. */
export function digitsIn(path: string): string {
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  }
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    // An error of a read names no file.
    throw Object.assign(asError(error), { path })
  }
}

/** Where the next key of a rotation lies until it is in use, so that a kill in between loses neither. */
export const nextKeyPath = (directory: string) => join(directory, 'master.key.next')

/** Backups from before open with the key that it replaces, so that one stays, and its path is returned. */
export function useNextKey(directory: string): string {
  const path = join(directory, 'master.key')
  const digits = digitsIn(path)
  const mark = createHash('sha256').update(digits).digest('hex').slice(0, 8)
  const before = join(directory, `master.key.before-${mark}`)
  writeFileSync(before, digits, { mode: 0o600, flush: true })
  renameSync(nextKeyPath(directory), path)
  return before
}
