// What the writing thread is asked, and in which order it answers. That what it writes is as the contracts say is tested
// in writing.test.ts.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { openWriter, type Writer } from '../../../../infra/sqlite/writing/open-writer.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { createDirectories } from '../directory.ts'

const WRITES = 'memory.writes.v1'
const newDirectory = createDirectories()
const record = () => ({ topic: WRITES, event: storedEvent(newScope()) }) as const
const object = (key: string) => ({ key, body: Buffer.from(key) })

let writer: Writer
/** Another connection to the file of the writes and the content. */
let other: DatabaseSync
beforeEach(async () => {
  const directory = newDirectory()
  const masterKey = randomBytes(32)
  writer = await openWriter({ directory, masterKey, sealed: false, checkpointing: 'done' })
  other = new DatabaseSync(join(directory, 'log/intake.db'))
})
afterEach(async () => {
  other.close()
  await writer.close()
})

test('given a thread that writes, when each store is asked, then each answers as it does itself', async () => {
  const { log, keys, objects } = writer
  const [place] = await log.append([record()])
  expect(place).toEqual({ topic: WRITES, partition: 0, position: 1 })
  const checkpoints = [{ topic: 'memory.inbox.v1', partition: 0, position: 4 }] as const
  const commit = { group: 'accepting', records: [record()], checkpoints }
  expect(await log.commit(commit)).toEqual([{ ...place, position: 2 }])
  expect(await log.remove(WRITES, [1, 9])).toBe(1)
  expect(await log.ping(WRITES)).toBe(undefined)

  const scope = newScope()
  expect(await keys.current([scope])).toMatchObject([{ generation: 1 }])
  expect(await keys.rotate(scope)).toBe(1)
  expect(await keys.destroy(scope, 2)).toBe(undefined)
  expect(await keys.current([scope])).toMatchObject([{ generation: 3 }])

  await objects.putMany([object('app/user/1/a')])
  expect(await objects.addMany([object('app/user/1/b')])).toEqual(['app/user/1/b'])
  expect(await objects.deleteMany(['app/user/1/a', 'app/user/1/b', 'app/user/1/c'])).toBe(2)
  expect(await objects.ping()).toBe(undefined)
})

test('given a write that waits for the disk, when others are asked for, then it is busy until all are answered, in their order', async () => {
  expect(writer.isIdle()).toBe(true)
  other.exec('BEGIN IMMEDIATE')
  const answered: string[] = []
  const asked = ['a', 'b', 'c'].map(async (name) => {
    await writer.objects.putMany([object(`app/user/1/${name}`)])
    answered.push(name)
  })
  for (let turns = 0; turns < 50; turns++) {
    expect(writer.isIdle()).toBe(false)
    await new Promise(setImmediate)
  }
  expect(answered).toEqual([])
  other.exec('COMMIT')
  await Promise.all(asked)
  expect([answered, writer.isIdle()]).toEqual([['a', 'b', 'c'], true])
})

test('given a write that is under way, when the thread is closed, then it is finished first, and none comes after it', async () => {
  other.exec('BEGIN IMMEDIATE')
  const under = writer.log.append([record()])
  await new Promise(setImmediate)
  const closing = writer.close()
  other.exec('COMMIT')
  expect(await under).toHaveLength(1)
  await closing
  const refused = await writer.log.append([record()]).catch((thrown: unknown) => thrown)
  expect(isOutage(refused)).toBe(true)
})
