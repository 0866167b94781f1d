// The log is truncated even while other connections checkpoint it.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../infra/sqlite/database/database.ts'
import { ownDirectory } from './directory.ts'

const path = join(ownDirectory(), 'a.db')

/** Checkpoints the log again and again, over a connection of its own, until the test ends it. */
const WRITES_BACK = `
  const { DatabaseSync } = require('node:sqlite')
  const { workerData, parentPort } = require('node:worker_threads')
  const db = new DatabaseSync(workerData.path, { timeout: 10_000 })
  const back = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  parentPort.postMessage('ready')
  while (Atomics.load(workerData.ended, 0) === 0) back.get()
  db.close()
`

test('given another thread that writes the log back, when truncated, then it is waited for', async () => {
  const db = openDatabase({ path, durable: false, schema: 'CREATE TABLE a (text TEXT)' })
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(WRITES_BACK, { eval: true, workerData: { path, ended } })
  await new Promise((resolve) => worker.once('message', resolve))
  try {
    for (let n = 0; n < 300; n++) {
      db.run('INSERT INTO a VALUES (?)', 'x'.repeat(20_000))
      expect(() => db.truncateLog()).not.toThrow()
    }
  } finally {
    Atomics.store(ended, 0, 1)
    await new Promise((resolve) => worker.once('exit', resolve))
    db.close()
  }
})
