// Makes a bucket with one signed request: AWS Signature Version 4, as far as that request needs it.
import { createHash, createHmac } from 'node:crypto'

type Signer = { accessKey: string; secretKey: string; region: string }

type BucketRequest = { endpoint: string; bucket: string; signer: Signer }

/** An existing bucket counts as success. */
export async function makeBucket({ endpoint, bucket, signer }: BucketRequest): Promise<void> {
  const url = new URL(`/${bucket}`, endpoint)
  const answer = await fetch(url, {
    method: 'PUT',
    headers: signedHeaders({ method: 'PUT', url, signer, at: new Date() }),
    signal: AbortSignal.timeout(10_000),
  })
  await answer.body?.cancel()
  if (!answer.ok && answer.status !== 409) {
    throw new Error(`making the bucket was answered with ${answer.status}`)
  }
}

type Unsigned = { method: string; url: URL; signer: Signer; at: Date }

/** The headers of a request without a body and without a query. The client itself sends `host`. */
export function signedHeaders({ method, url, signer, at }: Unsigned): Record<string, string> {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const headers = { 'x-amz-content-sha256': sha256(''), 'x-amz-date': stamp }
  const listed = Object.entries({ host: url.host, ...headers })
  const names = listed.map(([name]) => name).join(';')
  const lines = listed.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, url.pathname, '', lines, names, sha256('')].join('\n')
  const scope = `${stamp.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const signature = hmac(
    signingKey(signer, scope),
    ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n'),
  ).toString('hex')
  const credential = `${signer.accessKey}/${scope}`
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** The secret, with day, region, service and the closing word mixed in one after another. */
function signingKey({ secretKey }: Signer, scope: string): Buffer {
  return scope.split('/').reduce(hmac, Buffer.from(`AWS4${secretKey}`))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
