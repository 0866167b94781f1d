// A receiver of webhooks as an app would run one: plain HTTP on loopback, which keeps what came and gives scripted
// answers.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// biome-ignore lint/suspicious/noExplicitAny: receivers read payloads as a client in plain JavaScript would
type Json = any

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  /** The exact text. */
  text: string
  body: Json
  at: number
}

/** The answer: a status, or a function over the response. */
export type Answering = number | ((response: ServerResponse, nth: number) => void)

export type Receiver = {
  url: string
  received: Received[]
  /** From now on. */
  answer(how: Answering): void
  close(): Promise<void>
}

export async function startReceiver(first: Answering = 200): Promise<Receiver> {
  let how = first
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { headers, url } = request
    received.push({ path: url!, headers, text, body: JSON.parse(text), at: Date.now() })
    if (typeof how === 'number') response.writeHead(how).end()
    else how(response, received.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (next) => {
      how = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers these one after another, and repeats the last. */
export function inTurn(...statuses: number[]): Answering {
  return (response, nth) => {
    response.writeHead(statuses[Math.min(nth, statuses.length) - 1]!).end()
  }
}
