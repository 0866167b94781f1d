// A data directory that cannot be used is reported in one line that says what to do, whichever main opens it.
import { InvalidConfig } from '../../infra/config.ts'
import { codeOf } from '../../infra/runtime/certain.ts'

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

/** Does what makes folders and files in the data directory. Throws InvalidConfig where the directory cannot be used. */
export function usingDataDir<T>(directory: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const why = unusable[codeOf(error) ?? '']
    if (why === undefined) throw error
    throw new InvalidConfig(`DATA_DIR: ${directory} ${why}`)
  }
}
