// The S3 server that the tests use, where there is one: each file has buckets of its own, with and without versions,
// which are emptied and deleted in the end.
import { randomUUID } from 'node:crypto'
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll } from 'vitest'
import type { S3Options } from '../../../infra/s3/connection.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'

const { env } = process
const endpoint = env.PALIMPSEST_TEST_S3
export const isMissing = !endpoint
export const MISSING = isMissing ? ' (not run: PALIMPSEST_TEST_S3 names no endpoint)' : ''

const base = {
  endpoint: endpoint ?? 'http://127.0.0.1:1',
  region: env.PALIMPSEST_TEST_S3_REGION ?? 'us-east-1',
  credentials: {
    accessKeyId: env.PALIMPSEST_TEST_S3_ACCESS_KEY_ID ?? 'dev',
    secretAccessKey: env.PALIMPSEST_TEST_S3_SECRET_ACCESS_KEY ?? 'devsecret',
  },
  forcePathStyle: true,
}

/** Options of a bucket for the tests of one file. */
export function createBucket({ versions = false } = {}): S3Options & { bucket: string } {
  const bucket = `${env.PALIMPSEST_TEST_S3_BUCKET ?? 'palimpsest-test'}-${randomUUID().slice(0, 8)}`
  const options = { ...base, bucket, createBucket: true }
  const client = new S3Client(base)
  beforeAll(async () => {
    if (isMissing) return
    const objects = createS3ObjectStore(options)
    await objects.putMany([])
    await objects.list({ prefix: '', limit: 1 })
    await objects.close()
    if (!versions) return
    const VersioningConfiguration = { Status: 'Enabled' } as const
    await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }))
  })
  afterAll(async () => {
    if (isMissing) return
    const left = await versionsIn({ ...options, bucket })
    for (const each of left) {
      const Objects = [each]
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }))
    }
    await client.send(new DeleteBucketCommand({ Bucket: bucket })).catch(() => undefined)
    client.destroy()
  })
  return options
}

/** Every version and every delete marker of keys that begin with a prefix. */
export async function versionsIn({ bucket }: { bucket: string }, prefix = '') {
  const client = new S3Client(base)
  const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix }))
  client.destroy()
  return [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
    Key,
    VersionId,
  }))
}

/** An endpoint without a listener. */
export const nowhere = { ...base, endpoint: 'http://127.0.0.1:1', bucket: 'none' }
