// A process that holds a lock until it is killed: for the tests of the lock.
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'

const release = lockFile(process.argv[2]!)
console.log(release ? 'held' : 'refused')
// An unreferenced lock would be garbage-collected, and released.
process.once('SIGTERM', () => release?.())
setInterval(() => undefined, 1_000)
