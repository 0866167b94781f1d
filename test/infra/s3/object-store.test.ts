// The object store on S3: the contract, in buckets with and without versions, and the peculiarities of S3.
import { randomUUID } from 'node:crypto'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { objectKey } from '../../../infra/ports/object-store.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'
import { objectStoreContract } from '../../contracts/object-store.contract.ts'
import { createBucket, isMissing, MISSING, nowhere, versionsIn } from './server.ts'

const words = Buffer.from('words')

describe.skipIf(isMissing).each([
  ['without versions', false],
  ['with versions', true],
])(`on a real server %s${MISSING}`, (_, versions) => {
  const options = createBucket({ versions })
  objectStoreContract(
    'S3',
    async () => {
      const objects = createS3ObjectStore(options)
      return {
        objects,
        reopen: async () => createS3ObjectStore(options),
        close: () => objects.close(),
      }
    },
    { countsMissing: !versions },
  )

  test('given 300 writers of 50 keys at the same time, when all have put, then each was created once', async () => {
    const objects = createS3ObjectStore(options)
    const app = randomUUID()
    const puts = Array.from({ length: 300 }, (_, n) => ({
      key: objectKey(app, 'user', '1', String(n % 50)),
      body: Buffer.from(String(n)),
    }))
    const answers = await objects.putMany(puts)
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(50)
    for (const [n, { key, body }] of puts.entries()) {
      if (answers[n] === 'created') expect(Buffer.from((await objects.get(key))!)).toEqual(body)
    }
    await objects.close()
  })

  test('given more keys than one request takes, when deleted, then all are gone', async () => {
    const objects = createS3ObjectStore(options)
    const app = randomUUID()
    const keys = Array.from({ length: 1_050 }, (_, n) => objectKey(app, 'user', '1', `${n}`))
    await objects.putMany(keys.map((key) => ({ key, body: words })))
    const prefix = `${app}/`
    expect(await objects.list({ prefix, limit: 5_000 })).toHaveLength(keys.length)
    expect(await objects.deleteMany(keys)).toBe(keys.length)
    expect(await objects.list({ prefix, limit: 10 })).toEqual([])
    expect(await versionsIn(options, `raw/${app}`)).toEqual([])
    await objects.close()
  })

  test('given names of the greatest length, when put, then they are got, listed and deleted', async () => {
    const objects = createS3ObjectStore(options)
    const [appId, userId] = [`long${'@'.repeat(252)}`, `u${'|'.repeat(255)}`]
    const keys = [objectKey(appId, userId, '1', 'one'), objectKey(appId, `${userId}x`, '1', 'one')]
    await objects.putMany(keys.map((key) => ({ key, body: Buffer.from(key) })))
    expect(Buffer.from((await objects.get(keys[0]!))!).toString()).toBe(keys[0])
    const own = await objects.list({ prefix: `${objectKey(appId, userId)}/`, limit: 10 })
    expect(own).toEqual([keys[0]])
    expect((await objects.list({ prefix: 'long', limit: 10 })).sort()).toEqual(keys)
    await objects.deleteMany(keys)
    expect(await objects.list({ prefix: 'long', limit: 10 })).toEqual([])
    await objects.close()
  })

  test('given names that file systems take for others, when put, then each is an object of its own', async () => {
    const objects = createS3ObjectStore(options)
    const app = randomUUID()
    const segments = ['.', '..', '...', '', '~', 'a b', '%2F', 'a/b', '=', "'()*!"]
    const keys = segments.map((segment) => objectKey(app, segment, 'id'))
    await objects.putMany(keys.map((key) => ({ key, body: Buffer.from(key) })))
    for (const key of keys) expect(Buffer.from((await objects.get(key))!).toString()).toBe(key)
    expect((await objects.list({ prefix: `${app}/`, limit: 99 })).sort()).toEqual([...keys].sort())
    for (const [index, segment] of segments.entries()) {
      const prefix = `${objectKey(app, segment)}/`
      expect(await objects.list({ prefix, limit: 9 })).toEqual([keys[index]])
    }
    await objects.deleteMany(keys)
    await objects.close()
  })

  test('given two stores of one bucket, when their prefixes differ, then neither meets the other', async () => {
    const [one, other] = ['one/', 'other/'].map((prefix) =>
      createS3ObjectStore({ ...options, prefix }),
    )
    const key = objectKey(randomUUID(), 'user')
    expect(await one!.putMany([{ key, body: words }])).toEqual(['created'])
    expect(await other!.putMany([{ key, body: words }])).toEqual(['created'])
    await one!.deleteMany([key])
    expect(await other!.get(key)).not.toBeNull()
    await one!.close()
    await other!.close()
  })
})

describe.skipIf(isMissing)(`in a bucket with versions${MISSING}`, () => {
  const options = createBucket({ versions: true })

  test('given an object that was overwritten and deleted by others, when deleted, then no version is left', async () => {
    const objects = createS3ObjectStore(options)
    const keys = Array.from({ length: 20 }, () => objectKey('app', 'user', '1', randomUUID()))
    const client = new S3Client(options)
    for (const key of keys) {
      for (const Body of ['a', 'b']) {
        await client.send(new PutObjectCommand({ Bucket: options.bucket, Key: `raw/${key}`, Body }))
      }
    }
    client.destroy()
    expect(await versionsIn(options, 'raw/app/user/')).toHaveLength(40)
    expect(await objects.deleteMany(keys.slice(0, 3))).toBe(3)
    expect(await objects.deleteMany(keys)).toBe(17)
    expect(await versionsIn(options, 'raw/app/user/')).toEqual([])
    await objects.close()
  })
})

describe('where no server answers', () => {
  test('then every call fails as an outage, without naming a key', async () => {
    const objects = createS3ObjectStore(nowhere)
    const key = objectKey('app', 'somebody', '1')
    const calls = [
      () => objects.ping(),
      () => objects.get(key),
      () => objects.putMany([{ key, body: words }]),
      () => objects.deleteMany([key]),
      () => objects.list({ prefix: key, limit: 1 }),
    ]
    for (const call of calls) {
      const error = (await call().catch((reason: unknown) => reason)) as Error
      expect(isOutage(error)).toBe(true)
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('somebody')
    }
    await objects.close()
    await objects.close()
  })

  test('then each attempt of a call is told as a request', async () => {
    const asked: string[] = []
    const onRequest = (operation: string) => void asked.push(operation)
    const objects = createS3ObjectStore({ ...nowhere, onRequest })
    await objects.get(objectKey('app', 'somebody', '1')).catch(() => undefined)
    await objects.close()
    expect(asked).toEqual(['GetObject', 'GetObject', 'GetObject'])
  })
})
