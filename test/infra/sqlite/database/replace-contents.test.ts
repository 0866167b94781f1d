// A projection's content is replaced while readers use it, and concurrent writes are not lost.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { replaceContents } from '../../../../infra/sqlite/database/replace-contents.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { newScope } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const at = (position: number) => ({ topic: 'memory.facts.v1', partition: 0, position }) as const
const nothingElse = { fences: [], erasedResources: [], erasures: [] }
const vector = Int8Array.from([127, 0])
const across = Int8Array.from([0, 127])

function twoStores() {
  const directory = newDirectory()
  const [path, freshPath] = [join(directory, 'memory.db'), join(directory, 'memory.db.rebuild')]
  const open = (busyTimeoutMs?: number) => createSqliteMemoryStore({ path, busyTimeoutMs })
  return { path, freshPath, open, fresh: createSqliteMemoryStore({ path: freshPath }) }
}

test('given readers, when the content is replaced, then they see the new one, also where they remember vectors', async () => {
  const { path, freshPath, open, fresh } = twoStores()
  const [service, reader] = [open(), open()]
  const scope = newScope()
  const step = { ...nothingElse, checkpoint: at(5) }
  await service.apply({ ...step, documents: [itemDocument(scope, { id: 'old', vector })] })
  expect(await reader.searchVectors(scope, { vector, limit: 5 })).toMatchObject([{ id: 'old' }])
  // The same block under the same revision, with another vector in it.
  await fresh.apply({ ...step, documents: [itemDocument(scope, { id: 'new', vector: across })] })
  await replaceContents({ path, freshPath, catchUp: async () => undefined })
  expect((await reader.items(scope, ['old', 'new'])).map(({ id }) => id)).toEqual(['new'])
  expect(await reader.searchVectors(scope, { vector: across, limit: 5 })).toMatchObject([
    { id: 'new' },
  ])
  expect(await reader.digest()).toBe(await fresh.digest())
  await service.apply({
    ...nothingElse,
    checkpoint: at(6),
    documents: [itemDocument(scope, { id: 'next', vector, version: 6 })],
  })
  expect(await reader.searchVectors(scope, { vector, limit: 5 })).toMatchObject([{ id: 'next' }])
  for (const store of [service, reader, fresh]) await store.close()
})

test('given catching up, when others would write, then they wait as for an outage, and what they repeat changes nothing', async () => {
  const { path, freshPath, open, fresh } = twoStores()
  const service = open(20)
  const scope = newScope()
  const step = {
    ...nothingElse,
    checkpoint: at(7),
    documents: [itemDocument(scope, { id: 'late' })],
  }
  let failure: unknown
  await replaceContents({
    path,
    freshPath,
    catchUp: async () => {
      failure = await service.apply(step).catch((error: unknown) => error)
      await fresh.apply({ ...step, documents: [itemDocument(scope, { id: 'caught-up' })] })
    },
  })
  expect(isOutage(failure)).toBe(true)
  await service.apply(step)
  expect((await service.items(scope, ['late', 'caught-up'])).map(({ id }) => id)).toEqual([
    'caught-up',
  ])
  await service.close()
  await fresh.close()
})

test('given a catching up that fails, when replacing, then everything stays as it was', async () => {
  const { path, freshPath, open, fresh } = twoStores()
  const service = open()
  const scope = newScope()
  const documents = [itemDocument(scope, { id: 'old' })]
  await service.apply({ ...nothingElse, checkpoint: at(5), documents })
  const catchUp = () => Promise.reject(new Error('no'))
  await expect(replaceContents({ path, freshPath, catchUp })).rejects.toThrow('no')
  expect(await service.items(scope, ['old'])).toHaveLength(1)
  await service.close()
  await fresh.close()
})

test('given a disk that is full meanwhile, when the content is replaced, then that is what is told, and the old one stays', async () => {
  const { path, freshPath, open, fresh } = twoStores()
  const [service, scope] = [open(), newScope()]
  const step = { ...nothingElse, checkpoint: at(5) }
  await service.apply({ ...step, documents: [itemDocument(scope, { id: 'old' })] })
  await fresh.apply({ ...step, documents: [itemDocument(scope, { id: 'new' })] })
  // As SQLite itself does where it finds no room.
  using db = openDatabase({ path, durable: false, schema: '' })
  db.exec("CREATE TRIGGER full BEFORE INSERT ON items BEGIN SELECT RAISE(ROLLBACK, 'no room'); END")
  const replaced = replaceContents({ path, freshPath, catchUp: async () => undefined })
  await expect(replaced).rejects.toThrow('no room')
  expect((await service.items(scope, ['old', 'new'])).map(({ id }) => id)).toEqual(['old'])
  for (const store of [service, fresh]) await store.close()
})
