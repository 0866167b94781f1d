// The key that wraps the users' keys, in the embedded setting.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As given, or kept in the data directory and created on first use. */
export function masterKeyOf(directory: string, given: string | undefined): Uint8Array {
  if (given) return Buffer.from(given, 'hex')
  const path = join(directory, 'master.key')
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}
