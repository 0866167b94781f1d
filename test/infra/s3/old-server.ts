// A server that speaks enough S3 to tell the stores what it cannot do: it ignores conditions, or gives each conditional
// write a scripted answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Answer = { status: number; code: string }

/**
 * `conditional` gives the answer to a conditional write; null: the server writes without checking the condition; lost:
 * it does so, and its answer does not arrive.
 */
export async function startOldServer(conditional: (nth: number) => Answer | 'lost' | null) {
  const bodies = new Map<string, Buffer>()
  let writes = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const url = new URL(request.url!, 'http://s3')
    const refused = request.headers['if-none-match'] ? conditional(++writes) : null
    if (refused && refused !== 'lost') return fail(response, refused)
    if (url.searchParams.has('versioning')) return xml(response, '<VersioningConfiguration/>')
    if (url.searchParams.has('list-type')) return xml(response, '<ListBucketResult/>')
    if (request.method === 'PUT') {
      bodies.set(url.pathname, body)
      return refused ? response.destroy() : response.end()
    }
    if (request.method === 'POST') return xml(response, '<DeleteResult/>')
    const found = bodies.get(url.pathname)
    if (!found) return fail(response, { status: 404, code: 'NoSuchKey' })
    return response.end(request.method === 'GET' ? found : undefined)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    options: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: 'bucket',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
    /** Another client's write completes. */
    appear: (key: string, body: Buffer) => bodies.set(`/bucket/${key}`, body),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function xml(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'application/xml')
  response.end(`<?xml version="1.0"?>${body}`)
}

function fail(response: ServerResponse, { status, code }: Answer): void {
  response.statusCode = status
  xml(response, `<Error><Code>${code}</Code><Message>about ${code}</Message></Error>`)
}
