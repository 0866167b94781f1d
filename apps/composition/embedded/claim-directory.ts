// Claims the data directory of the embedded setting, and files in it, for one process at a time.
import { join } from 'node:path'
import { keepPrivate } from '../../../infra/sqlite/database/database-file.ts'
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'
import { usingDataDir } from '../data-dir.ts'

/** Another process has this directory open. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

/**
 * Claims a data directory for this process; the returned function releases it. The claim is a lock of the operating
 * system, so it ends with the process, however that dies.
 */
export function claimDataDir(directory: string): () => void {
  const inUse = `another process uses ${directory}: stop it first, or set DATA_DIR to another directory`
  return usingDataDir(directory, () => {
    const release = lock(join(directory, 'lock.db'), inUse)
    keepPrivate(directory)
    return release
  })
}

/** Throws DataDirInUse if another process holds it; the returned function releases it. */
export function lock(path: string, inUse: string): () => void {
  const release = lockFile(path)
  if (!release) throw new DataDirInUse(inUse)
  return release
}
