// Who may read the metrics of the whole service, and what they report of calls.
import { afterEach, expect, test, vi } from 'vitest'
import { type Door, dialWaiting, KEY, openDoor } from './door.ts'

let door: Door
afterEach(() => door.close())

const statusOf = async (path: string, as: string | null) =>
  (await door.call('GET', path, { as })).status

test('METRICS=open: they need no key', async () => {
  door = await openDoor()
  expect(await statusOf('/metrics', null)).toBe(200)
})

test('what operators poll says whether the process lives and is ready', async () => {
  door = await openDoor()
  expect((await door.call('GET', '/livez', { as: null })).body).toEqual({ status: 'alive' })
  expect((await door.call('GET', '/readyz', { as: null })).body).toEqual({ status: 'ready' })
})

test('calls are told by the pattern of their route, and by no identifier', async () => {
  door = await openDoor()
  await door.call('GET', '/v1/context/of-an-app/of-a-user')
  await door.call('GET', '/nowhere/of-a-user', { as: null })
  const { body, headers } = await door.call('GET', '/metrics', { as: null })
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(body).toContain(
    '# HELP palimpsest_http_seconds How long requests took, by route and status.',
  )
  expect(body).toContain(
    'palimpsest_http_seconds_count{method="GET",route="/v1/context/:appId/:userId",status="200"} 1',
  )
  expect(body).toContain(
    'palimpsest_http_seconds_count{method="GET",route="unknown",status="404"} 1',
  )
  const buckets = [...body.matchAll(/http_seconds_bucket\{le="([^"]+)",[^}]*unknown/g)]
  expect(buckets.map(([, le]) => le)).toEqual([
    '0.002',
    '0.005',
    '0.01',
    '0.025',
    '0.05',
    '0.1',
    '0.25',
    '1',
    '5',
    '30',
    '+Inf',
  ])
  expect(body).toContain(
    '# HELP palimpsest_connections_refused_total Connections dropped because there were too many, in all or of one address.',
  )
  expect(body).toMatch(/^palimpsest_connections_refused_total 0$/m)
  expect(body).toMatch(/^process_cpu_seconds_total/m)
  expect(body).toMatch(/^palimpsest_retrieval_/m)
  expect(body).toMatch(/^palimpsest_intake_writes 0$/m)
  expect(body).not.toMatch(/of-an-app|of-a-user/)
})

test('a call whose client has gone is told with the status 499, once', async () => {
  door = await openDoor()
  const client = dialWaiting(door, 'app')
  const told = async () => (await door.call('GET', '/metrics', { as: null })).body
  await vi.waitFor(async () => expect(await told()).toContain('palimpsest_waiting_calls 1\n'))
  client.socket.destroy()
  await vi.waitFor(async () => expect(await told()).toContain('palimpsest_waiting_calls 0\n'))
  const ofMemorize = (await told()).match(/^palimpsest_http_seconds_count.*memorize.*$/gm)
  expect(ofMemorize).toEqual([
    'palimpsest_http_seconds_count{method="POST",route="/v1/memorize",status="499"} 1',
  ])
})

test.each([
  ['Bearer wrong', 401],
  ['bearer wrong', 401],
  ['Basic wrong', 200],
  ['Basic Bearer wrong', 200],
  [`Bearer ${KEY}`, 200],
])('METRICS=open: a key that is shown must be valid: %s', async (authorization, status) => {
  door = await openDoor()
  const answer = await door.call('GET', '/metrics', { as: null, headers: { authorization } })
  expect(answer.status).toBe(status)
})

test('METRICS=key: they need one with audit:read for every app', async () => {
  door = await openDoor({ METRICS: 'key' })
  expect(await statusOf('/metrics', null)).toBe(401)
  const keys = [
    [['audit:read'], ['app'], 403, 'the key does not hold every app'],
    [['memory:read', 'config:write'], ['*'], 403, 'the key lacks the permission audit:read'],
    [['audit:read'], ['*'], 200, undefined],
    [['admin'], ['*'], 200, undefined],
  ] as const
  for (const [permissions, apps, ...told] of keys) {
    const { key } = await door.makeKey([...permissions], [...apps])
    const { status, body } = await door.call('GET', '/metrics', { as: key })
    expect([status, body.error?.message]).toEqual(told)
  }
  expect(await statusOf('/livez', null)).toBe(200)
  expect(await statusOf('/readyz', null)).toBe(200)
})

test('METRICS=off: they are not there', async () => {
  door = await openDoor({ METRICS: 'off' })
  const admin = await door.makeKey(['admin'], ['*'])
  expect(await statusOf('/metrics', admin.key)).toBe(404)
})
