// How `maintain` answers mistakes; test/journeys/maintain.test.ts covers what it does.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Io } from '../../../../apps/cli/command/command.ts'
import { runCli } from '../../../../apps/cli/main.ts'

async function run(...args: string[]) {
  const err: string[] = []
  const io: Io = {
    out: () => undefined,
    err: (line) => err.push(line),
    isTerminal: false,
    signal: new AbortController().signal,
  }
  return { code: await runCli(['maintain', ...args], io), err: err.join('\n') }
}

test.each([
  ['a user without an app', ['--user', 'ana'], /--user needs --app/],
  ['an address that is none', ['--url', 'nowhere'], /--url must be an address/],
  ['an address without http', ['--url', 'localhost:8080'], /--url must be an address/],
  ['an address of a shell whose variable is not set', ['--url', ''], /--url is empty/],
  ['something else', ['everything'], /unexpected argument 'everything'/],
])('given %s, when called, then it says what to change', async (_, args, message) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toMatch(message)
})

test('given a service that does not run, when asked, then that is told', async () => {
  // Nothing listens on the port of `discard`.
  const { code, err } = await run('--url', 'http://127.0.0.1:9', '--key', 'k'.repeat(20))
  expect(code).toBe(1)
  expect(err).toMatch(/cannot be reached: nothing listens there; start it, or give .* --url URL/)
})

test('given an app without users, when asked, then that is no success', async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(202, { 'content-type': 'application/json' })
    const pagination = { total: 0, limit: 50, hasMore: false, nextCursor: null }
    response.end(JSON.stringify({ status: 'accepted', data: [], pagination }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const address = ['--url', `http://127.0.0.1:${port}`, '--key', 'k'.repeat(20)]
  const { code, err } = await run('--app', 'nope', ...address)
  expect([code, err]).toEqual([1, 'there is no user with memories in the app nope'])
  // A service in which no one has written yet has nothing to maintain.
  expect((await run(...address)).code).toBe(0)
})
