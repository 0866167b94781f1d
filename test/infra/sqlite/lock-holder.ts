// A process that holds a lock until it is killed: for the tests of the lock.
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'

const release = lockFile(process.argv[2]!)
console.log(release ? 'held' : 'refused')
// What nobody refers to is collected, and the lock with it.
process.once('SIGTERM', () => release?.())
setInterval(() => undefined, 1_000)
