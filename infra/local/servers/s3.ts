// An S3 server over a directory: the Versity gateway, or moto on a machine without Go.
import { existsSync, readdirSync } from 'node:fs'
import { answers } from '../probe/probe.ts'
import type { Candidate, Launch, Place, Server } from '../server.ts'

const bucket = 'palimpsest'
const region = 'us-east-1'
const REQUEST_MS = 10_000
const credentials = { accessKeyId: 'dev', secretAccessKey: 'devsecret' }

export const s3: Server = {
  name: 's3',
  port: 7070,
  otherPorts: () => [],
  readyWithinMs: 30_000,
  candidates: [versity('v1.8.0'), moto('5.2.5')],
  ready: (port) => answers(endpoint(port), (status) => status < 500),
  environment: (port) => ({
    S3_ENDPOINT: endpoint(port),
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: region,
  }),
}

const endpoint = (port: number) => `http://127.0.0.1:${port}`

/** Checks signatures, keeps versions, and keeps its data. */
function versity(version: string): Candidate {
  return {
    id: `s3-versitygw-${version}`,
    fetch: { from: 'go', module: `github.com/versity/versitygw/cmd/versitygw@${version}` },
    launch: (place) => {
      // Keeps metadata where the existing data have it.
      if (existsSync(sidecarOf(place))) return versityLaunch(place, 'sidecar')
      const launch = versityLaunch(place, 'attributes')
      if (holdsAnything(dataOf(place))) return launch
      // It ends at once if the file system has no extended attributes.
      return { ...launch, otherwise: versityLaunch(place, 'sidecar') }
    },
    settle,
  }
}

const holdsAnything = (path: string) => existsSync(path) && readdirSync(path).length > 0
const dataOf = ({ run }: Place) => `${run}/data`
const sidecarOf = ({ run }: Place) => `${run}/metadata`

/**
 * An object's metadata is kept in attributes of its file, or in a folder and three files beside it, which cost more
 * than the object does.
 */
function versityLaunch(place: Place, metadata: 'attributes' | 'sidecar'): Launch {
  const { home, run, port } = place
  const sidecar = metadata === 'sidecar'
  return {
    command: `${home}/bin/versitygw`,
    args: [
      '--port',
      `127.0.0.1:${port}`,
      '--region',
      region,
      '--quiet',
      // Without it every request needs a connection of its own.
      '--keep-alive',
      'posix',
      ...(sidecar ? ['--sidecar', sidecarOf(place)] : []),
      '--versioning-dir',
      `${run}/versions`,
      dataOf(place),
    ],
    env: {
      ROOT_ACCESS_KEY: credentials.accessKeyId,
      ROOT_SECRET_KEY: credentials.secretAccessKey,
    },
    directories: ['data', 'versions', ...(sidecar ? ['metadata'] : [])],
  }
}

/** Checks no signature and forgets everything when it stops. */
function moto(version: string): Candidate {
  return {
    id: `s3-moto-${version}`,
    fetch: { from: 'pip', packages: [`moto[server,s3]==${version}`] },
    launch: ({ home, run, port }) => ({
      command: 'python3',
      args: [`${run}/config/serve.py`, '-H', '127.0.0.1', '-p', String(port)],
      env: { PYTHONPATH: `${home}/site` },
      files: { 'config/serve.py': 'from moto.server import main\n\nmain()\n' },
    }),
    settle,
  }
}

/** Makes the bucket, unless it is there. Amazon's client is loaded only here, because most commands need none. */
async function settle({ port }: Pick<Place, 'port'>): Promise<void> {
  const { CreateBucketCommand, S3Client, S3ServiceException } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint: endpoint(port),
    region,
    credentials,
    forcePathStyle: true,
    requestHandler: { requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } catch (error) {
    const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 409
    if (!isThere) throw error
  } finally {
    client.destroy()
  }
}
