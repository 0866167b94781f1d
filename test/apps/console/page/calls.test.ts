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
let answer: (request: Request) => Promise<Response>
beforeAll(async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, clear: () => {} })
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('fetch', (request: Request) => answer(request))
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
