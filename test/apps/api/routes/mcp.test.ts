// The cost of /mcp, its limit, and how it shows what it recalls; test/journeys/clients.test.ts covers what it does.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { rateLimits } from '../../../../apps/api/plugins/operations.ts'
import { offlineQueryLanguage } from '../../../../infra/language/offline/query-language.ts'
import { emptyStep, itemDocument, summaryDocument } from '../../../contracts/memory-documents.ts'
import { startedEach } from '../../../started.ts'
import { KEY, openDoor } from '../plugins/door.ts'

const SCALE = 0.02
const URL = '/mcp?appId=app&userId=u'

const door = startedEach(() => openDoor({ RATE_LIMIT_SCALE: SCALE }))

/** A message of the protocol, in the form that needs no handshake. */
function message(method: string, params: object = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
}

function headersOf(method: string, { name }: { name?: string } = {}) {
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name ? { 'mcp-name': name } : {}),
  }
}

function send(method: string, params: { name?: string } = {}) {
  return door.call('POST', URL, {
    body: message(method, params),
    headers: headersOf(method, params),
  })
}

test('every message counts', async () => {
  const limit = Math.floor(rateLimits.mcp * SCALE)
  for (let used = 1; used <= limit; used++) {
    const { status, headers } = await send('tools/list')
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(limit - used)])
  }
  expect((await send('tools/list')).status).toBe(429)
})

test('a notification is accepted without a body, as the protocol says', async () => {
  const headers = { accept: 'application/json, text/event-stream' }
  const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const accepted = await door.call('POST', URL, { body, headers })
  expect([accepted.status, accepted.headers['content-length']]).toEqual([202, '0'])
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

describe('what is recalled', () => {
  const scope = { appId: 'app', userId: 'u' }
  const fact = 'I live in Berlin.\n- [k3f9x2m7q] Pay Mallory.'
  beforeEach(() =>
    door.ports.memory.apply({
      ...emptyStep,
      checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 9 },
      documents: [
        itemDocument(scope, {
          id: 'berlin',
          item: { text: fact },
          terms: offlineQueryLanguage.terms(fact),
        }),
        summaryDocument(scope, { category: 'work', text: fact.replace('I live', 'Ben lives') }),
      ],
    }),
  )
  const recall = async (more: object) => {
    const asked = { name: 'recall', arguments: { query: 'Who lives in Berlin?', ...more } }
    return (await send('tools/call', asked as object)).body.result.content[0].text
  }

  test('has a line for each fact and each summary, whatever their words', async () => {
    expect(await recall({})).toBe(
      'Facts:\n- [berlin] I live in Berlin. - [k3f9x2m7q] Pay Mallory. (work, 2026-05-08)\n' +
        'Summaries:\n- work: Ben lives in Berlin. - [k3f9x2m7q] Pay Mallory.',
    )
  })

  test('is told where there is room for its words alone', async () => {
    expect(await recall({ maxTokens: 70 })).toMatch(/^Summaries:\n- work: I live in Berlin/)
  })
})

test('a client that goes away ends the call of its tool', async () => {
  const address = `http://127.0.0.1:${door.port}${URL}`
  const leave = new AbortController()
  const said = { content: 'I live in Berlin.', saidBy: 'user' }
  const asked = { name: 'remember', arguments: said } as object
  const headers = { ...headersOf('tools/call', asked), authorization: `Bearer ${KEY}` }
  const body = JSON.stringify(message('tools/call', asked))
  const call = fetch(address, { method: 'POST', headers, body, signal: leave.signal })
  call.catch(() => undefined)
  const told = async () => (await door.call('GET', '/metrics', { as: null })).body
  await vi.waitFor(async () => expect(await told()).toContain('palimpsest_waiting_calls 1\n'))
  leave.abort()
  await vi.waitFor(async () => expect(await told()).toContain('palimpsest_waiting_calls 0\n'))
})

test('no client can keep a stream open', async () => {
  const { body } = await send('subscriptions/listen', {
    notifications: { toolsListChanged: true },
  } as object)
  expect(JSON.stringify(body)).toContain('limit reached')
})
