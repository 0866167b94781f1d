// The wrapped root key as an object of the bucket. Each rotation makes an object of the next number, once, and removes
// those before it.
import { putOwn } from '../../ports/object-store.ts'
import { ROOT, type RootRecord, type WrappedRoot } from '../../runtime/envelope/root-key.ts'
import type { S3Options } from '../connection.ts'
import { createS3ObjectStore } from '../object-store.ts'
import { generationName, type KeyObjects, keysPrefix, readKeyNames } from './key-names.ts'

const NAMES_A_LIST = 1_000

export function s3RootRecord(options: S3Options & { prefix: string }): RootRecord {
  const within = async <T>(work: (objects: KeyObjects) => Promise<T>) => {
    const objects = createS3ObjectStore(options)
    return work(objects).finally(() => objects.close())
  }
  return {
    read: () => within(newest),
    replace: (next) => within((objects) => replace(objects, next)),
  }
}

async function newest(objects: KeyObjects): Promise<WrappedRoot | null> {
  for (;;) {
    const generation = (await generations(objects)).at(-1)
    if (generation === undefined) return null
    const wrapped = await objects.get(generationName(ROOT, generation))
    // Null: a rotation has replaced it since.
    if (wrapped) return { generation, wrapped }
  }
}

async function replace(objects: KeyObjects, next: WrappedRoot): Promise<boolean> {
  const key = generationName(ROOT, next.generation)
  if (!(await putOwn(objects, { key, body: next.wrapped }))) return false
  const before = (await generations(objects)).filter((generation) => generation < next.generation)
  await objects.deleteMany(before.map((generation) => generationName(ROOT, generation)))
  return true
}

async function generations(objects: KeyObjects): Promise<number[]> {
  const names = await objects.list({ prefix: keysPrefix(ROOT), limit: NAMES_A_LIST })
  return readKeyNames(names).live
}
