// Claims the data directory of the embedded setting, and files in it, for one process at a time.
import { join } from 'node:path'
import { InvalidConfig } from '../../../infra/config.ts'
import { codeOf } from '../../../infra/runtime/certain.ts'
import { keepPrivate } from '../../../infra/sqlite/database/database-file.ts'
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'

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
  try {
    const release = lock(join(directory, 'lock.db'), inUse)
    keepPrivate(directory)
    return release
  } catch (error) {
    const why = unusable[codeOf(error) ?? '']
    if (why === undefined) throw error
    throw new InvalidConfig(`DATA_DIR: ${directory} ${why}`)
  }
}

const notWritable =
  'is not writable: give this user the right to, or set DATA_DIR to another directory'

/** What the operator who starts the service can fix, by the code of the failure. */
const unusable: Readonly<Record<string, string>> = {
  EEXIST: 'is a file: set DATA_DIR to a directory',
  ENOTDIR: 'lies in a file: set DATA_DIR to a directory',
  ENOENT: 'is where no directory can be made: set DATA_DIR to another directory',
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
}

/** Throws DataDirInUse if another process holds it; the returned function releases it. */
export function lock(path: string, inUse: string): () => void {
  const release = lockFile(path)
  if (!release) throw new DataDirInUse(inUse)
  return release
}
