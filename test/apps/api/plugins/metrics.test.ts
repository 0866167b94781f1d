// Who may read what concerns the whole service: the metrics and the reference.
import { afterEach, expect, test } from 'vitest'
import { type Door, openDoor } from './door.ts'

let door: Door
afterEach(() => door.close())

const statusOf = async (path: string, as: string | null) =>
  (await door.call('GET', path, { as })).status

test('METRICS=open: they need no key', async () => {
  door = await openDoor()
  expect(await statusOf('/metrics', null)).toBe(200)
})

test('METRICS=key: they need one with audit:read for every app', async () => {
  door = await openDoor({ METRICS: 'key' })
  expect(await statusOf('/metrics', null)).toBe(401)
  const keys = [
    [['audit:read'], ['app'], 403],
    [['memory:read', 'config:write'], ['*'], 403],
    [['audit:read'], ['*'], 200],
    [['admin'], ['*'], 200],
  ] as const
  for (const [permissions, apps, status] of keys) {
    const { key } = await door.makeKey([...permissions], [...apps])
    expect(await statusOf('/metrics', key)).toBe(status)
  }
  expect(await statusOf('/livez', null)).toBe(200)
  expect(await statusOf('/readyz', null)).toBe(200)
})

test('METRICS=off: they are not there', async () => {
  door = await openDoor({ METRICS: 'off' })
  const admin = await door.makeKey(['admin'], ['*'])
  expect(await statusOf('/metrics', admin.key)).toBe(404)
})

test('DOCS: the reference and the document are there, or neither is', async () => {
  const paths = ['/docs', '/docs/json', '/docs/static/index.html', '/v1/openapi.json']
  door = await openDoor()
  for (const path of paths) expect(await statusOf(path, null)).toBeLessThan(400)
  await door.close()
  door = await openDoor({ DOCS: 'off' })
  for (const path of paths) expect(await statusOf(path, null)).toBe(404)
  expect(await statusOf('/v1/health', null)).toBe(401)
})

test('the document tells of 429 with its headers, of 408 and of 413', async () => {
  door = await openDoor()
  const { body } = await door.call('GET', '/v1/openapi.json', { as: null })
  const { responses } = body.paths['/v1/memorize'].post
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['408', '413', '429']))
  expect(Object.keys(responses['429'].headers)).toEqual([
    'Retry-After',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ])
})
