// The embedded object store: the contract, and what deleting leaves on disk.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { objectStoreContract } from '../../contracts/object-store.contract.ts'
import { createDirectories, filesWith } from './directory.ts'

const CANARY = 'xylophone-canary-in-the-objects'
const newDirectory = createDirectories()

objectStoreContract('SQLite', async () => {
  const path = join(newDirectory(), 'objects.db')
  const objects = createSqliteObjectStore({ path })
  return {
    objects,
    reopen: async () => createSqliteObjectStore({ path }),
    close: () => objects.close(),
  }
})

test.each([10, 20_000])(
  'given an object of %i canaries, when deleted, then neither its bytes nor its key are in any file',
  async (count) => {
    const directory = newDirectory()
    const objects = createSqliteObjectStore({ path: join(directory, 'objects.db') })
    const [key, kept] = [`app/${CANARY}/1/one`, 'app/user/1/two']
    await objects.putMany([
      { key: kept, body: Buffer.alloc(100_000, 'kept') },
      { key, body: Buffer.from(CANARY.repeat(count)) },
    ])
    expect(filesWith(directory, CANARY)).not.toEqual([])
    await objects.deleteMany([key])
    expect(filesWith(directory, CANARY)).toEqual([])
    expect(await objects.get(kept)).toHaveLength(100_000)
    await objects.close()
  },
)

test('given a handle that was never closed, when the file is opened again, then the object is there', async () => {
  const path = join(newDirectory(), 'objects.db')
  const crashed = createSqliteObjectStore({ path })
  await crashed.putMany([{ key: 'a/b', body: Buffer.from('words') }])
  const objects = createSqliteObjectStore({ path })
  expect(Buffer.from((await objects.get('a/b'))!).toString()).toBe('words')
  await objects.close()
  await crashed.close()
})
