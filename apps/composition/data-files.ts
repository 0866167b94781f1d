// The files of an embedded data directory, for who copies them.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * In the order in which they may be copied beside a running service: what follows from another before that. So a copy of a
 * projection is never ahead of the copy of the log, and no event lacks its content or its key. What was erased meanwhile
 * may still lie in a file that was copied early; its key is gone from the last.
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

/** True where a service has been started over it. */
export function holdsData(directory: string): boolean {
  return existsSync(join(directory, 'log')) || existsSync(join(directory, KEYS))
}

/** SHA-256 in hexadecimal, of a file of any size. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
