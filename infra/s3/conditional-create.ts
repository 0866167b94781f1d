// Creates an object if there is none: S3's conditional write. A server that does not support it might overwrite, so
// this is tested before the first object is written.
import { randomUUID } from 'node:crypto'
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { sleep } from '../runtime/wait/pause.ts'
import { onceItWorks } from '../runtime/wait/shared-answer.ts'
import type { S3Connection } from './connection.ts'
import { deleteEverything } from './delete-everything.ts'
import { ObjectStoreError, statusOf } from './failures.ts'

type NewObject = { key: string; body: Uint8Array; metadata?: Record<string, string> }
export type Create = (object: NewObject) => Promise<'created' | 'existed'>

/** 409: another conditional write of the key is under way; its outcome is known a moment later. */
const CONFLICT_ATTEMPTS = 12
const CONFLICT_PAUSE_MS = 25

/**
 * 412 although no object is there. Either another writer's object cannot be seen yet, as on the Versity gateway with
 * metadata beside the objects, or all versions of the key were deleted on that gateway, which then always refuses.
 * After this many pauses, 1.5 seconds in all, the latter is assumed.
 */
const VANISHED_PAUSES = 5
const VANISHED_PAUSE_MS = 100

/** `unconditional` is called once if the server does not support conditional writes; what it throws is thrown. */
export function createConditionally(
  connection: S3Connection,
  root: string,
  unconditional: () => void,
): Create {
  const find = onceItWorks(() => isSupported(connection, root))
  let told = false
  return async (object) => {
    if (await find()) return connection.call((client, bucket) => create(client, bucket, object))
    if (!told) unconditional()
    told = true
    return connection.call((client, bucket) => createUnlessThere(client, bucket, object))
  }
}

function put(
  client: S3Client,
  bucket: string,
  { object, conditional }: { object: NewObject; conditional: boolean },
) {
  return client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: object.key,
      Body: object.body,
      ContentLength: object.body.byteLength,
      ...(object.metadata ? { Metadata: object.metadata } : {}),
      ...(conditional ? { IfNoneMatch: '*' } : {}),
    }),
  )
}

async function create(
  client: S3Client,
  bucket: string,
  object: NewObject,
): Promise<'created' | 'existed'> {
  let vanished = 0
  for (let attempt = 1; attempt <= CONFLICT_ATTEMPTS; attempt++) {
    try {
      await put(client, bucket, { object, conditional: vanished <= VANISHED_PAUSES })
      return 'created'
    } catch (error) {
      const status = statusOf(error)
      if (status === 412) {
        if (await isThere(client, bucket, object.key)) return 'existed'
        if (vanished++ < VANISHED_PAUSES) await sleep(vanished * VANISHED_PAUSE_MS)
      } else if (status === 409) await sleep(attempt * CONFLICT_PAUSE_MS * Math.random())
      else throw error
    }
  }
  throw new ObjectStoreError('ConditionalRequestConflict', { outage: true })
}

async function isThere(client: S3Client, bucket: string, key: string): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    return true
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

async function createUnlessThere(
  client: S3Client,
  bucket: string,
  object: NewObject,
): Promise<'created' | 'existed'> {
  if (await isThere(client, bucket, object.key)) return 'existed'
  await put(client, bucket, { object, conditional: false })
  return 'created'
}

/**
 * Writes an object twice: the second write must be refused. The first may be too, where the client has repeated it
 * because its answer was lost.
 */
async function isSupported(connection: S3Connection, root: string): Promise<boolean> {
  const probe = { key: `${root}=probe/${randomUUID()}`, body: new Uint8Array(0) }
  const attempt = () => connection.call((client, bucket) => create(client, bucket, probe))
  try {
    await attempt()
    return (await attempt()) === 'existed'
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'NotImplemented') return false
    throw error
  } finally {
    await deleteEverything(connection, [probe.key]).catch(() => undefined)
  }
}
