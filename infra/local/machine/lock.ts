// One process at a time prepares and starts a given server; a second process waits and then finds the server running.
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sleep } from '../../runtime/wait/pause.ts'

const pollMs = 200

/** Does the work while holding the file's lock. The operating system releases it when the holder dies. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  let lock = take(path)
  while (!lock) {
    await sleep(pollMs)
    lock = take(path)
  }
  try {
    return await work()
  } finally {
    lock.close()
  }
}

/** An open transaction on an empty database is a lock that works everywhere. */
function take(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined
    throw error
  }
}
