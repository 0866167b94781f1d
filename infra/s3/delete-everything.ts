// Deletes objects for good: every version and every delete marker of each, if the bucket keeps versions.
import {
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
  type S3Client,
} from '@aws-sdk/client-s3'
import { present } from '../runtime/certain.ts'
import { inParallel } from '../runtime/in-parallel.ts'
import { PARALLEL, type S3Connection } from './connection.ts'
import { objectError, statusOf } from './failures.ts'

const KEYS_A_REQUEST = 1_000
const ROUNDS = 3
/** From this many keys of one folder on, the folder's versions are listed at once. */
const MANY_OF_A_FOLDER = 16

/** Returns how many were there; a bucket without versions does not tell, so it counts all. */
export function deleteEverything(
  connection: S3Connection,
  keys: readonly string[],
): Promise<number> {
  const distinct = [...new Set(keys)]
  if (distinct.length === 0) return Promise.resolve(0)
  return connection.call(async (client, bucket) => {
    if (await keepsVersions(client, bucket)) return deleteVersions(client, bucket, distinct)
    let left: readonly ObjectIdentifier[] = distinct.map((Key) => ({ Key }))
    await inRounds(async () => {
      const { failed, code } = await deleteAll(client, bucket, left)
      left = failed
      return code
    })
    return distinct.length
  })
}

async function deleteVersions(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
): Promise<number> {
  const deleted = new Set<string>()
  await inRounds(async () => {
    const versions = await versionsOf(client, bucket, keys)
    for (const { Key, isMarker } of versions) if (!isMarker) deleted.add(Key)
    return (await deleteAll(client, bucket, versions)).code
  })
  return deleted.size
}

/** Repeats when single objects failed: such failures often pass. `round` returns the code of a failure. */
async function inRounds(round: () => Promise<string | undefined>): Promise<void> {
  let code: string | undefined
  for (let n = 0; n < ROUNDS; n++) {
    code = await round()
    if (code === undefined) return
  }
  throw objectError(code)
}

/**
 * Asked each time, because versions can be turned on while a service runs. If the server refuses to say, they are
 * looked for.
 */
async function keepsVersions(client: S3Client, bucket: string): Promise<boolean> {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }))
    return Status !== undefined
  } catch (error) {
    const status = statusOf(error)
    if (status === undefined || (status >= 500 && status !== 501)) throw error
    return status === 403
  }
}

async function deleteAll(
  client: S3Client,
  bucket: string,
  objects: readonly ObjectIdentifier[],
): Promise<{ failed: ObjectIdentifier[]; code: string | undefined }> {
  const failed: ObjectIdentifier[] = []
  let code: string | undefined
  for (let from = 0; from < objects.length; from += KEYS_A_REQUEST) {
    const Objects = objects
      .slice(from, from + KEYS_A_REQUEST)
      .map(({ Key, VersionId }) => ({ Key, ...(VersionId ? { VersionId } : {}) }))
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    )
    for (const { Key, Code } of Errors) {
      if (Code === 'NoSuchKey' || Code === 'NoSuchVersion') continue
      code = Code ?? 'unknown'
      failed.push({ Key })
    }
  }
  return { failed, code }
}

type Version = ObjectIdentifier & { Key: string; isMarker: boolean }

async function versionsOf(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
): Promise<Version[]> {
  const wanted = new Set(keys)
  const prefixes = [...Map.groupBy(keys, folderOf)].flatMap(([folder, inside]) =>
    inside.length < MANY_OF_A_FOLDER ? inside : [folder],
  )
  const found = await inParallel(prefixes, PARALLEL, (prefix) =>
    listVersions(client, bucket, prefix),
  )
  // Each once: a page may begin with the entry that the previous page ended with.
  const versions = found.flat().filter(({ Key }) => wanted.has(Key))
  return [...new Map(versions.map((each) => [`${each.Key} ${each.VersionId}`, each])).values()]
}

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1)

async function listVersions(client: S3Client, bucket: string, prefix: string): Promise<Version[]> {
  const found: Version[] = []
  let marker: { KeyMarker: string; VersionIdMarker?: string } | undefined
  for (;;) {
    const page = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...marker }),
    )
    const version =
      ({ isMarker }: { isMarker: boolean }) =>
      (each: { Key?: string; VersionId?: string }) => ({
        Key: present(each.Key, 'Key'),
        VersionId: each.VersionId,
        isMarker,
      })
    found.push(...(page.Versions ?? []).map(version({ isMarker: false })))
    found.push(...(page.DeleteMarkers ?? []).map(version({ isMarker: true })))
    if (!page.IsTruncated) return found
    marker = {
      // Without it the versions of further pages would stay, and count as deleted.
      KeyMarker: present(page.NextKeyMarker, 'NextKeyMarker'),
      ...(page.NextVersionIdMarker ? { VersionIdMarker: page.NextVersionIdMarker } : {}),
    }
  }
}
