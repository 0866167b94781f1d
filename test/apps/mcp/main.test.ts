// The MCP server over stdio as a shell starts it: what it says of itself, and that it answers before it ends.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = new URL('../../../apps/mcp/main.ts', import.meta.url).pathname
const clientInfo = { name: 'test', version: '1' }
const begin = [
  request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]
const recall = request(2, 'tools/call', { name: 'recall', arguments: { query: 'Oslo' } })

function request(id: number, method: string, params: object) {
  return { jsonrpc: '2.0', id, method, params }
}

const refused = (code: string) => JSON.stringify({ error: { code, message: code, details: {} } })

/** A server of this kind, beside a service whose first answer is finished by the test. */
async function started() {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>()
  const service = createServer((_, response) => {
    resolve(response)
    // To the first attempt: the next one comes long after the input has ended.
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
    service.removeAllListeners('request').on('request', (_, next) => {
      next.writeHead(404, { 'content-type': 'application/json' })
      next.end(refused('NOT_FOUND'))
    })
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PALIMPSEST_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      PALIMPSEST_API_KEY: 'key',
      PALIMPSEST_APP_ID: 'app',
      PALIMPSEST_USER_ID: 'ann',
    },
  })
  onTestFinished(() => {
    child.kill()
    service.closeAllConnections()
    service.close()
  })
  const ended = once(child, 'exit')
  const out = text(child.stdout).catch(() => '')
  const answers = async () =>
    (await out)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const send = (...messages: object[]) =>
    child.stdin.write(messages.map((each) => `${JSON.stringify(each)}\n`).join(''))
  child.stdin.on('error', () => undefined)
  const endInput = () => child.stdin.end()
  const stopReading = () => child.stdout.destroy()
  return { send, endInput, stopReading, answers, asked, ended }
}

test('given a request that is under way, when the input ends, then it is answered, and the process ends', async () => {
  const { send, endInput, answers, asked, ended } = await started()
  send(...begin, recall)
  const response = await asked
  endInput()
  response.end(refused('UNAVAILABLE'))
  expect((await answers()).map(({ id }) => id)).toEqual([1, 2])
  expect(await ended).toEqual([0, null])
})

test('given a request that is under way, when it is cancelled, then its call ends, is not tried again, and is not answered', async () => {
  const { send, endInput, answers, asked, ended } = await started()
  send(...begin, recall)
  const response = await asked
  const gone = once(response, 'close')
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: recall.id } })
  await gone
  endInput()
  expect((await answers()).map(({ id }) => id)).toEqual([1])
  expect(await ended).toEqual([0, null])
  expect(response.writableFinished).toBe(false)
})

test('given a client that reads no more, when something is to be answered, then the process ends', async () => {
  const { send, stopReading, ended } = await started()
  stopReading()
  send(...begin)
  expect(await ended).toEqual([0, null])
})

test('it says that its lists do not change, because it never tells of a change', async () => {
  const { send, endInput, answers } = await started()
  send(...begin)
  endInput()
  const [{ result }] = await answers()
  expect(result.capabilities).toEqual({
    tools: { listChanged: false },
    resources: { listChanged: false },
  })
})

const settings = {
  PALIMPSEST_API_KEY: 'key',
  PALIMPSEST_APP_ID: 'app',
  PALIMPSEST_USER_ID: 'ann',
  PATH: process.env.PATH,
}

test.each([
  [{ PALIMPSEST_URL: 'localhost:8080' }, 'url: must be an address such as http://localhost:8080'],
  [{ PALIMPSEST_API_KEY: 'the\nsecret' }, 'apiKey: must hold only visible ASCII characters'],
])(
  'given a setting with which no call can be made, then it says so before any, and quotes no key',
  async (wrong, told) => {
    const env = { ...settings, ...wrong }
    const ended = promisify(execFile)(process.execPath, [MAIN], { env })
    await expect(ended).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(told),
    })
    await expect(ended).rejects.not.toMatchObject({ stderr: expect.stringContaining('secret') })
  },
)

test('given an address that is empty, as a variable that is not set leaves it, then it takes the usual one', async () => {
  const env = { ...settings, PALIMPSEST_URL: '' }
  const begun = promisify(execFile)(process.execPath, [MAIN], { env })
  begun.child.stdin?.end(`${JSON.stringify(begin[0])}\n`)
  expect((await begun).stdout).toContain('"serverInfo"')
})
