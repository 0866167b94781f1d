// A log that cannot be opened leaves nothing open: callers try again, a forget that looks for a candidate without end.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createKafkaEventLog } from '../../../infra/kafka/event-log.ts'

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
