// Which call the console shows for an answer, and what it says of answers that are none of the service.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const ORIGIN = 'http://console.test'

/** Takes addresses without a host, as in a page. */
class PageRequest extends Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init)
  }
}

let calls: typeof import('../../../../apps/console/page/calls.ts')
let answer: (request: Request, signal?: AbortSignal | null) => Promise<Response>
beforeAll(async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, clear: () => {} })
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('fetch', (request: Request, { signal }: RequestInit) => answer(request, signal))
  calls = await import('../../../../apps/console/page/calls.ts')
})
afterAll(() => vi.unstubAllGlobals())

const ask = (query: string) => {
  const body = { appId: 'shop', userId: 'anna', query }
  return calls.told(calls.api.POST('/v1/retrieve', { body }))
}

test('given two calls at once, when both are answered, then each answer has its own call', async () => {
  const held = Promise.withResolvers<void>()
  answer = async (request) => {
    const { query } = (await request.json()) as { query: string }
    if (query === 'first') await held.promise
    return query === 'first'
      ? Response.json({ relevantItems: [] })
      : Response.json({ relevantItems: [] }, { status: 404 })
  }
  const first = ask('first')
  const second = await ask('second')
  held.resolve()
  const path = '/retrieve'
  const body = { appId: 'shop', userId: 'anna' }
  expect(calls.callOf(second)).toEqual({ method: 'POST', path, body: { ...body, query: 'second' } })
  expect(calls.callOf(await first)).toEqual({
    method: 'POST',
    path,
    body: { ...body, query: 'first' },
  })
})

test('given a page in the place of an answer, when it is read, then the person is told what may stand before the service', async () => {
  answer = async () => new Response('<html>Sign in</html>')
  await expect(ask('any')).rejects.toMatchObject({
    name: 'Refused',
    message: expect.stringContaining('proxy'),
  })
})

test('given a service that never answers, when a person has waited, then they are told, and one who has left is not', async () => {
  const waits: number[] = []
  const late = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms)
    return late.signal
  })
  answer = (_, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const leaving = new AbortController()
  const left = calls.told(calls.api.GET('/v1/health', { signal: leaving.signal }))
  const read = calls.told(calls.api.GET('/v1/health'))
  const changed = ask('any')
  await vi.waitFor(() => expect(waits).toEqual([20_000, 20_000, 60_000]))
  leaving.abort()
  await expect(left).rejects.toSatisfy(calls.wasLeft)
  late.abort(new DOMException('', 'TimeoutError'))
  for (const asked of [read, changed]) {
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('in time') })
  }
})
