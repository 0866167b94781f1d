// The wrapped root key in a bucket.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../../../infra/runtime/envelope/root-key.ts'
import { generationName, keysPrefix } from '../../../../infra/s3/keys/key-names.ts'
import { s3RootRecord } from '../../../../infra/s3/keys/root-key.ts'
import { createS3ObjectStore } from '../../../../infra/s3/object-store.ts'
import { createBucket, isMissing, MISSING } from '../server.ts'

describe.skipIf(isMissing)(`on a real server${MISSING}`, () => {
  const bucket = createBucket()

  test('given a rotation whose put was repeated because its answer was lost, when it replaces, then it has, and the key of before is gone', async () => {
    const options = { ...bucket, prefix: `${randomUUID()}/` }
    const record = s3RootRecord(options)
    expect(await record.replace({ generation: 1, wrapped: Buffer.from('first') })).toBe(true)
    const objects = createS3ObjectStore(options)
    const next = Buffer.from('second')
    await objects.putMany([{ key: generationName(ROOT, 2), body: next }])
    expect(await record.replace({ generation: 2, wrapped: Buffer.from('other') })).toBe(false)
    expect(await record.replace({ generation: 2, wrapped: next })).toBe(true)
    expect(await objects.list({ prefix: keysPrefix(ROOT), limit: 9 })).toEqual([
      generationName(ROOT, 2),
    ])
    await objects.close()
  })
})
