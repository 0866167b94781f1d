// A database as a file on disk: readable by its owner alone, and still there. SQLite continues writing to a file that
// was deleted or replaced, so a caller checks here before it acknowledges what was committed.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'
import { makeFolder, PRIVATE_FOLDER } from './make-folder.ts'

const PRIVATE_FILE = 0o600
/** Less than this counts as full: a commit may need that much. */
const LEAST_FREE_BYTES = 1024 * 1024

/**
 * Makes an empty file for its owner alone if there is none. SQLite gives the same mode to the files that it puts beside
 * it. An existing file is not opened: closing it would release the locks that this process holds on it.
 */
export function makePrivate(path: string): void {
  makeFolder(dirname(path))
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** What was written to a file that no connection has open is on disk when this returns. */
export function flushFile(path: string): void {
  const opened = openSync(path, 'r+')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** A closed database is one file; a crash may have left its log beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['-wal', '-shm', '']) rmSync(`${path}${suffix}`, { force: true })
}

/**
 * Makes everything in a folder accessible to its owner alone, including what was there before. Leaves what belongs to
 * another user.
 */
export function keepPrivate(folder: string): void {
  unlessForeign(() => chmodSync(folder, PRIVATE_FOLDER))
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    // The `lost+found` of a volume is the system's.
    if (entry.isDirectory()) unlessForeign(() => keepPrivate(path))
    else if (entry.isFile()) unlessForeign(() => chmodSync(path, PRIVATE_FILE))
  }
}

/** A mounted folder may belong to another user, and only that user can change it, or look into it. */
function unlessForeign(work: () => void): void {
  try {
    work()
  } catch (error) {
    // A file beside a database disappears when the database is closed.
    const code = codeOf(error) ?? ''
    if (!['EPERM', 'EACCES', 'ENOENT'].includes(code)) throw error
  }
}

export type DatabaseFile = {
  /** Throws an outage when the file or its log is no longer the one that was opened. */
  check(): void
  /** Throws an outage when the disk has no room left. */
  checkRoom(): void
}

/** For a database that has just been opened; null for one in memory. */
export function watchFile(path: string): DatabaseFile | null {
  if (path === ':memory:') return null
  const opened = identityOf(path)
  let log = identityOf(`${path}-wal`)
  return {
    check: () => {
      // The first commit makes the log.
      log ??= identityOf(`${path}-wal`)
      if (identityOf(path) !== opened || identityOf(`${path}-wal`) !== log) {
        throw new Outage('a file of the data directory is gone: restore it, and start again')
      }
    },
    checkRoom: () => {
      const { bavail, bsize } = statfsSync(dirname(path))
      if (bavail * bsize < LEAST_FREE_BYTES) throw new Outage('the disk is full')
    },
  }
}

/** Null if there is no such file. */
function identityOf(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev}/${stat.ino}` : null
}
