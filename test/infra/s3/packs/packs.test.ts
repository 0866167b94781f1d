// Several processes remove something from one pack, and one of them is slow.
import { expect, test } from 'vitest'
import { revisionOf } from '../../../../infra/s3/packs/pack-layout.ts'
import { createPacks, type PackBucket } from '../../../../infra/s3/packs/packs.ts'

/** A bucket of S3: it creates where no object is, also where one was deleted. */
function openBucket() {
  const objects = new Map<string, Uint8Array>()
  const bucket: PackBucket = {
    create: async (key, body) => {
      if (objects.has(key)) return 'existed'
      objects.set(key, body)
      return 'created'
    },
    get: async (key) => objects.get(key) ?? null,
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
    deleteMany: async (keys) => keys.forEach((key) => void objects.delete(key)),
  }
  return { objects, bucket }
}

/** The same bucket, over a connection on which a create waits for the test's signal. */
function slowly(bucket: PackBucket) {
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: waits } = Promise.withResolvers<void>()
  const slow: PackBucket = {
    ...bucket,
    create: async (key, body) => {
      waits()
      await goesOn
      return bucket.create(key, body)
    },
  }
  return { slow, waiting, goOn }
}

test('given a revision that is taken up late, when others are further, then nothing comes back', async () => {
  const { objects, bucket } = openBucket()
  const [packs, other] = [createPacks(bucket), createPacks(bucket)]
  const text = (n: number) => Buffer.from(`words ${n}`)
  const keys = await packs.add([0, 1, 2, 3].map((n) => ({ key: `app/user/1/${n}`, body: text(n) })))

  const { slow, waiting, goOn } = slowly(bucket)
  const late = createPacks(slow).deleteMany([keys[0]!])
  await waiting
  // These make its revision 1, and delete it again for revision 2.
  expect(await packs.deleteMany([keys[1]!])).toBe(1)
  expect(await other.deleteMany([keys[2]!])).toBe(1)
  goOn()
  expect(await late).toBe(1)

  const left = await Promise.all(keys.map((key) => createPacks(bucket).get(key)))
  expect(left.map((body) => body && Buffer.from(body).toString())).toEqual([
    null,
    null,
    null,
    'words 3',
  ])
  expect([...objects.keys()].map(revisionOf)).toEqual([3])
})

test('given a reader at the same time, when deleted, then no reader is given it afterwards', async () => {
  const { bucket } = openBucket()
  let deleting = () => Promise.resolve()
  const packs = createPacks({
    ...bucket,
    deleteMany: async (keys) => {
      await deleting()
      return bucket.deleteMany(keys)
    },
  })
  const [key] = await packs.add(
    [0, 1].map((n) => ({ key: `app/user/1/${n}`, body: Buffer.from('x') })),
  )
  deleting = async () => void (await packs.get(key!))
  await packs.deleteMany([key!])
  expect(await packs.get(key!)).toBeNull()
})
