// A thread that writes what must be on disk before it is answered: the log, the keys and the raw content. It opens its
// own connections to the same files.
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { memberOf } from '../../runtime/certain.ts'
import { createOwners } from '../../runtime/envelope/owners.ts'
import { serveRequests } from '../../threads/serve-requests.ts'
import { createSqliteKeyStore } from '../key-store.ts'
import { closeLogFiles, type LogOptions, openLogFiles } from '../log/log-files.ts'
import { createSqliteObjectStore } from '../object-store.ts'
import { createLogWrites } from './log-writes.ts'
import type { WriteRequest, Writes } from './writes.ts'

export type WritingThreadData = {
  directory: string
  masterKey: Uint8Array
  /** True: users are stored by pseudonyms. */
  sealed: boolean
  checkpointing: NonNullable<LogOptions['checkpointing']>
}

const { directory, masterKey, sealed, checkpointing } = workerData as WritingThreadData
const log = openLogFiles({ directory: join(directory, 'log'), checkpointing })
const owners = sealed ? createOwners(masterKey) : null
const keys = createSqliteKeyStore({ path: join(directory, 'keys.db'), masterKey, owners })
// The log's connection to the same file does the write-backs, if this thread does any.
const objects = createSqliteObjectStore({
  path: join(directory, 'log/intake.db'),
  checkpoints: 'left',
})
const writes: Writes = { log: createLogWrites(log), keys, objects }

serveRequests<WriteRequest, unknown>(
  ({ store, method, args }) => {
    const write = memberOf(writes[store], method)
    if (typeof write !== 'function') throw new TypeError(`${store} has no ${method}`)
    return write(...args)
  },
  {
    close: async () => {
      closeLogFiles(log)
      await Promise.all([keys.close(), objects.close()])
    },
  },
)
