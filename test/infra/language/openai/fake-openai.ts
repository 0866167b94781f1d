// A double of the OpenAI API over real HTTP on a free local port: it answers chat completions and embeddings, records
// its requests, and fails on command. For any test that needs an endpoint.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

export type ChatBody = {
  model: string
  messages: { role: string; content: string }[]
  response_format?: {
    type: string
    json_schema: { name: string; strict: boolean; schema: unknown }
  }
  temperature?: number
  max_completion_tokens?: number
}
export type EmbeddingBody = {
  model: string
  input: string[]
  dimensions: number
  encoding_format: string
}

export type RecordedRequest = {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: ChatBody & EmbeddingBody
}

/** What the endpoint does with one request. */
export type Reply =
  /** A chat completion; an object is sent as JSON text. */
  | { answer: unknown; finishReason?: string; refusal?: string }
  /** An HTTP status with any body. */
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** These rows of an embedding response. */
  | { rows: { index?: number | null; embedding: unknown }[] }
  /** Never answers, sends the headers only, sends blanks until it is cut off, or cuts the connection. */
  | 'hang'
  | 'stall'
  | 'endless'
  | 'destroy'
export type Responder = (request: RecordedRequest) => Reply

export type FakeOpenAi = {
  baseUrl: string
  requests: RecordedRequest[]
  /** Answers the next requests, one each, in order; then come the default answers again. */
  respondWith(...replies: (Reply | Responder)[]): void
  /** Answers every request beyond the queue. */
  respondAlways(responder: Responder): void
  close(): Promise<void>
}

export async function startFakeOpenAi(): Promise<FakeOpenAi> {
  const requests: RecordedRequest[] = []
  const queue: (Reply | Responder)[] = []
  let standing: Responder = defaultReply
  const server = createServer(async (incoming, response) => {
    const request = await record(incoming)
    if (request === null) return
    requests.push(request)
    const next = queue.shift() ?? standing
    send(response, typeof next === 'function' ? next(request) : next)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    respondWith: (...replies) => void queue.push(...replies),
    respondAlways: (responder) => {
      standing = responder
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** No facts, a fixed summary, and vectors in which texts that share words are near each other. */
export function defaultReply({ path, body }: RecordedRequest): Reply {
  if (path === '/v1/embeddings')
    return {
      rows: body.input.map((text, index) => ({
        index,
        embedding: vectorOf(text, body.dimensions),
      })),
    }
  if (path === '/v1/chat/completions')
    return { answer: body.response_format ? { facts: [] } : 'A summary.' }
  return { status: 404, body: { error: { message: 'unknown path', code: 'not_found' } } }
}

/** Deterministic, and on purpose not of length 1. */
export function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const digest = createHash('sha256').update(word).digest()
    const place = digest.readUInt32LE(0) % dimensions
    vector[place] = vector[place]! + 3
  }
  return vector
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return { path: incoming.url ?? '', headers: incoming.headers, body }
  } catch {
    incoming.destroy()
    return null
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (reply === 'destroy') {
    response.destroy()
  } else if (reply === 'stall') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"choices": [')
  } else if (reply === 'endless') {
    response.writeHead(200, { 'content-type': 'application/json' })
    Readable.from(blanks()).pipe(response)
  } else if ('status' in reply) {
    sendJson(response, reply)
  } else {
    const body = 'rows' in reply ? embeddingBody(reply.rows) : completionBody(reply)
    sendJson(response, { status: 200, body })
  }
}

function* blanks() {
  const blank = Buffer.alloc(1024 * 1024, ' ')
  for (;;) yield blank
}

function sendJson(
  response: ServerResponse,
  { status, body = {}, headers }: Extract<Reply, { status: number }>,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function completionBody(reply: Extract<Reply, { answer: unknown }>) {
  const { answer, finishReason = 'stop', refusal = null } = reply
  const content = typeof answer === 'string' || answer === null ? answer : JSON.stringify(answer)
  const message = { role: 'assistant', content, refusal }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'fake',
    choices: [{ index: 0, message, finish_reason: finishReason, logprobs: null }],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 10,
      prompt_tokens_details: { cached_tokens: 40 },
    },
  }
}

function embeddingBody(rows: { index?: number | null; embedding: unknown }[]) {
  const data = rows.map((row) => ({ object: 'embedding', ...row }))
  return { object: 'list', data, model: 'fake', usage: { prompt_tokens: 7, total_tokens: 7 } }
}
