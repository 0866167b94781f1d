// How the console is served: its policy, its size, its caching, and that it can be turned off.
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Bundle, bundleConsole } from '../../../apps/console/bundle.ts'
import { startedOnce } from '../../started.ts'
import { openDoor } from '../api/plugins/door.ts'

const KB = 1_000
const MOST_IN_ALL = 130 * KB
const MOST_AT_FIRST = 50 * KB

const door = startedOnce(openDoor)
let bundle: Bundle
beforeAll(async () => {
  bundle = await bundleConsole()
})

const get = (url: string, headers: Record<string, string> = {}) =>
  door.app.inject({ method: 'GET', url, headers })

describe('the page', () => {
  test.each(['/', '/console/'])('is where %s leads', async (path) => {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location]).toEqual([302, '/console'])
  })

  test('may load and ask its own origin only, also over plain http', async () => {
    const { statusCode, headers } = await get('/console')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })

  test('names its script, its styles and its icon, each of which is there', async () => {
    const { body } = await get('/console')
    const named = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
    expect(named.map((url) => url.split('.').at(-1)).sort()).toEqual(['css', 'js', 'svg'])
    for (const url of named) {
      const { statusCode, headers } = await get(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  test('is looked for again each time, and its assets never', async () => {
    const page = await get('/console')
    expect(page.headers['cache-control']).toBe('no-cache')
    const [name] = bundle.first
    const asset = await get(`/console/assets/${name}`)
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const again = await get('/console', { 'if-none-match': String(page.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is compressed for clients that accept it', async () => {
    const plain = await get('/console')
    const packed = await get('/console', { 'accept-encoding': 'gzip, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  })

  test.each([
    '/console/assets/nothing.js',
    '/console/assets/..%2fconsole.html',
    '/console/nothing',
  ])('has nothing else below it: %s', async (url) => {
    const { statusCode, json } = await get(url)
    expect([statusCode, json().error.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('what is loaded', () => {
  const sizeOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + bundle.assets.get(name)!.gzipped.length, 0)

  test(`is at most ${MOST_AT_FIRST / KB} kB at first, and ${MOST_IN_ALL / KB} kB in all`, () => {
    const page = bundle.page.on.gzipped.length
    const [first, all] = [page + sizeOf(bundle.first), page + sizeOf(bundle.assets.keys())]
    // Fails in both directions: the count must cover every asset.
    expect(first).toBeGreaterThan(20 * KB)
    expect(first).toBeLessThanOrEqual(MOST_AT_FIRST)
    expect(all).toBeGreaterThan(first + 20 * KB)
    expect(all).toBeLessThanOrEqual(MOST_IN_ALL)
  })

  const holding = (pattern: RegExp) =>
    [...bundle.assets].filter(([, { body }]) => pattern.test(String(body))).map(([name]) => name)

  test('holds nothing of the service: schemas are there as types alone', () => {
    expect(holding(/\/memorize/)).toEqual([expect.stringMatching(/^main-/)])
    expect(holding(/ZodError|safeParse/)).toEqual([])
  })

  test('names no other origin', () => {
    // The rest are XML names, from which the browser loads nothing.
    expect(holding(/https?:\/\/(?!www\.w3\.org\/)[\w.-]+/)).toEqual([])
  })
})

test('given DOCS=off, then the page names no reference', async () => {
  expect((await get('/console')).body).toContain('data-docs="on"')
  const closed = await openDoor({ DOCS: 'off' })
  const { body } = await closed.app.inject({ method: 'GET', url: '/console' })
  expect([body.includes('data-docs="off"'), body.includes('/docs')]).toEqual([true, false])
  await closed.close()
})

test('given CONSOLE=off, then it is not there, and / leads nowhere', async () => {
  const closed = await openDoor({ CONSOLE: 'off' })
  for (const path of ['/', '/console']) {
    expect((await closed.call('GET', path, { as: null })).status).toBe(404)
  }
  await closed.close()
})
