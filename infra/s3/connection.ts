// A connection to one bucket of an S3 server: bounded time-outs, retries and sockets, and errors that quote no key.
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { onceItWorks } from '../runtime/wait/shared-answer.ts'
import { codeOf, objectStoreError, statusOf } from './failures.ts'

export type S3Options = {
  /** Undefined: Amazon's own. */
  endpoint?: string | undefined
  bucket: string
  region?: string | undefined
  /** Undefined: found as the SDK finds them (AWS_ACCESS_KEY_ID ..., profiles, roles). */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  /** Most servers other than Amazon's need it; the default when an endpoint is given. */
  forcePathStyle?: boolean | undefined
  /** Makes the bucket at first use if it is missing. */
  createBucket?: boolean | undefined
  /** How long the server may say nothing in the middle of an answer, in milliseconds; undefined: the default. */
  silentMs?: number | undefined
  /** Called for every request, including retries: `PutObject`, `GetObject` ... */
  onRequest?: ((operation: string) => void) | undefined
}

export type S3Connection = {
  client: S3Client
  bucket: string
  /** Runs a call once the bucket is there; reports errors by their code. */
  call<T>(work: (client: S3Client, bucket: string) => Promise<T>): Promise<T>
  ping(): Promise<void>
  close(): void
}

/** How many requests one store has open at a time. */
export const PARALLEL = 64

const CONNECT_MS = 3_000
const REQUEST_MS = 20_000
const ATTEMPTS = 3
const DEFAULT_REGION = 'us-east-1'

export function connectToS3(options: S3Options): S3Connection {
  const { bucket } = options
  const client = openClient(options)
  const prepare = onceItWorks(() => ensureBucket(client, options))
  return {
    client,
    bucket,
    call: (work) =>
      guarded(async () => {
        if (options.createBucket) await prepare()
        return work(client, bucket)
      }),
    ping: () =>
      guarded(async () => void (await client.send(new HeadBucketCommand({ Bucket: bucket })))),
    close: () => client.destroy(),
  }
}

function openClient(options: S3Options): S3Client {
  const { endpoint, region, credentials, onRequest, silentMs = REQUEST_MS } = options
  const agent = { keepAlive: true, maxSockets: PARALLEL }
  const client = new S3Client({
    region: region ?? DEFAULT_REGION,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    maxAttempts: ATTEMPTS,
    // Otherwise the client puts its steps together again for every request.
    cacheMiddleware: true,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      // The time-out of a request ends with the headers of its answer.
      socketTimeout: silentMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  // The last step before a request is sent runs again for every attempt.
  client.middlewareStack.add(
    (next, { commandName = 'unknown' }) =>
      (request) => {
        onRequest?.(commandName.replace(/Command$/, ''))
        return next(request)
      },
    { step: 'deserialize', priority: 'low' },
  )
  return client
}

async function ensureBucket(client: S3Client, { bucket, region }: S3Options): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (statusOf(error) !== 404) throw error
    await createBucket(client, bucket, region ?? DEFAULT_REGION)
  }
}

/** Another process may make it first; then the bucket is there, which is all that is needed. */
async function createBucket(client: S3Client, bucket: string, region: string): Promise<void> {
  const elsewhere =
    region === DEFAULT_REGION
      ? {}
      : { CreateBucketConfiguration: { LocationConstraint: region as 'eu-west-1' } }
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket, ...elsewhere }))
  } catch (error) {
    if (!['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(codeOf(error))) throw error
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw objectStoreError(error)
  }
}
