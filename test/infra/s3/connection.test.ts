// A server that falls silent in the middle of an answer, as one does whose machine has gone, or that refuses.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'

/** The error of a read of one object, or of what is asked instead. */
async function failureOver(
  answer: RequestListener,
  asks = (objects: ObjectStore): Promise<unknown> => objects.get(objectKey('app', 'somebody', '1')),
): Promise<unknown> {
  const server = createServer(answer)
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
  return asks(objects).then(
    () => 'none',
    (reason) => reason,
  )
}

test('given a server that sends a part of an object and no more, when it is got, then that is an outage', async () => {
  const error = await failureOver((_, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('words')
  })
  expect([isOutage(error), `${error}`]).toEqual([true, expect.not.stringContaining('somebody')])
})

test.each([{ 'content-length': '10' }, { 'transfer-encoding': 'chunked' }])(
  'given a server that breaks off in the middle of an object (%j), when it is got, then that is an outage',
  async (headers) => {
    const error = await failureOver((_, response) => {
      response.writeHead(200, headers)
      response.write('words', () => response.destroy())
    })
    expect([isOutage(error), `${error}`]).toEqual([true, expect.not.stringContaining('somebody')])
  },
)

test.each([
  // The connection was too slow for the server.
  [400, 'RequestTimeout', true],
  [307, 'TemporaryRedirect', true],
  [400, 'ExpiredToken', true],
  [400, 'InvalidToken', true],
  [400, 'AuthorizationHeaderMalformed', true],
  [301, 'PermanentRedirect', true],
  [400, 'InvalidRequest', false],
])(
  'given a server that answers %i %s, when an object is got, then that is an outage: %s',
  async (status, code, outage) => {
    const error = await failureOver((_, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code><Message>somebody</Message></Error>`)
    })
    expect([isOutage(error), `${error}`]).toEqual([outage, expect.not.stringContaining('somebody')])
  },
)

test.each([
  // The bucket is in another region.
  [301, 'MovedPermanently', true],
  [307, 'TemporaryRedirect', true],
  // The token has expired.
  [400, 'BadRequest', true],
  [403, 'Forbidden', true],
  [404, 'NotFound', false],
  [412, 'PreconditionFailed', false],
  [503, 'ServiceUnavailable', true],
  [599, 'Unknown', true],
])(
  'given a server that answers HEAD with %i, then that is told as %s, and is an outage: %s',
  async (status, code, outage) => {
    const failure = await failureOver(
      (_, response) => response.writeHead(status).end(),
      (objects) => objects.ping(),
    )
    expect(failure).toMatchObject({ code, outage })
  },
)
