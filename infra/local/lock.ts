// One process at a time prepares and starts a given server; a second one waits and then finds it running.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 200

/** Does the work while holding the file. A file left behind by a process that is gone counts for nothing. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  while (!(await take(path))) {
    if (await isStale(path)) await rm(path, { force: true })
    else await sleep(pollMs)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isStale(path: string): Promise<boolean> {
  const holder = Number(await readFile(path, 'utf8').catch(() => ''))
  // Empty: it is being written, or it is gone already; look again.
  if (!holder) return false
  try {
    process.kill(holder, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
