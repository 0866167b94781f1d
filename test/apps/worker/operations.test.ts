// What a worker serves to its operator, and where, when several share a machine. It requires no key, so it holds few
// connections of one client.
import { connect, type Socket } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OperationsOptions, serveOperations } from '../../../apps/worker/operations.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSpending } from '../../../infra/runtime/spending.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { watchFlow } from '../../../processors/watched.ts'
import { inMemoryPorts } from '../../processors/in-memory.ts'

let isDown: boolean
let options: OperationsOptions
let closes: (() => Promise<void>)[]
beforeEach(() => {
  isDown = false
  const ports = inMemoryPorts()
  const graph = {
    ...ports.graph,
    ping: () => (isDown ? Promise.reject(new Outage('down')) : ports.graph.ping()),
  }
  const telemetry = createTelemetry(createLogger('silent'))
  const { registry } = telemetry
  const only = ['update-graph']
  const watch = watchFlow({ ports: { ...ports, graph }, registry, now: () => new Date(), only })
  options = {
    host: '127.0.0.1',
    port: 0,
    telemetry,
    spending: createSpending(),
    metrics: true,
    watch,
  }
  closes = [watch.stop, ports.log.close]
})
afterEach(async () => {
  for (const close of closes.reverse()) await close()
})

async function serve(more: Partial<OperationsOptions> = {}): Promise<string> {
  const { address, close } = await serveOperations({ ...options, ...more })
  closes.push(close)
  return address
}

test('given a port that another worker has, when served, then the next free one is taken', async () => {
  const first = Number(new URL(await serve()).port)
  const second = Number(new URL(await serve({ port: first })).port)
  expect(second).toBeGreaterThan(first)
  expect(second).toBeLessThan(first + 100)
})

test('given a worker, when asked, then it lives, and tells the lag of what it runs and of nothing else', async () => {
  const address = await serve()
  expect((await fetch(`${address}/livez`)).status).toBe(200)
  const answer = await fetch(`${address}/metrics`)
  expect(answer.headers.get('content-type')).toContain(
    Registry.PROMETHEUS_CONTENT_TYPE.slice(0, 10),
  )
  const text = await answer.text()
  expect(text).toMatch(/^palimpsest_lag_records\{processor="update-graph".*\} 0$/m)
  expect(text).not.toContain('processor="index-memory"')
})

test.each([
  [false, 200, { status: 'ready' }],
  [true, 503, { status: 'not ready', components: ['graph_store'] }],
])(
  'given a graph that is down: %s, when asked whether it is ready, then it says so',
  async (down, status, body) => {
    isDown = down
    const answer = await fetch(`${await serve()}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([status, body])
  },
)

test('given that metrics are not open, when asked for, then there are none', async () => {
  const address = await serve({ metrics: false })
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  expect((await fetch(`${address}/livez`)).status).toBe(200)
})

test('given 50 connections of one client, when there is another, then it is dropped', async () => {
  const address = await serve()
  const dialled = () => connect({ host: '127.0.0.1', port: Number(new URL(address).port) })
  const isServed = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.on('error', () => undefined)
      socket.once('data', () => resolve(true))
      socket.once('close', () => resolve(false))
      socket.write('GET /livez HTTP/1.1\r\nHost: worker\r\n\r\n')
    })
  const sockets = Array.from({ length: 50 }, dialled)
  expect(await Promise.all(sockets.map(isServed))).toEqual(Array(50).fill(true))
  expect(await isServed(dialled())).toBe(false)
  for (const socket of sockets) socket.destroy()
})
