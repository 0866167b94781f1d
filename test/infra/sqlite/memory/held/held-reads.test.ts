// The reads of a connection that holds what it has read: what each asks the file for, and what it takes from memory.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextEvent } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../../infra/sqlite/database/database.ts'
import { heldReads } from '../../../../../infra/sqlite/memory/held/held-reads.ts'
import { createSqliteMemoryStore, memorySchema } from '../../../../../infra/sqlite/memory-store.ts'
import { createPlaces, newScope } from '../../../../contracts/given.ts'
import { emptyStep, itemDocument } from '../../../../contracts/memory-documents.ts'
import { createDirectories } from '../../directory.ts'
import { listening } from './listening.ts'

const newDirectory = createDirectories()

/** Pinned items, and a reader of them. */
async function given() {
  const path = join(newDirectory(), 'memory.db')
  const [writer, scope] = [createSqliteMemoryStore({ path }), newScope()]
  await writer.apply({
    ...emptyStep,
    checkpoint: createPlaces()(),
    documents: ['a', 'b'].map((id, place) =>
      itemDocument(scope, { id, item: { pinned: true, threadId: 't', place } }),
    ),
  })
  const { db, asked } = listening(openDatabase({ path, durable: false, schema: memorySchema }))
  onTestFinished(async () => {
    db.close()
    await writer.close()
  })
  return { path, scope, asked, reader: heldReads(db) }
}

test('given a reader, then a moment of it answers as it does', async () => {
  const { reader, scope } = await given()
  expect(await reader.moment().items(scope, ['a'])).toMatchObject([{ id: 'a' }])
})

test('given different limits, when pinned items are asked for, then each question has its own answer', async () => {
  const { reader, scope } = await given()
  const pinned = async (limit: number) => (await reader.pinnedItems(scope, limit)).length
  expect([await pinned(1), await pinned(2), await pinned(1)]).toEqual([1, 2, 1])
})

test('given items that are held, when they are asked for again by id or place, then only the revision is read', async () => {
  const { reader, scope, asked } = await given()
  const ask = async () => [
    await reader.items(scope, ['a', 'b']),
    await reader.neighbours(scope, [{ threadId: 't', place: 0 }], 1),
  ]
  const before = await ask()
  await nextEvent()
  asked.length = 0
  expect(await ask()).toEqual(before)
  expect(asked.filter((sql) => /FROM items/.test(sql))).toEqual([])
})

test('given a file that is gone, when the reader is pinged, then it says so', async () => {
  const { path, reader } = await given()
  await reader.ping()
  rmSync(path)
  await expect(reader.ping()).rejects.toThrow()
})
