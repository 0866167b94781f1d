// The API as it really listens, on loopback, over stores in memory: for everything that happens before a route.
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp, type DoorLimits } from '../../../../apps/api/app.ts'
import { changeSettings } from '../../../../apps/api/routes/settings/settings.ts'
import type { Services } from '../../../../apps/api/services.ts'
import type { Ports } from '../../../../infra/ports/ports.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { hashKey, makeKey } from '../../../../processors/settings/api-key.ts'
import { NO_APP } from '../../../../schemas/events/envelope.ts'
import { inMemoryPorts } from '../../../processors/in-memory.ts'
import { appParts } from '../app-parts.ts'

export const KEY = 'door-key-0123456789abcdef'

export type Door = {
  app: FastifyInstance
  ports: Ports
  port: number
  /** The log output, line by line. */
  lines: string[]
  clock: { now: Date }
  call(method: Method, path: string, call?: Call): Promise<Answer>
  /** Makes a key over HTTP; returns its id and secret. */
  makeKey(permissions: string[], appIds: string[]): Promise<{ id: string; key: string }>
  /** A key for everything, as the first start makes it where the environment gives none. */
  firstKey(): Promise<{ id: string; key: string }>
  close(): Promise<void>
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = {
  body?: unknown
  raw?: string
  as?: string | null
  from?: string
  headers?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: read as a client would
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

/** `over`: a second process over the data of another; it closes before that one. */
export async function openDoor(
  config: Partial<Services['config']> = {},
  { over, ...limits }: DoorLimits & { over?: Door } = {},
): Promise<Door> {
  const clock = { now: new Date('2026-11-21T09:00:00.000Z') }
  const lines: string[] = []
  const ports = over?.ports ?? inMemoryPorts()
  const parts = await appParts(ports, () => clock.now)
  const app = await buildApp(
    {
      ...parts,
      logger: pino({ level: 'trace' }, linesInto(lines)),
      config: { BOOTSTRAP_API_KEY: KEY, PUBLIC_URL: undefined, RATE_LIMIT_SCALE: 1, ...config },
    },
    limits,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const door: Door = {
    app,
    ports,
    port: (app.server.address() as AddressInfo).port,
    lines,
    clock,
    call: (method, path, call) => inject(app, method, { path, ...call }),
    makeKey: async (permissions, appIds) => {
      const body = { name: 'k', permissions, appIds }
      return (await door.call('POST', '/v1/config/keys', { body })).body
    },
    firstKey: async () => {
      const [key, id] = [makeKey(), uuidV7(clock.now.getTime())]
      const open = {
        keyId: id,
        name: 'first',
        appIds: ['*'],
        permissions: ['admin' as const],
        createdAt: clock.now.toISOString(),
        keyHash: hashKey(key),
      }
      await changeSettings(parts, { type: 'ApiKeyCreated', appId: NO_APP, open })
      return { id, key }
    },
    close: async () => {
      await parts.watch.stop()
      await app.close()
      await parts.settings.close()
      if (!over) await ports.log.close()
    },
  }
  return door
}

async function inject(
  app: FastifyInstance,
  method: Method,
  { path, body, raw, as = KEY, from = '192.0.2.1', headers = {} }: Call & { path: string },
): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const answer = await app.inject({
    method,
    url: path,
    remoteAddress: from,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const text = answer.body
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
  }
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
}

/** A client that holds its own socket. */
export type Client = {
  socket: Socket
  send(text: string): void
  /** Resolves with all that was received, when the service has ended the connection. */
  ended: Promise<string>
  /** Resolves when what was received matches. */
  received(pattern: RegExp): Promise<string>
}

export function dial(port: number): Client {
  const socket = connect({ host: '127.0.0.1', port })
  let text = ''
  const waiting: (() => void)[] = []
  socket.on('data', (chunk) => {
    text += chunk
    for (const look of waiting) look()
  })
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  return {
    socket,
    send: (more) => socket.write(more),
    ended,
    received: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          if (pattern.test(text)) resolve(text)
        }
        waiting.push(look)
        look()
      }),
  }
}

/** A client that has sent a write of this app and waits until it can be retrieved: where nothing processes, for long. */
export function dialWaiting({ port }: Door, appId: string): Client {
  const said = { contentType: 'document', content: 'I live in Rome.', wait: 30_000 }
  const body = JSON.stringify({ appId, userId: 'u', ...said })
  const client = dial(port)
  client.send(
    `POST /v1/memorize HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return client
}
