// Claims the data directory of the embedded setting, and files in it, for one process at a time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidConfig } from '../../../infra/config.ts'
import { keepPrivate } from '../../../infra/sqlite/database/database-file.ts'
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'
import { usingDataDir } from '../data-dir.ts'

/** The file that is locked. */
export const LOCK = 'lock.db'

/** Another process has this directory open. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

/**
 * Claims a data directory for this process; the returned function releases it. The claim is a lock of the operating
 * system, so it ends with the process, however that dies. `restores`: the process restores a backup there.
 */
export function claimDataDir(directory: string, { restores = false } = {}): () => void {
  const inUse = `another process uses ${directory}: stop it first, or set DATA_DIR to another directory`
  return usingDataDir(directory, () => {
    const release = lock(join(directory, LOCK), inUse)
    if (!restores && existsSync(restoringNote(directory))) {
      release()
      throw new InvalidConfig(`DATA_DIR: ${directory} ${HALF_RESTORED}`)
    }
    keepPrivate(directory)
    return release
  })
}

const HALF_RESTORED =
  'holds a part of a backup, because a restore was interrupted: call restore again with the same arguments'

/** The file that is in a directory while a backup is restored into it: what lies there may be served once it is gone. */
export function restoringNote(directory: string): string {
  return join(directory, 'restoring.json')
}

/** Throws DataDirInUse if another process holds it; the returned function releases it. */
export function lock(path: string, inUse: string): () => void {
  const release = lockFile(path)
  if (!release) throw new DataDirInUse(inUse)
  return release
}
