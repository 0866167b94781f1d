// Raw content in an S3 bucket: one object per key, created and never overwritten.
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from '../ports/object-store.ts'
import { nth, present } from '../runtime/certain.ts'
import { inParallel } from '../runtime/in-parallel.ts'
import { type Create, createConditionally } from './conditional-create.ts'
import { connectToS3, PARALLEL, type S3Connection, type S3Options } from './connection.ts'
import { deleteEverything } from './delete-everything.ts'
import { codeOf, statusOf } from './failures.ts'
import { isHashed, portKey, storedKey, storedPrefix } from './keys/stored-key.ts'
import { inPacks, isPacked } from './packs/pack-layout.ts'
import { createPacks, type PackBucket } from './packs/packs.ts'

type S3ObjectStoreOptions = S3Options & {
  /** The beginning of all keys, so that other things may be in the bucket. */
  prefix?: string | undefined
  /**
   * Called once if the server does not support conditional writes: two simultaneous writers of one key may then both
   * believe that they created it.
   */
  onUnconditional?: (() => void) | undefined
}

const DEFAULT_PREFIX = 'raw/'
const KEYS_A_PAGE = 1_000
/** S3 keeps 2 KB of metadata. A longer key is listed as it is stored, and can be read and deleted by that name too. */
const LONGEST_TOLD = 1_800

export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const connection = connectToS3(options)
  const root = options.prefix ?? DEFAULT_PREFIX
  const create = createConditionally(connection, root, options.onUnconditional ?? (() => {}))
  return objectStoreOver(connection, root, create)
}

export function objectStoreOver(
  connection: S3Connection,
  root: string,
  create: Create,
): ObjectStore {
  const stored = (key: string) => `${root}${storedKey(key)}`
  const putMany: ObjectStore['putMany'] = (objects) =>
    inParallel(objects, PARALLEL, ({ key, body }) =>
      create({
        key: stored(key),
        body,
        ...(isHashed(storedKey(key)) && key.length <= LONGEST_TOLD ? { metadata: { key } } : {}),
      }),
    )
  const packs = createPacks(packBucket(connection, root, create))
  return {
    putMany,
    addMany: async (objects) => {
      const keys = objects.map(({ key }) => key)
      await inParallel(inPacks(objects), PARALLEL, async (together) => {
        const some = together.map((index) => nth(objects, index))
        if (some.length === 1) return putMany(some)
        const given = await packs.add(some)
        for (const [n, index] of together.entries()) keys[index] = nth(given, n)
      })
      return keys
    },
    get: (key) =>
      isPacked(key)
        ? packs.get(key)
        : connection.call((client, bucket) => get(client, bucket, stored(key))),
    deleteMany: async (keys) => {
      const alone = keys.filter((key) => !isPacked(key)).map(stored)
      return (await deleteEverything(connection, alone)) + (await packs.deleteMany(keys))
    },
    list: (options) => connection.call((client, bucket) => list(client, options, { bucket, root })),
    ping: () => connection.ping(),
    close: async () => connection.close(),
  }
}

function packBucket(connection: S3Connection, root: string, create: Create): PackBucket {
  return {
    create: (key, body) => create({ key: `${root}${key}`, body }),
    get: (key) => connection.call((client, bucket) => get(client, bucket, `${root}${key}`)),
    list: (prefix) =>
      connection.call(async (client, bucket) => {
        const { Contents = [] } = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${root}${prefix}` }),
        )
        return Contents.map(({ Key }) => present(Key, 'Key').slice(root.length))
      }),
    deleteMany: (keys) =>
      deleteEverything(
        connection,
        keys.map((key) => `${root}${key}`),
      ),
  }
}

async function get(client: S3Client, bucket: string, key: string): Promise<Uint8Array | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    return (await Body?.transformToByteArray()) ?? new Uint8Array(0)
  } catch (error) {
    if (codeOf(error) === 'NoSuchKey') return null
    throw error
  }
}

async function list(
  client: S3Client,
  { prefix, after, limit }: Parameters<ObjectStore['list']>[0],
  { bucket, root }: { bucket: string; root: string },
): Promise<string[]> {
  const found: string[] = []
  let startAfter = after === undefined ? undefined : `${root}${storedKey(after)}`
  while (found.length < limit) {
    const { Contents = [], IsTruncated } = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: `${root}${storedPrefix(prefix)}`,
        MaxKeys: Math.min(limit - found.length, KEYS_A_PAGE),
        ...(startAfter === undefined ? {} : { StartAfter: startAfter }),
      }),
    )
    found.push(...Contents.map(({ Key }) => present(Key, 'Key')))
    startAfter = found.at(-1)
    if (!IsTruncated || Contents.length === 0) break
  }
  return inParallel(found, PARALLEL, (key) => named(client, bucket, { root, prefix, key }))
}

/** The port's key; if neither name nor prefix contains it, it is read from the object. */
async function named(
  client: S3Client,
  bucket: string,
  { root, prefix, key }: { root: string; prefix: string; key: string },
): Promise<string> {
  const known = portKey(key.slice(root.length), prefix)
  if (known !== null) return known
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    return head.Metadata?.key ?? key.slice(root.length)
  } catch (error) {
    if (statusOf(error) === 404) return key.slice(root.length)
    throw error
  }
}
