// A server that answers as a test says, where no real Elasticsearch does: on a bad day.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

export type Asked = { method: string; path: string; body: string }
export type Answer = {
  status?: number
  body?: unknown
  /** A server before Elasticsearch answers. */
  isForeign?: boolean
}

/** `answer` gives undefined for what the test does not care about. */
export async function startAnsweringServer(answer: (asked: Asked) => Answer | undefined) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url: path = '' } = request
      const one = { method, path, body }
      asked.push(one)
      const { status = 200, body: told = {}, isForeign = false } = answer(one) ?? {}
      response.writeHead(status, {
        'content-type': isForeign ? 'text/html' : 'application/vnd.elasticsearch+json',
        ...(isForeign ? {} : { 'x-elastic-product': 'Elasticsearch' }),
      })
      response.end(method === 'HEAD' ? undefined : JSON.stringify(told))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    connections: () => promisify(server.getConnections.bind(server))(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
