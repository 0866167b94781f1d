// Threads that fill the files of a rebuild: where one fails, or the work is stopped, all have ended and it is told.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { fillOnThreads } from '../../../../apps/composition/embedded/fill-on-threads.ts'
import { readConfigWith } from '../../../../infra/config.ts'
import { languageConfigOf } from '../../../../infra/language/create-language-model.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { beginFilling } from '../../../../infra/sqlite/projection/filling.ts'
import { deadLetterTopic } from '../../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { recordsOf } from '../../../infra/runtime/given.ts'
import { createDirectories, openFiles } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
/** Reading them takes much longer than an error or a stop. */
const RECORDS = 60_000
const order = (of: string) => ({
  directory: of,
  masterKey: Buffer.from('a'.repeat(64), 'hex'),
  sealed: true,
  generation: 1,
  language: languageConfigOf(readConfigWith({})),
  name: 'memory' as const,
  upTo: new Map([['memory.writes.v1' as const, new Map([[0, RECORDS]])]]),
})

function fillingFiles(folder: string): string[] {
  const made = ['a.db', 'b.db'].map((name) => join(folder, name))
  for (const file of made) beginFilling(file)
  return made
}

const going = {
  progress: () => {},
  deadLettered: () => {},
  signal: new AbortController().signal,
}
let directory: string
let files: string[]
beforeAll(async () => {
  directory = newDirectory()
  files = fillingFiles(directory)
  const log = createSqliteEventLog({ directory: join(directory, 'log') })
  const event = () => storedEvent(newScope(), { type: 'MaintenanceRequested' })
  await log.append(
    Array.from({ length: RECORDS }, () => ({ topic: 'memory.writes.v1', event: event() })),
  )
  await log.close()
})

test('given a file that cannot be opened, when filled, then it is told and no thread has a file open', async () => {
  const folder = join(directory, 'folder.db')
  mkdirSync(folder)
  let taken = 0
  const progress = (records: number) => {
    taken += records
  }
  const filling = fillOnThreads([files[0]!, folder], order(directory), { ...going, progress })
  await expect(filling).rejects.toThrow('unable to open database file')
  expect(openFiles(directory)).toEqual([])
  expect(taken).toBeLessThan(RECORDS / 4)
})

test('given that it is to stop, when threads have read a part, then the reason is told, the rest is not read, and no file is open', async () => {
  const stopping = new AbortController()
  const reason = new Error('stopping')
  let taken = 0
  const progress = (records: number) => {
    taken += records
    stopping.abort(reason)
  }
  const filling = fillOnThreads(files, order(directory), {
    ...going,
    progress,
    signal: stopping.signal,
  })
  await expect(filling).rejects.toBe(reason)
  expect(openFiles(directory)).toEqual([])
  expect(taken).toBeLessThan(RECORDS)
})

test('given that it is to stop before it has begun, then no file is touched', async () => {
  const reason = new Error('stopping')
  const missing = [join(directory, 'none.db')]
  const signal = AbortSignal.abort(reason)
  await expect(fillOnThreads(missing, order(directory), { ...going, signal })).rejects.toBe(reason)
  expect(existsSync(missing[0]!)).toBe(false)
})

test('given files that others have begun to fill, when filled, then the rest is read and every file stands at the end', async () => {
  let taken = 0
  const progress = (records: number) => {
    taken += records
  }
  const read = await fillOnThreads(files, order(directory), { ...going, progress })
  expect(read).toBe(taken)
  const stands = files.map((path) => {
    const db = new DatabaseSync(path, { readOnly: true })
    const row = db.prepare('SELECT position FROM checkpoints').get()
    db.close()
    return row
  })
  expect(stands).toEqual([{ position: RECORDS }, { position: RECORDS }])
  expect(await fillOnThreads(files, order(directory), going)).toBe(0)
})

test('given a record that no thread can apply, when filled, then the dead letter in the log is told by its id, once', async () => {
  const of = newDirectory()
  const log = createSqliteEventLog({ directory: join(of, 'log') })
  const event = storedEvent(newScope(), { type: 'SomethingElse' })
  await log.append([{ topic: 'memory.writes.v1', event }])
  const told: string[] = []
  const deadLettered = (ids: readonly string[]) => told.push(...ids)
  await fillOnThreads(fillingFiles(of), order(of), { ...going, deadLettered })
  const letters = await recordsOf(log, deadLetterTopic('memory.writes.v1'))
  await log.close()
  expect(told).toEqual(letters.map((letter) => letter.event?.id))
  expect(told).toHaveLength(1)
})
