// What the client retries, how long it waits before, and what it never repeats.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemory } from '../../../../apps/clients/typescript/memory.ts'
import { retryingFetch } from '../../../../apps/clients/typescript/retry.ts'

type Reply = Response | Error
type Sent = { path: string; key: string | null }

/** A network that gives these replies, one after the other, and the waits between them. */
function network(replies: Reply[], options: { maxWaitMs?: number } = {}) {
  const sent: Sent[] = []
  const waits: number[] = []
  const memory = createMemory({
    url: 'http://service.test/v1/',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    chance: () => 1,
    wait: async (ms) => void waits.push(ms),
    fetch: async (request) => {
      const { headers, url } = request
      sent.push({ path: new URL(url).pathname, key: headers.get('idempotency-key') })
      const reply = replies.shift()!
      if (reply instanceof Error) throw reply
      return reply
    },
    ...options,
  })
  return { memory, sent, waits }
}

const queued = () => Response.json({ status: 'queued', resourceId: 'r1' }, { status: 202 })
const refused = (status: number, code: string, headers = {}) =>
  Response.json(
    { error: { code, message: 'why', details: { field: 'content' } } },
    { status, headers },
  )
const lost = () => new TypeError('fetch failed')
/** Begins as the service's answer does, and ends in the middle. */
const cutOff = (contentType: string) => {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"status":')),
    pull: (stream) => stream.error(new TypeError('terminated')),
  })
  return new Response(body, { headers: { 'content-type': contentType } })
}

describe('the client', () => {
  it('given an outage then it writes again under the same key, waiting longer each time', async () => {
    const { memory, sent, waits } = network([lost(), refused(503, 'SERVICE_UNAVAILABLE'), queued()])
    expect(await memory.remember('I live in Berlin.')).toBe('r1')
    expect(sent.map(({ path }) => path)).toEqual(Array(3).fill('/v1/memorize'))
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/)
    expect(waits).toEqual([200, 400])
  })

  it('gives every write a key of its own', async () => {
    const { memory, sent } = network([queued(), queued()])
    await memory.remember('one')
    await memory.remember('one')
    expect(sent[0]!.key).not.toBe(sent[1]!.key)
  })

  it('given a rate limit then it waits as long as it is told', async () => {
    const { memory, waits } = network([
      refused(429, 'RATE_LIMITED', { 'retry-after': '7' }),
      queued(),
    ])
    await memory.remember('I live in Berlin.')
    expect(waits).toEqual([7000])
  })

  it('given a wait beyond its patience then it fails at once', async () => {
    const reply = refused(429, 'RATE_LIMITED', { 'retry-after': '60' })
    const { memory, sent, waits } = network([reply], { maxWaitMs: 30_000 })
    await expect(memory.remember('x')).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect([sent.length, waits.length]).toEqual([1, 0])
  })

  it('gives up after its retries, with what came last', async () => {
    const { memory, sent } = network([lost(), lost(), lost(), lost()])
    await expect(memory.remember('x')).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 })
    expect(sent).toHaveLength(4)
  })

  it.each([400, 401, 403, 404, 500])('does not repeat what was answered %i', async (status) => {
    const { memory, sent } = network([refused(status, 'VALIDATION_ERROR')])
    const failure = { code: 'VALIDATION_ERROR', status, details: { field: 'content' } }
    await expect(memory.remember('x')).rejects.toMatchObject(failure)
    expect(sent).toHaveLength(1)
  })

  it('given an answer that is cut off then it asks again, under the same key', async () => {
    const { memory, sent } = network([cutOff('application/json; charset=utf-8'), queued()])
    expect(await memory.remember('I live in Berlin.')).toBe('r1')
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  it('given that every answer is cut off then the failure is an error of the client', async () => {
    const { memory } = network(Array.from({ length: 4 }, () => cutOff('application/json')))
    const failure = { name: 'PalimpsestError', code: 'UNREACHABLE', status: 0 }
    await expect(memory.context()).rejects.toMatchObject(failure)
  })

  it('leaves a stream of lines, such as an export, to its caller', async () => {
    const { memory, sent } = network([cutOff('application/x-ndjson')])
    const params = { path: { appId: 'shop', userId: 'anna' } }
    const call = memory.api.GET('/v1/export/{appId}/{userId}', { params, parseAs: 'stream' })
    const { data } = await call
    const { value } = await data!.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('{"status":')
    expect(sent).toHaveLength(1)
  })

  it('does not repeat what makes something each time, such as a key', async () => {
    const { memory, sent } = network([lost()])
    const body = { name: 'agent', appIds: ['shop'], permissions: ['memory:read' as const] }
    await expect(memory.api.POST('/v1/config/keys', { body })).rejects.toThrow('cannot be reached')
    expect(sent).toHaveLength(1)
  })

  it('says so where what answers is no such service', async () => {
    const { memory } = network([
      new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }),
    ])
    await expect(memory.context()).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })

  it('stops when its caller does', async () => {
    const stop = new AbortController()
    const { memory, sent } = network([lost(), queued()])
    stop.abort(new Error('enough'))
    await expect(memory.remember('x', { signal: stop.signal })).rejects.toThrow('enough')
    expect(sent.length).toBeLessThan(2)
  })
})

describe('the limit of an attempt', () => {
  /** Asks a service that replies with this body, and tells whether the request was ended after 30 seconds. */
  async function given(contentType: string) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { readable, writable } = new TransformStream()
    const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>()
    const answer = retryingFetch({
      fetch: async ({ signal }) => {
        ask(signal)
        signal.addEventListener('abort', () => void writable.abort(signal.reason))
        return new Response(readable, { headers: { 'content-type': contentType } })
      },
      wait: async () => undefined,
      chance: () => 1,
      retries: 0,
      timeoutMs: 30_000,
      maxWaitMs: 0,
    })(new Request('http://service.test/v1/export/shop'))
    return { answer, signal: await asked }
  }

  it('ends one whose JSON does not come', async () => {
    const { answer, signal } = await given('application/json')
    const failed = expect(answer).rejects.toMatchObject({ code: 'UNREACHABLE' })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await failed
  })

  it('does not end an export, which the caller reads for as long as it takes', async () => {
    const { answer, signal } = await given('application/x-ndjson')
    expect((await answer).status).toBe(200)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(signal.aborted).toBe(false)
  })
})
