// A route is told that its client has gone, whenever that happened.
import { once } from 'node:events'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { goneSignal } from '../../../apps/api/gone-signal.ts'
import { dial } from './plugins/door.ts'

/** Resolves with the signal that the handler returns. */
async function asked(handler: (reply: FastifyReply, leave: () => void) => Promise<AbortSignal>) {
  const signal = Promise.withResolvers<AbortSignal>()
  const app = Fastify()
  app.get('/', async (_, reply) => {
    handler(reply, () => client.socket.destroy()).then(signal.resolve, signal.reject)
    return reply.hijack()
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = dial(Number(port))
  client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return signal.promise.finally(() => app.close())
}

test('of one that leaves', async () => {
  const signal = await asked(async (reply, leave) => {
    const gone = goneSignal(reply)
    expect(gone.aborted).toBe(false)
    leave()
    await once(gone, 'abort')
    return gone
  })
  expect(signal.aborted).toBe(true)
})

test('of one that left before the route asked', async () => {
  const signal = await asked(async (reply, leave) => {
    leave()
    await once(reply.raw, 'close')
    return goneSignal(reply)
  })
  expect(signal.aborted).toBe(true)
})

test('of none that has its answer', async () => {
  const signal = await asked(async (reply) => {
    const gone = goneSignal(reply)
    reply.raw.end('done')
    await once(reply.raw, 'close')
    return gone
  })
  expect(signal.aborted).toBe(false)
})
