// The cost of /mcp and its limit; test/journeys/clients.test.ts covers what it does.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rateLimits } from '../../../../apps/api/plugins/operations.ts'
import { type Door, openDoor } from '../plugins/door.ts'

const SCALE = 0.02
const URL = '/mcp?appId=app&userId=u'

let door: Door
beforeEach(async () => {
  door = await openDoor({ RATE_LIMIT_SCALE: SCALE })
})
afterEach(() => door.close())

/** A message of the protocol, in the form that needs no handshake. */
function message(method: string, params: object = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
}

function send(method: string, params: { name?: string } = {}) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(params.name ? { 'mcp-name': params.name } : {}),
  }
  return door.call('POST', URL, { body: message(method, params), headers })
}

test('every message counts', async () => {
  const limit = Math.floor(rateLimits.mcp * SCALE)
  for (let used = 1; used <= limit; used++) {
    const { status, headers } = await send('tools/list')
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(limit - used)])
  }
  expect((await send('tools/list')).status).toBe(429)
})

test('calls of a tool count for its app, and the tool says so at once', async () => {
  const limit = Math.floor(rateLimits.retrieve * SCALE)
  const recall = () =>
    send('tools/call', { name: 'recall', arguments: { query: 'Berlin' } } as object)
  for (let used = 1; used <= limit; used++)
    expect((await recall()).body.result.isError).not.toBe(true)
  // A separate client would wait these seconds, three times; here that would hold a caller's request.
  door.clock.now = new Date(door.clock.now.getTime() + 45_000)
  const { status, body } = await recall()
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^RATE_LIMITED/) }],
  })
})

test('no client can keep a stream open', async () => {
  const { body } = await send('subscriptions/listen', {
    notifications: { toolsListChanged: true },
  } as object)
  expect(JSON.stringify(body)).toContain('limit reached')
})
