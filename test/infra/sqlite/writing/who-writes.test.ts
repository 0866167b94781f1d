// Which thread commits a write: small ones the thread that acknowledges, while the writing thread has nothing to do.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NewRecord } from '../../../../infra/ports/event-log.ts'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { openWriter, type Writer } from '../../../../infra/sqlite/writing/open-writer.ts'
import { allThere, smallHere, type WhoWrites } from '../../../../infra/sqlite/writing/who-writes.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const LIMIT = 64 * 1024

let directory: string
let writer: Writer
/** The writes of this thread. */
let here: string[]

beforeEach(async () => {
  here = []
  directory = newDirectory()
  const masterKey = randomBytes(32)
  writer = await openWriter({ directory, masterKey, sealed: false, checkpointing: 'done' })
})
afterEach(() => writer.close())

/** A log and objects that are written as `who` says, with a note of what this thread writes. */
function opened(who: WhoWrites) {
  const noting = <A extends unknown[], R>(word: string, work: (...args: A) => R) => {
    return (...args: A) => {
      here.push(word)
      return work(...args)
    }
  }
  const log = createSqliteEventLog({
    directory: join(directory, 'log'),
    checkpointing: 'left',
    writes: (own) =>
      who.log({ ...own, append: noting('append', own.append), ping: noting('ping', own.ping) }),
  })
  const objects = createSqliteObjectStore({
    path: join(directory, 'log/intake.db'),
    checkpoints: 'left',
    writes: (own) =>
      who.objects({ ...own, addMany: noting('add', own.addMany), ping: noting('ping', own.ping) }),
  })
  return { log, objects, close: () => Promise.all([log.close(), objects.close()]) }
}

const record = (bytes: number): NewRecord => ({
  topic: 'memory.writes.v1',
  event: { ...storedEvent(newScope()), sealed: new Uint8Array(bytes) },
})
const object = (key: string, bytes: number) => ({ key, body: new Uint8Array(bytes) })

test('a small write is committed here, and a larger one by the writing thread', async () => {
  const { log, objects, close } = opened(smallHere(writer))
  await log.append([record(LIMIT / 2), record(LIMIT / 2)])
  await objects.addMany([object('a', LIMIT)])
  expect(here).toEqual(['append', 'add'])
  await log.append([record(LIMIT / 2), record(LIMIT / 2 + 1)])
  await objects.addMany([object('b', LIMIT + 1)])
  expect(here).toEqual(['append', 'add'])
  expect((await objects.get('b'))?.byteLength).toBe(LIMIT + 1)
  await close()
})

test('a small write waits behind what the writing thread has not answered', async () => {
  const { log, objects, close } = opened(smallHere(writer))
  const large = objects.addMany([object('a', LIMIT + 1)])
  const small = log.append([record(1)])
  await Promise.all([large, small])
  expect(here).toEqual([])
  await log.append([record(1)])
  expect(here).toEqual(['append'])
  await close()
})

test('a small write goes to the writing thread while another connection writes, instead of waiting here', async () => {
  const { log, objects, close } = opened(smallHere(writer))
  const other = openDatabase({ path: join(directory, 'log/intake.db'), durable: true, schema: '' })
  other.exec('BEGIN IMMEDIATE')
  // The lock is this thread's own: to wait for it here would take until the time-out, and fail.
  const writing = Promise.all([log.append([record(1)]), objects.addMany([object('a', 1)])])
  other.exec('COMMIT')
  const [[position], [key]] = await writing
  expect([position?.topic, key]).toEqual(['memory.writes.v1', 'a'])
  expect((await objects.get('a'))?.byteLength).toBe(1)
  other.close()
  await close()
})

test('a ping asks this thread’s connections, whose writes may have failed, and the writing thread’s', async () => {
  const { log, objects, close } = opened(smallHere(writer))
  await log.ends('memory.writes.v1')
  await objects.ping()
  expect(here).toEqual(['ping', 'ping'])
  await writer.close()
  await expect(log.ends('memory.writes.v1')).rejects.toThrow()
  await expect(objects.ping()).rejects.toThrow()
  await close()
})

test('a thread that no client waits for writes nothing itself', async () => {
  const { log, objects, close } = opened(allThere(writer))
  await log.append([record(1)])
  await objects.addMany([object('a', 1)])
  expect(here).toEqual([])
  await close()
})
