// When exactly an upload is over, by a clock that the test moves, over real sockets.
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type BodyDeadline,
  registerBodyDeadline,
} from '../../../../../../apps/api/plugins/limits/body-deadline.ts'
import { type Client, dial } from '../../door.ts'

const deadline: BodyDeadline = { firstMs: 1_000, bytesPerSecond: 1_000, lingerMs: 3_000 }

let app: FastifyInstance
let client: Client
/** Opened by the test: what the route /gated waits for before it reads. */
let openGate: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.advanceTimersByTime(5_000)
})
afterEach(async () => {
  client?.socket.destroy()
  vi.useRealTimers()
  await app.close()
})

async function serve(given?: Partial<BodyDeadline>): Promise<void> {
  app = Fastify({ forceCloseConnections: true })
  registerBodyDeadline(app, given)
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  const timers = async () => `${vi.getTimerCount()} timers`
  app.get('/timers', timers)
  app.post('/timers', timers)
  app.post('/taken', async () => 'taken')
  app.post('/gated', { onRequest: () => gate }, async () => 'taken')
  app.post('/refused', { onRequest: async (_, reply) => reply.code(401).send('refused') }, timers)
  app.post('/streamed', {
    onRequest: async (_, reply) => {
      reply.hijack()
      reply.raw.writeHead(200).write('beginning')
    },
    handler: timers,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  client = dial((app.server.address() as AddressInfo).port)
}

type Arriving = { request: IncomingMessage; socket: Socket; isHeld(): boolean }

/** Sends 2 bytes of a body of 2000; returns the server's side of it. */
async function upload(path: string, length = 2_000): Promise<Arriving> {
  const asked = new Promise<IncomingMessage>((resolve) => app.server.once('request', resolve))
  client.send(
    `POST ${path} HTTP/1.1\r\nHost: door\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n""`,
  )
  const request = await asked
  const { socket } = request
  return { request, socket, isHeld: () => !socket.destroyed && !socket.writableEnded }
}

/** Sends so many bytes more, until the server has them. */
async function sendMore({ socket }: Arriving, bytes: number): Promise<void> {
  const before = socket.bytesRead
  client.send(' '.repeat(bytes))
  await until(() => socket.bytesRead === before + bytes)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('given an upload that does not arrive whole', () => {
  test('when the first seconds are over, then it is told so and ended, and not before', async () => {
    await serve(deadline)
    const { isHeld } = await upload('/taken')
    vi.advanceTimersByTime(999)
    expect(isHeld()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isHeld()).toBe(false)
    const [head, body] = (await client.ended).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    const problem = { field: 'body', issue: 'took too long to arrive' }
    expect(JSON.parse(body!).error.details).toEqual({ ...problem, issues: [problem] })
  })

  test('when nothing else is said, then the first seconds are ten', async () => {
    await serve()
    const { isHeld } = await upload('/taken')
    vi.advanceTimersByTime(9_999)
    expect(isHeld()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isHeld()).toBe(false)
  })

  test('when bytes of it have arrived, then it has as much longer as these may take', async () => {
    await serve(deadline)
    const arriving = await upload('/taken')
    await sendMore(arriving, 500)
    vi.advanceTimersByTime(1_499)
    expect(arriving.isHeld()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(arriving.isHeld()).toBe(false)
  })

  test('when its answer has begun already, then it is ended without another', async () => {
    await serve(deadline)
    await upload('/streamed')
    await client.received(/beginning/)
    vi.advanceTimersByTime(1_000)
    expect(await client.ended).not.toMatch(/408/)
  })

  test('when it has been answered, then it is read on for a moment, whatever its time was', async () => {
    await serve(deadline)
    const { isHeld } = await upload('/refused')
    await client.received(/refused/)
    vi.advanceTimersByTime(2_999)
    expect(isHeld()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isHeld()).toBe(false)
    expect(await client.ended).not.toMatch(/408/)
  })
})

describe('given a request that has arrived whole', () => {
  test('before it is read, its time is not over', async () => {
    await serve(deadline)
    const arriving = await upload('/gated')
    await sendMore(arriving, 1_998)
    await until(() => arriving.request.complete)
    vi.advanceTimersByTime(10_000)
    expect(arriving.isHeld()).toBe(true)
    openGate()
    expect(await client.received(/taken/)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each([
    ['before it is answered', '/taken', 'taken'],
    ['after it was answered', '/refused', 'refused'],
  ])('%s, then its connection is kept, and nothing is waited for', async (_, path, answer) => {
    await serve(deadline)
    const arriving = await upload(path)
    if (path === '/refused') await client.received(/refused/)
    await sendMore(arriving, 1_998)
    await client.received(new RegExp(answer))
    await until(() => arriving.request.closed)
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(10_000)
    expect(arriving.isHeld()).toBe(true)
  })

  test.each(['GET', 'POST'])(
    'when a %s has no body, then nothing is waited for',
    async (method) => {
      await serve(deadline)
      client.send(`${method} /timers HTTP/1.1\r\nHost: door\r\nContent-Length: 0\r\n\r\n`)
      expect(await client.received(/timers/)).toMatch(/\r\n0 timers$/)
    },
  )
})

test('given a client that leaves, then nothing is waited for', async () => {
  await serve(deadline)
  const { request } = await upload('/taken')
  expect(vi.getTimerCount()).toBe(1)
  client.socket.resetAndDestroy()
  await until(() => request.closed)
  expect(vi.getTimerCount()).toBe(0)
})
