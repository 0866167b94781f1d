// Connections over real sockets: how many the service holds, and how long one may take to send its request.
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type ConnectionOptions,
  createServers,
} from '../../../../../apps/api/plugins/limits/connections.ts'
import { type Client, dial, openDoor } from '../door.ts'

const REQUEST = 'GET /livez HTTP/1.1\r\nHost: door\r\n\r\n'
const open: { server: Server; clients: Client[] }[] = []
afterEach(async () => {
  for (const { server, clients } of open.splice(0)) {
    for (const { socket } of clients) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(options: ConnectionOptions, makeServer = createServers(options)) {
  const server = makeServer((_, response) => response.end('served'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients: Client[] = []
  open.push({ server, clients })
  /** Whether a further connection is served; it stays open then. */
  const isServed = async () => {
    const client = dial(port)
    clients.push(client)
    client.send(REQUEST)
    return Promise.race([
      client.received(/served/).then(() => true),
      client.ended.then((text) => text !== ''),
    ])
  }
  return { port, clients, isServed }
}

test('a server has the limits that it is given, and those of the house else', () => {
  const limits = { most: 7, headersMs: 1, silentMs: 2 }
  const of = (options: ConnectionOptions) => {
    const server = createServers(options)(() => undefined)
    const { maxConnections, headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server
    return { maxConnections, headersTimeout, requestTimeout, keepAliveTimeout, timeout }
  }
  // Bodies have a deadline of their own.
  const always = { requestTimeout: 0, keepAliveTimeout: 72_000 }
  expect(of({ limits })).toEqual({ maxConnections: 7, headersTimeout: 1, timeout: 2, ...always })
  expect(of({})).toEqual({
    maxConnections: 4_000,
    headersTimeout: 10_000,
    timeout: 120_000,
    ...always,
  })
})

describe('a proxy', () => {
  // What the operating system reports of a connection: only its address is used.
  const isCounted = (proxies: ConnectionOptions['proxies'] & object, remoteAddress?: string) => {
    const server = createServers({ limits: { mostOfClient: 0 }, proxies })(() => undefined)
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroyed: false,
      destroy: () => {
        socket.destroyed = true
      },
    })
    for (const each of server.listeners('connection').slice(1)) each.call(server, socket)
    return socket.destroyed
  }
  test.each([
    [['192.0.2.1'], '192.0.2.1', false],
    [['192.0.2.1'], '192.0.2.2', true],
    [['192.0.2.0/24'], '192.0.2.255', false],
    [['192.0.2.0/24'], '192.0.3.1', true],
    [['2001:db8::1'], '2001:db8::1', false],
    [['2001:db8::1'], '2001:db8::2', true],
    [['2001:db8::/32'], '2001:db8:ffff::2', false],
    [['2001:db8::/32'], '2001:db9::2', true],
    [['2001:db8::/32', '192.0.2.1'], '192.0.2.1', false],
    [['192.0.2.1'], undefined, true],
  ] as const)('of %j: a connection of %s is counted: %j', (proxies, address, counted) => {
    expect(isCounted(proxies, address)).toBe(counted)
  })
})

describe('a server', () => {
  test('holds so many connections of one client, and takes further ones when one has ended', async () => {
    let refused = 0
    const { clients, isServed } = await serve({
      limits: { mostOfClient: 3 },
      refused: () => refused++,
    })
    for (let n = 0; n < 3; n++) expect(await isServed()).toBe(true)
    expect(await isServed()).toBe(false)
    expect(await isServed()).toBe(false)
    expect(refused).toBe(2)
    clients[0]!.socket.end()
    await clients[0]!.ended
    expect(await isServed()).toBe(true)
    expect(await isServed()).toBe(false)
  })

  test('forgets a client whose last connection has ended', async () => {
    const { clients, isServed } = await serve({ limits: { mostOfClient: 1 } })
    for (let n = 0; n < 3; n++) {
      expect(await isServed()).toBe(true)
      clients[n]!.socket.end()
      await clients[n]!.ended
    }
  })

  test('holds so many connections in all', async () => {
    let refused = 0
    const { isServed } = await serve({ limits: { most: 3 }, refused: () => refused++ })
    for (let n = 0; n < 3; n++) expect(await isServed()).toBe(true)
    expect(await isServed()).toBe(false)
    expect(refused).toBe(1)
  })

  test('counts the connections of a client over all addresses that it listens on', async () => {
    const makeServer = createServers({ limits: { mostOfClient: 1 } })
    const one = await serve({}, makeServer)
    const other = await serve({}, makeServer)
    expect(await one.isServed()).toBe(true)
    expect(await other.isServed()).toBe(false)
  })

  test.each([
    [['127.0.0.0/8'], true],
    [['192.0.2.1', '127.0.0.1', '2001:db8::/32'], true],
    [1, true],
    [0, false],
    [['192.0.2.0/24', '::1'], false],
    [false, false],
  ] as const)('with the proxies %j: more connections of one client: %j', async (proxies, more) => {
    const { isServed } = await serve({ limits: { mostOfClient: 1 }, proxies })
    expect(await isServed()).toBe(true)
    expect(await isServed()).toBe(more)
  })

  test('ends connections that stay silent', async () => {
    const { port } = await serve({ limits: { silentMs: 20, headersMs: 0 } })
    expect(await dial(port).ended).toBe('')
  })
})

describe('the service', () => {
  const headersMs = 40
  const limits = { connections: { headersMs, checkEveryMs: 10 } }

  test.each([
    ['nothing at all', ''],
    ['headers without end', 'POST /v1/events HTTP/1.1\r\nHost: door\r\nX-Slow: '],
  ])('ends a connection that says %s', async (_, text) => {
    const door = await openDoor({}, limits)
    const client = dial(door.port)
    if (text) client.send(text)
    const answer = await client.ended
    if (text) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"field":"request"/s)
    await door.close()
  })

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'request'],
    ['too many headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers'],
  ])('answers %s with an error of the usual form', async (_, text, status, field) => {
    const door = await openDoor()
    const client = dial(door.port)
    client.send(text)
    const [head, body] = (await client.ended).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(body!).error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } })
    expect(door.lines.join()).not.toMatch(/hello|xxxx/)
    await door.close()
  })

  test('takes its caps from the settings, and counts what it has refused', async () => {
    const door = await openDoor({ MAX_CONNECTIONS_PER_ADDRESS: 1 })
    const first = dial(door.port)
    first.send(REQUEST)
    await first.received(/alive/)
    expect(await dial(door.port).ended).toBe('')
    for (let asked = 0; asked < 2; asked++) {
      const { body } = await door.call('GET', '/metrics')
      expect(body).toMatch(/^palimpsest_connections_refused_total 1$/m)
    }
    first.socket.destroy()
    await door.close()
  })
})
