// What a worker serves asks for no key, so it holds few connections of one client.
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { serveOperations } from '../../../apps/worker/operations.ts'
import { createLogger, createTelemetry } from '../../../infra/runtime/telemetry.ts'

test('given 50 connections of one client, when there is another, then it is dropped', async () => {
  const telemetry = createTelemetry(createLogger('silent'))
  const watch = { verdict: async () => ({}), stop: async () => undefined } as never
  const { address, close } = await serveOperations({
    host: '127.0.0.1',
    port: 0,
    metrics: true,
    telemetry,
    watch,
  })
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
  await close()
})
