// What a command says where the answer is none of the service.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  type ApiClient,
  createApiClient,
  Unavailable,
} from '../../../../apps/cli/command/api-client.ts'
import { CommandFailed } from '../../../../apps/cli/command/command.ts'

let server: Server
let client: ApiClient
afterEach(() => {
  client.close()
  server.close()
})

/** A client of a server that gives this answer to every call. */
async function answering(
  status: number,
  text: string,
  { breaksOff = false } = {},
): Promise<string> {
  server = createServer((_, response) => {
    response.writeHead(status)
    if (breaksOff) response.write(text, () => response.destroy())
    else response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createApiClient({ url, key: 'k' })
  return url
}

test('given a page in the place of an answer, when a command calls, then it says where it called and what to do', async () => {
  const url = await answering(200, '<html>Sign in</html>')
  const failure = await client.health().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CommandFailed)
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^GET \/health answered 200, but not as the service does/),
  })
  expect(String(failure)).toContain(`${url}/v1`)
  expect(String(failure)).toContain('--url')
})

test('given a 404 of another server, when a command retrieves, then it says so too', async () => {
  await answering(404, 'not found')
  const asked = client.retrieve({ appId: 'shop', userId: 'anna', query: 'tea' })
  await expect(asked).rejects.toThrow(/POST \/retrieve answered 404, but not as the service does/)
})

test('given a key that the service does not know, when a command calls, then another is asked for', async () => {
  const url = await answering(401, '{"error":{"code":"UNAUTHORIZED","message":"none"}}')
  const told = `the service at ${url} does not know this key: give another one with --key KEY`
  await expect(client.health()).rejects.toThrow(told)
})

test('given a refusal, when a command calls, then its sentence is told and not its JSON', async () => {
  const message = 'a part of the service cannot be reached: try again'
  const refusal = { error: { code: 'SERVICE_UNAVAILABLE', message, details: {} } }
  await answering(503, JSON.stringify(refusal))
  const failure = await client.health().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Unavailable)
  expect(failure).toMatchObject({ message: `GET /health answered 503: ${message}` })
})

test('given an answer that breaks off, when a command calls, then it says that the service cannot be reached', async () => {
  await answering(200, '{"status"', { breaksOff: true })
  await expect(client.health()).rejects.toThrow(/^the service at http.* cannot be reached: /)
})

test('given an answer of the service, when a command calls, then it has it', async () => {
  await answering(200, '{"status":"healthy"}')
  expect(await client.health()).toEqual({ status: 'healthy' })
})
