// The route of webhooks with a clock and a log under the test's control: limits, outages, and what stays in the log.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../../../apps/api/app.ts'
import { acceptForget } from '../../../../../apps/api/intake/forget.ts'
import { encode } from '../../../../../infra/runtime/envelope/codec.ts'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import { replay } from '../../../../../infra/runtime/replay/replay.ts'
import { createKeepAudit } from '../../../../../processors/keep-audit/processor.ts'
import type { AnyTopicName } from '../../../../../schemas/topics.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { type Flow, inMemoryProjections, startFlow } from '../../../../processors/in-memory.ts'
import { appParts } from '../../app-parts.ts'
import { type Delivery, github, stripe } from '../../sources/deliveries.ts'

const KEY = 'route-key-0123456789abcdef'
const USERS = { [stripe.user]: 'anna' }

let flow: Flow
let parts: Awaited<ReturnType<typeof appParts>>
let app: FastifyInstance
let now: Date
/** The next writes fail as they do during an outage of a store. */
let outages: number

beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00.000Z')
  outages = 0
  flow = await startFlow()
  const accept: Flow['intake']['accept'] = async (write) => {
    if (outages-- > 0) throw new Outage('the store is down')
    return flow.intake.accept(write)
  }
  parts = await appParts(flow.ports, () => now)
  app = await buildApp({
    ...parts,
    intake: { ...flow.intake, accept },
    config: {
      BOOTSTRAP_API_KEY: KEY,
      PUBLIC_URL: 'https://memory.example.com',
      RATE_LIMIT_SCALE: 1,
    },
  })
})
afterEach(async () => {
  await app.close()
  await parts.watch.stop()
  await parts.settings.close()
  await flow.stop()
})

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await app.inject({
    method,
    url: `/v1${path}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

async function bind(users = USERS): Promise<string> {
  const { secret } = stripe
  const request = { appId: 'app', source: 'stripe', secret, users }
  return (await call('POST', '/config/sources', request)).body.id
}

async function send(delivery: Delivery = stripe, query = '', remoteAddress = '127.0.0.1') {
  const { body, secret } = delivery
  const signature = await delivery.sign({ body, secret, at: now, url: '' })
  return app.inject({
    method: 'POST',
    url: `/v1/webhooks/${delivery.source}${query}`,
    remoteAddress,
    headers: { ...delivery.headers, ...signature },
    payload: body,
  })
}

const eventsOf = async (topic: AnyTopicName) =>
  (await recordsOf(flow.ports.log, topic)).flatMap(({ event }) => event ?? [])

test('given a binding, when it is removed, then its event is gone from the log, and it lay there sealed', async () => {
  const id = await bind()
  const [event] = await eventsOf('memory.settings.v1')
  expect(event).toMatchObject({ type: 'SourceBound', userId: '_', open: { sourceId: id } })
  const stored = JSON.stringify(event) + Buffer.from(event!.sealed!).toString('latin1')
  expect(stored).not.toMatch(/whsec_|cus_|anna/)
  expect((await call('DELETE', `/config/sources/app/${id}`)).status).toBe(204)
  const left = await eventsOf('memory.settings.v1')
  expect(left.map(({ type }) => type)).toEqual(['SourceUnbound'])
  expect((await send()).statusCode).toBe(401)
})

test('given a store that is down, when a delivery comes and comes again, then it is stored once', async () => {
  await bind()
  outages = 1
  expect((await send()).statusCode).toBe(503)
  const [first, second] = [await send(), await send()]
  expect(first.json().status).toBe('processed')
  expect(second.json()).toEqual(first.json())
  const written = await eventsOf('memory.writes.v1')
  expect(written.map(({ id, type }) => [id, type])).toEqual([
    [first.json().eventId, 'ActivityRecorded'],
  ])
})

test.each(['x', 'json; charset=', '/', 'text/plain', ''])(
  'given a delivery whose content type is “%s”, then it is taken, because its bytes alone count',
  async (type) => {
    await bind()
    const headers = { ...stripe.headers, 'content-type': type }
    const answer = await send({ ...stripe, headers })
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'processed'])
  },
)

test('given the same delivery many times at once, then it is stored once', async () => {
  await bind()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
  expect(new Set(answers.map((answer) => answer.json().eventId)).size).toBe(1)
  await flow.drained()
  const { body } = await call('GET', '/resources/app/anna')
  expect(body.pagination.total).toBe(1)
})

test('given a thousand calls within a minute, then the next is refused, and the next minute is free', async () => {
  await bind()
  for (let used = 1; used <= 1000; used += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  }
  const refused = await send()
  expect([refused.statusCode, refused.headers['x-ratelimit-limit']]).toEqual([429, '1000'])
  now = new Date(now.getTime() + 60_000)
  expect((await send()).statusCode).toBe(200)
})

test('given ignored deliveries, when a day has passed, then the kind is told once more', async () => {
  await bind({})
  for (let day = 0; day < 3; day++) {
    for (let n = 0; n < 3; n++) expect((await send()).json()).toEqual({ status: 'ignored' })
    now = new Date(now.getTime() + 24 * 60 * 60 * 1000)
  }
  await flow.drained()
  const { body } = await call('GET', '/audit/app')
  expect(body.data.map(({ at }: { at: string }) => at.slice(0, 10))).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})

const stripeSays = (type: string, customer = stripe.user): Delivery => ({
  ...stripe,
  body: stripe.body
    .replace('evt_3MtwBwLkdIwHu7ix28a3tqPa', `evt_${type}_${customer}`)
    .replace('charge.refunded', type)
    .replace(stripe.user, customer),
})

test('given a user with ignored webhooks, when forgotten, then no trace of them is left, and a replay agrees', async () => {
  await bind()
  await send()
  await send(stripeSays('charge.expired'))
  await send(stripeSays('charge.refunded', 'cus_of_nobody'))
  await flow.drained()
  const typesOf = async (path: string) => {
    const { body } = await call('GET', path)
    return body.data.map(({ type }: { type: string }) => type)
  }
  expect(await typesOf('/audit/app/anna')).toContain('WebhookIgnored')
  await acceptForget(flow.ports, { appId: 'app', userId: 'anna' }, now)
  await flow.drained()
  expect(await typesOf('/audit/app/anna')).not.toContain('WebhookIgnored')
  expect(await typesOf('/audit/app')).toEqual(['WebhookIgnored'])
  const ignored = (await eventsOf('memory.writes.v1')).filter(
    ({ type }) => type === 'WebhookIgnored',
  )
  expect(ignored.map(({ userId }) => userId)).toEqual(['_'])
  const fresh = inMemoryProjections()
  await replay(flow.runtime, createKeepAudit(fresh), () => undefined)
  expect(await fresh.audit.digest()).toBe(await flow.ports.audit.digest())
})

test('given ten bindings of a source, when an app asks for one more, then it is refused; others are not', async () => {
  const request = (appId: string, n: number) => ({
    appId,
    source: 'slack',
    secret: `a-secret-of-slack-${n}`,
  })
  for (let n = 0; n < 10; n++) {
    expect((await call('POST', '/config/sources', request('app', n))).status).toBe(201)
  }
  const { status, body } = await call('POST', '/config/sources', request('app', 10))
  expect([status, body.error.details.field]).toEqual([400, 'source'])
  expect((await call('POST', '/config/sources', request('app', 3))).status).toBe(201)
  expect((await call('POST', '/config/sources', request('other', 10))).status).toBe(201)
})

/** Ten bindings for each of so many apps, in the log at once. */
async function squat(apps: number): Promise<void> {
  const scopes = Array.from({ length: apps }, (_, n) => ({ appId: `squatter-${n}`, userId: '_' }))
  const keys = await flow.ports.keys.current(scopes)
  const at = now.toISOString()
  const provenance = { recordedAt: at, causationId: null, traceparent: null }
  const bound = scopes.flatMap((scope, app) =>
    Array.from({ length: 10 }, (_, n) => {
      const open = { sourceId: randomUUID(), source: 'stripe', createdAt: at }
      const sealed = { secret: `the secret ${n} of squatter ${app}`, users: null }
      const event = { id: randomUUID(), type: 'SourceBound' as const, ...scope, occurredAt: at }
      return encode({ ...event, open, sealed }, provenance, keys[app]!)
    }),
  )
  await flow.ports.log.append(bound)
  await parts.settings.caughtUp()
  expect(parts.settings.current().sources.get('stripe')?.size).toBe(apps * 10)
}

test('given ten bindings of each of a hundred other apps, when a delivery comes without naming its own, then it is taken', async () => {
  await squat(100)
  await bind()
  expect((await send()).json().status).toBe('processed')
})

test('given wrong signatures without end, when an address has had too much hashed, then it waits and others do not', async () => {
  const ids = []
  for (let n = 0; n < 10; n++) {
    const request = { appId: 'a', source: 'github', secret: `the-secret-of-other-${n}` }
    ids.push((await call('POST', '/config/sources', request)).body.id)
  }
  const large = { ...github, secret: 'wrong', body: ' '.repeat(1024 * 1024) }
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await send(large)).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429])
  const named = { ...github, secret: 'the-secret-of-other-0' }
  expect((await send(named)).statusCode).toBe(429)
  expect((await send(named, `?binding=${ids[0]}`)).statusCode).toBe(200)
  expect((await send(named, '', '192.0.2.7')).statusCode).toBe(200)
  expect((await send(named)).statusCode).toBe(200)
})

test('given a body that was signed once, when it comes under other delivery ids, then it is stored once', async () => {
  await call('POST', '/config/sources', { appId: 'app', source: 'github', secret: github.secret })
  const under = (id: string) => ({
    ...github,
    headers: { ...github.headers, 'x-github-delivery': id },
  })
  const answers = []
  for (const id of ['one', 'two', 'three']) answers.push((await send(under(id))).json())
  expect(new Set(answers.map(({ eventId }) => eventId)).size).toBe(1)
  await flow.drained()
  const { body } = await call('GET', `/resources/app/github:${github.user}`)
  expect(body.pagination.total).toBe(1)
})

test.each([
  [['invoice.paid', 'invoice.payment_succeeded']],
  [['invoice.payment_succeeded', 'invoice.paid']],
  [['invoice.payment_succeeded']],
])('given %j of one invoice, then it is remembered once, as paid', async (types) => {
  await bind()
  for (const type of types) expect((await send(stripeSays(type))).json().status).toBe('processed')
  await flow.drained()
  const { body } = await call('GET', '/items/app/anna')
  expect(body.data.map(({ content }: { content: string }) => content)).toEqual([
    expect.stringMatching(/^Paid the invoice /),
  ])
})
