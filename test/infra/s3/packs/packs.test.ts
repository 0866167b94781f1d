// Several processes remove something from one pack: one is slow, one ends before it is done, lists miss what changes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacks, type PackBucket } from '../../../../infra/s3/packs/packs.ts'

/** A bucket of S3: it creates where no object is, also where one was deleted. */
function openBucket(objects = new Map<string, Uint8Array>()) {
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

/** Packs of a process that ends when a new revision is there and the earlier ones are still to be deleted. */
function ending(bucket: PackBucket) {
  return createPacks({ ...bucket, deleteMany: () => Promise.reject(new Error('ended')) })
}

test('given a revision that is taken up late, when others are further, then nothing comes back', async () => {
  const { objects, bucket } = openBucket()
  const [packs, other] = [createPacks(bucket), createPacks(bucket)]
  const text = (n: number) => Buffer.from(`words ${n}`)
  const keys = await packs.add([0, 1, 2, 3].map((n) => ({ key: `app/user/1/${n}`, body: text(n) })))

  const { slow, waiting, goOn } = slowly(bucket)
  const late = createPacks(slow).deleteMany([keys[0]!])
  await waiting
  // These make revisions from the one that the late one has read, and delete that one.
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
  expect(objects.size).toBe(1)
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

/**
 * The same bucket, on a server that takes its time: whatever else is asked for may come between, and a list goes from
 * name to name, so it misses what is created behind it and what is deleted before it.
 */
function inPieces(objects: Map<string, Uint8Array>, turns: () => Promise<void>): PackBucket {
  const { bucket } = openBucket(objects)
  return {
    create: async (key, body) => {
      await turns()
      const answer = await bucket.create(key, body)
      await turns()
      return answer
    },
    get: async (key) => {
      await turns()
      return bucket.get(key)
    },
    list: async (prefix) => {
      const found: string[] = []
      for (const key of await bucket.list(prefix)) {
        await turns()
        if (objects.has(key)) found.push(key)
      }
      return found
    },
    deleteMany: async (keys) => {
      for (const key of keys) {
        await turns()
        await bucket.deleteMany([key])
      }
    },
  }
}

test('given lists that miss what changes meanwhile, when deleted by several at the same time, then none comes back', async () => {
  const words = Array.from({ length: 8 }, (_, n) => ({
    key: `app/user/1/${n}`,
    body: Buffer.from(`words ${n}`),
  }))
  // Most requests are quick; some last as long as all of another deletion.
  const length = fc.oneof(fc.nat(4), fc.nat(4), fc.nat(100))
  const given = async (lengths: fc.Stream<number>) => {
    const objects = new Map<string, Uint8Array>()
    const turns = async () => {
      for (let left = lengths.next().value ?? 0; left > 0; left--) await undefined
    }
    const bucket = inPieces(objects, turns)
    const keys = await createPacks(bucket).add(words)
    const deletion = async (key: string) => {
      await turns()
      await createPacks(bucket).deleteMany([key])
    }
    await Promise.all(keys.slice(1).map(deletion))
    const left = await Promise.all(keys.map((key) => createPacks(bucket).get(key)))
    const found = left.map((body) => body && Buffer.from(body).toString())
    expect(found).toEqual(['words 0', null, null, null, null, null, null, null])
    expect(objects.size).toBe(1)
  }
  await fc.assert(fc.asyncProperty(fc.infiniteStream(length), given), { numRuns: 1_000 })
})

test('given a deletion that ended before the earlier revision was deleted, when repeated, then one revision is left', async () => {
  const { objects, bucket } = openBucket()
  const keys = await createPacks(bucket).add(
    [0, 1].map((n) => ({ key: `app/user/1/${n}`, body: Buffer.from(`words ${n}`) })),
  )
  await expect(ending(bucket).deleteMany([keys[0]!])).rejects.toThrow('ended')
  expect(objects.size).toBe(2)
  await createPacks(bucket).deleteMany([keys[0]!])
  expect(objects.size).toBe(1)
  expect(await createPacks(bucket).get(keys[0]!)).toBeNull()
  expect(await createPacks(bucket).get(keys[1]!)).not.toBeNull()
})

test('given an earlier revision that was left, when the later is replaced while read, then the earlier is not taken for the last', async () => {
  const { objects, bucket } = openBucket()
  const keys = await createPacks(bucket).add(
    [0, 1, 2, 3].map((n) => ({ key: `app/user/1/${n}`, body: Buffer.from(`words ${n}`) })),
  )
  await createPacks(bucket).deleteMany([keys[0]!])
  await expect(ending(bucket).deleteMany([keys[1]!])).rejects.toThrow('ended')
  const [, later] = [...objects.keys()]
  let meanwhile = async () => {
    meanwhile = async () => {}
    objects.set(`${later}0`, objects.get(later!)!)
    objects.delete(later!)
  }
  const reading = createPacks({
    ...bucket,
    get: async (name) => {
      if (name === later) await meanwhile()
      return bucket.get(name)
    },
  })
  expect(await reading.get(keys[1]!)).toBeNull()
  expect(await reading.get(keys[2]!)).not.toBeNull()
})
