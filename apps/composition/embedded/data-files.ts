// The files of an embedded data directory, for tools that copy them.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../../infra/runtime/certain.ts'

/**
 * In the order in which they may be copied beside a running service: a derived file before its source. So a copied
 * projection is never ahead of the copied log, and no event lacks its content or its key. A file that was copied early
 * may still hold content that was erased meanwhile; its key is gone from the last file.
 */
export function dataFiles(directory: string): string[] {
  const isCopied = (name: string) => name.endsWith('.db') && !PASSING.test(name)
  const projections = readdirSync(directory).filter((name) => isCopied(name) && name !== KEYS)
  return [...projections.sort(), 'log/derived.db', 'log/intake.db', KEYS].filter((name) =>
    existsSync(join(directory, name)),
  )
}

const KEYS = 'keys.db'
const PASSING = /^(lock|rebuild-lock)\.db$/

/** True if a service has been started over it. */
export function holdsData(directory: string): boolean {
  return isThere(join(directory, 'log')) || isThere(join(directory, KEYS))
}

/** Throws where this user may not look: what cannot be seen is not nothing. */
export function isThere(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}

/** SHA-256 in hexadecimal, of a file of any size. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
