// What a program says where the system refuses: which path, and what to do. The names of the errors are the system's,
// and mean little to who reads them.
import { asError, memberOf } from '../infra/runtime/certain.ts'
import { WHAT_TO_DO } from '../infra/runtime/fail/damaged-file.ts'

const SAID: Readonly<Record<string, string>> = {
  ENOENT: 'is not there: look at how its name is written',
  ENOTDIR: 'is no folder, or a part of its path is a file',
  EISDIR: 'is a folder: give a file',
  EACCES:
    'may not be used by this user: run the command as the user of the service, or change its mode',
  EPERM:
    'may not be used by this user: run the command as the user of the service, or change its mode',
  EROFS: 'lies on a disk that may only be read: give another place',
  ENOSPC: 'has no room left on its disk: make some, and try again',
  EDQUOT: 'has no room left in the quota of this user: make some, and try again',
  EFBIG: 'is larger than this user or its disk may hold: give another place',
  EEXIST: 'is there already: give another name',
  ENOTEMPTY: 'is not empty: give another folder',
  ENAMETOOLONG: 'has too long a name',
  ELOOP: 'is a link that leads to itself',
  EMFILE: 'cannot be opened: too many files are open (ulimit -n)',
  ENFILE: 'cannot be opened: too many files are open on this machine',
  EIO: 'cannot be read or written: its disk fails',
  ETXTBSY: 'is in use',
}

/** In words, where the error is one of the system; else null. */
export function saidOfSystem(error: unknown): string | null {
  const failed: NodeJS.ErrnoException = asError(error)
  const said = SAID[failed.code ?? '']
  if (said !== undefined) return `${blamed(failed) ?? failed.path ?? 'a file'} ${said}`
  return saidOfDatabase(failed)
}

const OF_WHAT_IS_WRITTEN: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']

/** The `path` of a copy that failed is the file that was read. */
function blamed(failed: NodeJS.ErrnoException): string | null {
  const written = memberOf(failed, 'dest')
  return OF_WHAT_IS_WRITTEN.includes(failed.code) && typeof written === 'string' ? written : null
}

const OF_SQLITE: readonly (readonly [RegExp, string])[] = [
  [
    /readonly database|unable to open database/i,
    'cannot be written: run the command as the user of the service, on a disk that may be written',
  ],
  [/database or disk is full/i, 'has no room left on its disk: make some, and try again'],
  [/not a database|malformed/i, WHAT_TO_DO],
  [/database is locked/i, 'is in use by another process: wait for it, and try again'],
  [/disk I\/O error/i, 'cannot be read or written: its disk fails, or has no room left'],
]

function saidOfDatabase(error: NodeJS.ErrnoException): string | null {
  if (error.code !== 'ERR_SQLITE_ERROR') return null
  const said = OF_SQLITE.find(([pattern]) => pattern.test(error.message))?.[1]
  return said === undefined ? null : `${error.path ?? 'a file of the data directory'} ${said}`
}
