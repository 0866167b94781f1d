// A server that falls silent in the middle of an answer, as one does whose machine has gone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { objectKey } from '../../../infra/ports/object-store.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'

test('given a server that sends a part of an object and no more, when it is got, then that is an outage', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('words')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const objects = createS3ObjectStore({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'bucket',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    silentMs: 20,
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await objects.close()
  })
  const error = await objects.get(objectKey('app', 'somebody', '1')).catch((reason) => reason)
  expect([isOutage(error), `${error}`]).toEqual([true, expect.not.stringContaining('somebody')])
})
