// The master key of the embedded setting.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As given, or kept in the data directory and created on first use. */
export function masterKeyOf(directory: string, given: string | undefined): Uint8Array {
  return given ? Buffer.from(given, 'hex') : keyIn(join(directory, 'master.key'))
}

/** The key in a file, which is made where there is none. */
export function keyIn(path: string): Uint8Array {
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}

/** Where the next key of a rotation lies until it is in use, so that a kill in between loses neither. */
export const nextKeyPath = (directory: string) => join(directory, 'master.key.next')

export function useNextKey(directory: string): void {
  renameSync(nextKeyPath(directory), join(directory, 'master.key'))
}
