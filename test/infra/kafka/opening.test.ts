// A log that cannot be opened leaves nothing open: callers try again, a forget that looks for a candidate without end.
import { createServer } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createSilentServer,
  type Socket,
} from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createKafkaEventLog } from '../../../infra/kafka/event-log.ts'
import { eventually } from '../../contracts/eventually.ts'

test('given a schema registry that refuses, when the log is opened, then no connection to a broker is made and kept', async () => {
  const registry = createServer((_, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void registry.close())
  const { port } = registry.address() as AddressInfo
  let connections = 0
  const opened = createKafkaEventLog({
    brokers: [`127.0.0.1:${port}`],
    registryUrl: `http://127.0.0.1:${port}`,
    clientId: 'test',
    socketFactory: (to) => {
      connections++
      return connect(to)
    },
  })
  await expect(opened).rejects.toMatchObject({ outage: true })
  expect(connections).toBe(0)
})

test('given brokers that take connections and never answer, when the log is opened, then that is told in ten seconds, and no connection stays', async () => {
  const registry = createServer(({ url }, response) => {
    const answer = url?.startsWith('/config')
      ? { compatibilityLevel: 'BACKWARD' }
      : { id: 1, schema: '"string"' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const silent = createSilentServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).resume())
  })
  const sockets = new Set<Socket>()
  for (const server of [registry, silent]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
  }
  const portOf = (server: typeof silent) => (server.address() as AddressInfo).port
  const opened = createKafkaEventLog({
    brokers: [`127.0.0.1:${portOf(silent)}`],
    registryUrl: `http://127.0.0.1:${portOf(registry)}`,
    clientId: 'test',
  })
  await expect(opened).rejects.toMatchObject({
    outage: true,
    message: expect.stringMatching(
      /^preparing the topics: no answer: look whether the brokers run/,
    ),
  })
  await eventually(() => expect(sockets.size).toBe(0))
  // Any other answer may take thirty.
}, 28_000)
