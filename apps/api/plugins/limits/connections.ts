// The server that listens: how many connections it holds, in all and per client, and how long a connection may take
// over its headers or stay silent. All of it applies before anything of a request is read.
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { createCounts } from '../../../../infra/runtime/turns/counts.ts'
import { clientOf } from './client-address.ts'

// Not imported, because that would load undici too.
const http = process.getBuiltinModule('node:http')

export type ConnectionLimits = {
  most: number
  mostOfClient: number
  /** Counted from the start of the connection, or from the end of the previous request. */
  headersMs: number
  /** Without a byte in either direction: longer than any call may take to answer. */
  silentMs: number
  /** How often the headers' deadline is checked. */
  checkEveryMs: number
}

const connectionLimits: ConnectionLimits = {
  most: 4_000,
  mostOfClient: 512,
  headersMs: 10_000,
  silentMs: 120_000,
  checkEveryMs: 2_000,
}

const KEEP_ALIVE_MS = 72_000

export type ConnectionOptions = {
  limits?: Partial<ConnectionLimits>
  /**
   * Proxies, whose connections carry many clients: addresses and CIDRs, or a number of hops (then every peer counts as
   * one).
   */
  proxies?: readonly string[] | number | false
  refused?: () => void
}

/** Makes servers that share the counts of their clients. Fastify asks for one per address that it listens on. */
export function createServers({
  limits: given = {},
  proxies = false,
  refused = () => undefined,
}: ConnectionOptions): (listener: RequestListener) => Server {
  const limits = { ...connectionLimits, ...given }
  const isProxy = proxyTest(proxies)
  const open = createCounts()
  const admit = (socket: Socket) => {
    if (isProxy(socket.remoteAddress ?? '')) return
    const client = clientOf(socket.remoteAddress)
    if (open.of(client) >= limits.mostOfClient) {
      refused()
      socket.destroy()
      return
    }
    socket.once('close', open.enter(client))
  }
  return (listener) => {
    const options: ServerOptions = {
      headersTimeout: limits.headersMs,
      // The deadline of bodies is in body-deadline.ts.
      requestTimeout: 0,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // These are refused with an error body (request-headers.ts).
      requireHostHeader: false,
    }
    const server = http.createServer(options, listener)
    server.on('checkExpectation', listener)
    server.setTimeout(limits.silentMs)
    server.maxConnections = limits.most
    server.on('connection', admit)
    server.on('drop', refused)
    return server
  }
}

function proxyTest(proxies: readonly string[] | number | false): (address: string) => boolean {
  if (typeof proxies === 'number') return () => proxies > 0
  const list = new BlockList()
  for (const each of proxies || []) {
    const [address = each, bits] = each.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
