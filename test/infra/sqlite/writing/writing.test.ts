// Writing in another thread: the contract of the log holds, and the caller continues meanwhile.
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { openWriter } from '../../../../infra/sqlite/writing/open-writer.ts'
import { allThere, smallHere } from '../../../../infra/sqlite/writing/who-writes.ts'
import { eventLogContract } from '../../../contracts/event-log.contract.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { keyStoreContract } from '../../../contracts/key-store.contract.ts'
import { objectStoreContract } from '../../../contracts/object-store.contract.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const masterKey = randomBytes(32)

async function givenWriter(directory = newDirectory(), checkpointing: 'done' | 'left' = 'done') {
  const path = (name: string) => join(directory, name)
  const writer = await openWriter({ directory, masterKey, sealed: false, checkpointing })
  return {
    intake: path('log/intake.db'),
    writer,
    log: (who = allThere) =>
      createSqliteEventLog({
        directory: path('log'),
        checkpointing: 'left',
        writes: who(writer).log,
      }),
    keys: (other: Uint8Array = masterKey) =>
      createSqliteKeyStore({ path: path('keys.db'), masterKey: other, writes: writer.keys }),
    objects: () =>
      createSqliteObjectStore({
        path: path('log/intake.db'),
        checkpoints: 'left',
        writes: () => writer.objects,
      }),
  }
}

/** The log and its writer, closed together. */
async function openLog(directory: string, who: typeof allThere): Promise<EventLog> {
  const given = await givenWriter(directory)
  const log = given.log(who)
  const close = async () => {
    await log.close()
    await given.writer.close()
  }
  return { ...log, close }
}

const logs = [
  { name: 'SQLite, written by another thread', who: allThere },
  { name: 'SQLite, where another thread writes what is large', who: smallHere },
]
for (const { name, who } of logs) {
  // The tests have users of their own, so one thread writes for all of them, until one closes it with its log.
  const directory = newDirectory()
  let given: Awaited<ReturnType<typeof givenWriter>> | null = null
  afterAll(() => given?.writer.close())
  eventLogContract(
    name,
    async () => {
      given ??= await givenWriter(directory)
      const { writer } = given
      const log = given.log(who)
      const close = async () => {
        given = null
        await log.close()
        await writer.close()
      }
      return {
        log: { ...log, close },
        reopen: () => openLog(directory, who),
        close: () => log.close(),
      }
    },
    { dropsRepeated: true, sharesPartitions: false },
  )
}

describe('what another thread writes', () => {
  let given: Awaited<ReturnType<typeof givenWriter>>
  beforeAll(async () => {
    given = await givenWriter()
  })
  afterAll(() => given.writer.close())

  keyStoreContract('SQLite', async () => {
    const keys = given.keys()
    return { keys, reopen: async (other) => given.keys(other), close: () => keys.close() }
  })

  objectStoreContract('SQLite', async () => {
    const objects = given.objects()
    return { objects, reopen: async () => given.objects(), close: () => objects.close() }
  })
})

test('given a file that another connection has locked, when appended, then this thread goes on, and the append waits', async () => {
  const given = await givenWriter()
  const log = given.log()
  const other = new DatabaseSync(given.intake)
  other.exec('BEGIN IMMEDIATE')
  let appended = false
  const appending = log
    .append([{ topic: 'memory.writes.v1', event: storedEvent(newScope()) }])
    .then((positions) => {
      appended = true
      return positions
    })
  for (let turns = 0; turns < 1_000; turns++) await new Promise(setImmediate)
  expect(appended).toBe(false)
  other.exec('COMMIT')
  other.close()
  expect(await appending).toEqual([{ topic: 'memory.writes.v1', partition: 0, position: 1 }])
  await log.close()
  await given.writer.close()
})

test('given a user with a key, when it is asked for, then the other thread is not', async () => {
  const given = await givenWriter()
  const keys = given.keys()
  const scope = newScope()
  const [made] = await keys.current([scope])
  await given.writer.close()
  const [again] = await keys.current([scope])
  expect(Buffer.from(again!.key)).toEqual(Buffer.from(made!.key))
  const error = await keys.current([newScope()]).catch((thrown: unknown) => thrown)
  expect(isOutage(error)).toBe(true)
  await keys.close()
})

test('given a scope that carries what cannot cross to a thread, when its key is asked for, then it is made', async () => {
  const given = await givenWriter()
  const keys = given.keys()
  const [made] = await keys.current([{ ...newScope(), event: () => undefined } as never])
  expect(made!.generation).toBe(1)
  await keys.close()
  await given.writer.close()
})

test('given an object store, when nothing is to be deleted, then nothing is written', async () => {
  const given = await givenWriter()
  const objects = given.objects()
  await given.writer.close()
  expect(await objects.deleteMany([])).toBe(0)
  await objects.close()
})

describe('what is written back from the write-ahead log into its file', () => {
  const MANY_PAGES = Buffer.alloc(8 * 1024 * 1024, 'words')
  const writeMuch = async ({ log, objects }: Awaited<ReturnType<typeof givenWriter>>) => {
    const [writes, content] = [log(), objects()]
    await content.putMany([{ key: 'app/user/1/one', body: MANY_PAGES }])
    await writes.append([
      { topic: 'memory.writes.v1', event: storedEvent(newScope(), { sealed: MANY_PAGES }) },
    ])
    await Promise.all([writes.close(), content.close()])
  }

  test('is nothing by a thread that acknowledges, which it would hold up', async () => {
    const given = await givenWriter(newDirectory(), 'left')
    const before = statSync(given.intake).size
    await writeMuch(given)
    expect(statSync(given.intake).size).toBe(before)
    await given.writer.close()
  })

  test('is everything by a thread that processes', async () => {
    const given = await givenWriter()
    await writeMuch(given)
    await eventually(() =>
      expect(statSync(given.intake).size).toBeGreaterThan(2 * MANY_PAGES.length),
    )
    await given.writer.close()
  })
})
