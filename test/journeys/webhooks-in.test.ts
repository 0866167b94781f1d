// Webhooks of other systems: a delivery that the provider signed becomes a memory, an unsigned one leaves nothing.
import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import {
  custom,
  type Delivery,
  deliveries,
  github,
  hubspot,
  salesforce,
  signedByUs,
  slack,
  stripe,
} from '../apps/api/sources/deliveries.ts'
import { startedOnce } from '../started.ts'
import { type Answer, APP, eventually, type Service, startService } from './service.ts'
import { sharedService } from './shared-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
type Json = any

// The app that a delivery in our own scheme names itself.
const service = sharedService(APP)

const bound: { appId: string; id: string }[] = []
afterEach(async () => {
  for (const { appId, id } of bound.splice(0)) {
    await service.call('DELETE', `/config/sources/${appId}/${id}`)
  }
})

async function bind(delivery: Delivery, more: Record<string, unknown> = {}): Promise<Json> {
  const { source, secret } = delivery
  const request = { appId: APP, source, secret, ...more }
  const { status, body } = await service.call('POST', '/config/sources', request)
  expect(status).toBe(201)
  bound.push(body)
  return body
}

type Change = { body?: string; secret?: string; at?: Date; without?: string; query?: string }

/** Sends a delivery as its provider would, except for changes after the signature. */
async function send(
  delivery: Delivery,
  { secret = delivery.secret, at = new Date(), without, query = '', ...change }: Change = {},
  on: Service = service,
): Promise<Answer<Json>> {
  const path = `/webhooks/${delivery.source}${query}`
  const url = `${on.url}/v1${path}`
  const signature = await delivery.sign({ body: delivery.body, secret, at, url })
  const headers: Record<string, string> = { ...delivery.headers, ...signature }
  if (without !== undefined) delete headers[without]
  return on.call('POST', path, undefined, {
    as: null,
    headers,
    raw: change.body ?? delivery.body,
  })
}

/** Everything that a delivery could leave. */
async function traces(userId: string): Promise<Json> {
  const get = async (path: string) => (await service.call('GET', path)).body
  return {
    resources: (await get(`/resources/${APP}/${userId}`)).pagination.total,
    items: (await get(`/items/${APP}/${userId}`)).pagination.total,
    audit: (await get(`/audit/${APP}/${userId}`)).pagination.total,
    ofNobody: (await get(`/audit/${APP}`)).pagination.total,
    queued: (await get('/health')).components.queue.queueDepth,
  }
}

async function ignoredOf(path: string, reason: string | RegExp): Promise<Json> {
  let found: Json
  await eventually(`${path} tells of it`, async () => {
    const { body } = await service.call('GET', `/audit/${path}?limit=200`)
    found = body.data.find(
      ({ type, details }: Json) => type === 'WebhookIgnored' && details.reason.match(reason),
    )
    return found !== undefined
  })
  return found
}

/** The body with some of it replaced, as its sender would have sent it. */
const saying = (delivery: Delivery, from: string, to: string): Delivery => {
  expect(delivery.body).toContain(from)
  return { ...delivery, body: delivery.body.replaceAll(from, to) }
}

describe.each(deliveries.map((delivery) => [delivery.source, delivery] as const))(
  'a webhook of %s',
  (source, delivery) => {
    const anna = source === 'custom' ? delivery.user : `${source}-anna`
    const users = { [delivery.user]: anna }

    test('with a right signature is remembered once, and can be recalled', async () => {
      await bind(delivery, { users })
      const first = await send(delivery)
      expect(first.status).toBe(200)
      expect(first.body).toEqual({ status: 'processed', eventId: expect.any(String) })
      const again = await send(delivery, { at: new Date(Date.now() - 60_000) })
      expect(again.body).toEqual(first.body)
      await service.settled(anna, 1)
      const { body } = await service.retrieve(anna, delivery.question)
      expect(body.relevantItems.map((item: Json) => item.content).join(' ')).toContain(
        delivery.sentence,
      )
      const { resources } = await traces(anna)
      expect(resources).toBe(1)
    })

    test('without a valid signature is refused, and leaves nothing', async () => {
      await bind(delivery, { users })
      const userId = source === 'custom' ? 'nobody' : `${source}-nobody`
      const before = await traces(userId)
      const signed = Object.keys(await delivery.sign({ ...delivery, at: new Date(), url: '' }))
      const isBearer = signed.includes('authorization')
      const refused = [
        await send(delivery, { secret: 'not-the-secret' }),
        ...(await Promise.all(signed.map((without) => send(delivery, { without })))),
        ...(delivery.isTimed
          ? [
              await send(delivery, { at: new Date(Date.now() - 301_000) }),
              await send(delivery, { at: new Date(Date.now() + 310_000) }),
            ]
          : []),
        ...(isBearer ? [] : [await send(delivery, { body: delivery.body.replace('2', '3') })]),
      ]
      for (const { status, body } of refused) {
        expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED'])
        expect(JSON.stringify(body)).not.toContain(delivery.secret)
      }
      expect(refused.length).toBeGreaterThan(1)
      expect(await traces(userId)).toEqual(before)
    })
  },
)

describe('bindings', () => {
  test('never show their secret, are listed page by page, survive a restart, and are removed', async () => {
    const one = await bind(stripe, { appId: 'bindings', users: { cus_1: 'anna' } })
    const two = await bind(github, { appId: 'bindings' })
    expect(one).toEqual({
      id: expect.any(String),
      appId: 'bindings',
      source: 'stripe',
      users: { cus_1: 'anna' },
      path: `/v1/webhooks/stripe?binding=${one.id}`,
      createdAt: expect.any(String),
    })
    await service.restart()
    const list = (query: string) => service.call('GET', `/config/sources/bindings${query}`)
    const { body: first } = await list('?limit=1')
    expect(first).toMatchObject({ data: [one], pagination: { total: 2, hasMore: true } })
    const { body: second } = await list(`?limit=1&cursor=${first.pagination.nextCursor}`)
    expect(second).toMatchObject({ data: [two], pagination: { hasMore: false, nextCursor: null } })
    const remove = () => service.call('DELETE', `/config/sources/bindings/${one.id}`)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect((await send(stripe)).status).toBe(401)
    await service.restart()
    expect((await list('')).body.data).toEqual([two])
  })

  test('of the same secret again have the new map, and know what was delivered before', async () => {
    const delivery = saying(stripe, 'evt_3MtwBwLkdIwHu7ix28a3tqPa', 'evt_bound_again')
    const first = await bind(delivery, { appId: 'again', users: { [stripe.user]: 'anna' } })
    const sent = await send(delivery)
    const users = { [stripe.user]: 'anna', cus_2: 'berta' }
    const second = await bind(delivery, { appId: 'again', users })
    bound.pop()
    expect(second).toEqual({ ...first, users })
    const { body } = await service.call('GET', '/config/sources/again')
    expect(body.data).toEqual([second])
    expect((await send(delivery)).body).toEqual(sent.body)
  })

  test('of one source for two apps: the secret decides', async () => {
    const users = { [github.user]: 'decided' }
    const mine = { ...github, secret: 'the-secret-of-mine' }
    const theirs = { ...github, secret: 'the-secret-of-theirs' }
    await bind(mine, { users })
    const { id } = await bind(theirs, { appId: 'theirs', users })
    const [a, b] = [await send(mine), await send(theirs)]
    expect(a.body.eventId).not.toBe(b.body.eventId)
    for (const [appId, { body }] of [
      [APP, a],
      ['theirs', b],
    ] as const) {
      await eventually('it is processed', async () => {
        const { body: listed } = await service.call('GET', `/resources/${appId}/decided`)
        return listed.data[0]?.status === 'processed'
      })
      const { body: listed } = await service.call('GET', `/resources/${appId}/decided`)
      expect(listed.data.map((resource: Json) => resource.resourceId)).toEqual([body.eventId])
    }
    expect((await send(theirs, { query: `?binding=${id}` })).status).toBe(200)
    expect((await send(mine, { query: `?binding=${id}` })).status).toBe(401)
    expect((await send(mine, { query: '?binding=constructor' })).status).toBe(401)
  })

  test.each([
    ['source', { source: '' }],
    ['secret', { secret: 'short' }],
    ['secret', { secret: 'x'.repeat(15) }],
    ['users.cus_1', { users: { cus_1: '~not a user id' } }],
    ['appId', { appId: '' }],
  ])('need a right %s', async (field, more) => {
    const request = { appId: APP, source: 'stripe', secret: 'long-enough-a-secret', ...more }
    const { status, body } = await service.call('POST', '/config/sources', request)
    expect([status, body.error.details.field]).toEqual([400, field])
  })

  test('are made by keys that may configure the app', async () => {
    const make = async (permissions: string[], appIds: string[]) =>
      (await service.call('POST', '/config/keys', { name: 'k', permissions, appIds })).body.key
    const request = { appId: APP, source: 'stripe', secret: 'long-enough-a-secret' }
    for (const as of [await make(['memory:write'], [APP]), await make(['config:write'], ['x'])]) {
      expect((await service.call('POST', '/config/sources', request, { as })).status).toBe(403)
    }
  })
})

describe('what is ignored', () => {
  test('says why in the audit of the app, where the user is unknown', async () => {
    const { id } = await bind(stripe, { users: { someone: 'else' } })
    const delivery = saying(stripe, 'evt_3MtwBwLkdIwHu7ix28a3tqPa', 'evt_ignored')
    const { status, body } = await send(delivery)
    expect([status, body]).toEqual([200, { status: 'ignored' }])
    const entry = await ignoredOf(APP, /not in the map/)
    expect(entry.details).toEqual({
      from: 'stripe',
      sourceId: id,
      eventType: 'charge.refunded',
      reason: 'the user is not in the map of the source',
      deliveryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(entry)).not.toContain('cus_9s6XKzkNRiz8i3')
  })

  test('says why in the audit of the user, where it is known', async () => {
    await bind(stripe, { users: { [stripe.user]: 'known' } })
    const delivery = saying(stripe, 'charge.refunded', 'charge.expired')
    expect((await send(delivery)).body).toEqual({ status: 'ignored' })
    const entry = await ignoredOf(`${APP}/known`, /not understood/)
    expect(entry.details).toMatchObject({ from: 'stripe', eventType: 'charge.expired' })
    const { resources } = await traces('known')
    expect(resources).toBe(0)
  })

  test('is told once a day and kind, however often it comes', async () => {
    await bind(stripe, { appId: 'often', users: {} })
    for (let n = 0; n < 5; n++) {
      const delivery = saying(stripe, 'evt_3MtwBwLkdIwHu7ix28a3tqPa', `evt_often_${n}`)
      expect((await send(delivery)).body).toEqual({ status: 'ignored' })
    }
    await send(saying(stripe, 'charge.refunded', 'invoice.paid'))
    await eventually('both kinds are told', async () => {
      const { body } = await service.call('GET', '/audit/often')
      return body.pagination.total >= 2
    })
    expect((await service.call('GET', '/audit/often')).body.pagination.total).toBe(2)
  })

  test('needs a key for the audit of that app', async () => {
    const { body: key } = await service.call('POST', '/config/keys', {
      name: 'k',
      appIds: ['other'],
      permissions: ['audit:read'],
    })
    const read = (path: string) => service.call('GET', path, undefined, { as: key.key })
    expect((await read(`/audit/${APP}`)).status).toBe(403)
    expect((await read('/audit/other')).status).toBe(200)
  })
})

describe('the user', () => {
  test('of a source without a map is the provider’s own, under the provider’s name', async () => {
    await bind(github)
    expect((await send(github)).body.status).toBe('processed')
    await service.settled(`github:${github.user}`, 1)
  })

  test('of a payment can be named by its metadata, also where a map does not know the customer', async () => {
    await bind(stripe, { users: {} })
    const delivery = saying(stripe, '"metadata": {}', '"metadata": { "userId": "payer" }')
    expect((await send(delivery)).body.status).toBe('processed')
    await service.settled('payer', 1)
  })

  test('that a map has changed since the delivery does not get it a second time', async () => {
    const delivery = saying(stripe, 'evt_3MtwBwLkdIwHu7ix28a3tqPa', 'evt_moved')
    const named = (userId: string) =>
      saying(delivery, '"metadata": {}', `"metadata": { "userId": "${userId}" }`)
    await bind(stripe)
    expect((await send(named('moved-from'))).body.status).toBe('processed')
    expect((await send(named('moved-to'))).body).toEqual({ status: 'ignored' })
    await ignoredOf(`${APP}/moved-to`, /another user/)
  })

  test('a forgotten user stays forgotten when a delivery comes again', async () => {
    const userId = 'webhook-forgotten'
    await bind(github, { users: { [github.user]: userId } })
    await send(github)
    await service.settled(userId, 1)
    await service.call('POST', '/forget', { appId: APP, userId, confirm: true })
    const sources = await service.call('GET', `/config/sources/${APP}`)
    expect(JSON.stringify(sources.body)).not.toContain(userId)
    expect((await send(github)).body).toEqual({ status: 'ignored' })
    expect(await traces(userId)).toMatchObject({ resources: 0, items: 0 })
  })

  test('whom the payload itself names, and who was forgotten, stays so when it comes again', async () => {
    await bind(stripe, { users: {} })
    const delivery = saying(stripe, 'evt_3MtwBwLkdIwHu7ix28a3tqPa', 'evt_forgotten')
    const named = saying(delivery, '"metadata": {}', '"metadata": { "userId": "payer-forgotten" }')
    const first = await send(named)
    await service.settled('payer-forgotten', 1)
    const leaver = { appId: APP, userId: 'payer-forgotten' }
    await service.call('POST', '/forget', { ...leaver, confirm: true })
    expect((await send(named)).body).toEqual(first.body)
    expect(await traces('payer-forgotten')).toMatchObject({ resources: 0, items: 0 })
  })
})

describe('a request', () => {
  test('of Slack that asks for it gets its challenge back, when it is signed', async () => {
    await bind(slack)
    const asking = {
      ...slack,
      body: JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1aBm2rZgRN', token: 'x' }),
    }
    const { status, body } = await send(asking)
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ignored', challenge: '3eZbrw1aBm2rZgRN' })
    const refused = await send(asking, { secret: 'another' })
    expect(refused.status).toBe(401)
    expect(JSON.stringify(refused.body)).not.toContain('3eZbrw1aBm2rZgRN')
  })

  test('of HubSpot may tell of many things: each is an event of its own', async () => {
    await bind(hubspot, { users: { 33: 'portal' } })
    const [event] = JSON.parse(hubspot.body)
    const contact = { ...event, objectId: 7, eventId: 8, subscriptionType: 'contact.creation' }
    const unknown = { ...event, eventId: 9, subscriptionType: 'contact.merge' }
    const many = { ...hubspot, body: JSON.stringify([event, unknown, contact]) }
    const { body } = await send(many)
    expect(body).toEqual({
      status: 'processed',
      eventId: body.eventIds[0],
      eventIds: [expect.any(String), expect.any(String)],
    })
    expect((await send(many)).body).toEqual(body)
    await service.settled('portal', 2)
    await ignoredOf(`${APP}/portal`, /not understood/)
  })

  test('of Salesforce that wants a SOAP acknowledgement gets one', async () => {
    await bind(salesforce, { users: { [salesforce.user]: 'soap' } })
    const signature = await salesforce.sign({ ...salesforce, at: new Date(), url: '' })
    const answer = await fetch(`${service.url}/v1/webhooks/salesforce`, {
      method: 'POST',
      headers: { ...salesforce.headers, ...signature, accept: 'text/xml' },
      body: salesforce.body,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/xml/)
    expect(await answer.text()).toContain('<Ack>true</Ack>')
  })

  test('of a source that there is not is 404, also without a body', async () => {
    for (const name of ['nobody', 'constructor', 'Stripe', '%2e%2e']) {
      const { status, body } = await service.call('POST', `/webhooks/${name}`, {}, { as: null })
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('that is signed and cannot be read is 400; one that is too large is 413', async () => {
    await bind(stripe)
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '\u0000',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
    ]) {
      const { status, body: answer } = await send({ ...stripe, body })
      expect([status, answer.error.details.field]).toEqual([400, 'body'])
    }
    const { status } = await send({ ...stripe, body: 'x'.repeat(1024 * 1024 + 1) })
    expect(status).toBe(413)
  })

  test('may come in any content type, or in none', async () => {
    await bind(github, { users: { [github.user]: 'typed' } })
    for (const type of ['text/plain', 'application/octet-stream', 'multipart/form-data']) {
      const headers = { ...github.headers, 'content-type': type }
      expect((await send({ ...github, headers })).status).toBe(200)
    }
    const { 'content-type': _, ...untyped } = github.headers
    const signature = await github.sign({ ...github, at: new Date(), url: '' })
    const answer = await fetch(`${service.url}/v1/webhooks/github`, {
      method: 'POST',
      headers: { ...untyped, ...signature },
      body: Buffer.from(github.body),
    })
    expect(answer.status).toBe(200)
  })
})

describe('custom', () => {
  const body = { appId: APP, userId: 'bearer', eventType: 'login', data: { city: 'Porto' } }
  const post = (as: string | null, request: unknown = body, headers = {}) =>
    service.call('POST', '/webhooks/custom', request, { as, headers })
  const makeKey = async (permissions: string[], appIds = [APP]) =>
    (await service.call('POST', '/config/keys', { name: 'k', permissions, appIds })).body.key

  test('takes an API key that may write for the app', async () => {
    const key = await makeKey(['memory:write'])
    const { status, body: answer } = await post(key)
    expect([status, answer]).toEqual([200, { status: 'processed', eventId: expect.any(String) }])
    await service.settled('bearer', 1)
    const { body: found } = await service.retrieve('bearer', 'From where was it logged in?')
    expect(found.relevantItems[0].content).toMatch(/^Logged in from Porto on /)
  })

  test('takes the same delivery once, where it has an Idempotency-Key', async () => {
    const once = { ...body, userId: 'bearer-once' }
    const headers = { 'Idempotency-Key': 'delivery-1' }
    const [a, b] = [await post(service.key, once, headers), await post(service.key, once, headers)]
    expect(a.body).toEqual(b.body)
    const c = await post(service.key, once)
    expect(c.body.eventId).not.toBe(a.body.eventId)
    await service.settled('bearer-once', 2)
  })

  test('refuses keys that are wrong, may not write, or are of another app', async () => {
    expect((await post(null)).status).toBe(401)
    expect((await post('plm_wrong')).status).toBe(401)
    expect((await post(await makeKey(['memory:read']))).status).toBe(403)
    expect((await post(await makeKey(['memory:write'], ['other']))).status).toBe(403)
  })

  test.each([
    ['appId', { ...body, appId: undefined }],
    ['userId', { ...body, userId: '~no user' }],
    ['eventType', { ...body, eventType: '' }],
    ['data', { ...body, data: [] }],
    ['timestamp', { ...body, timestamp: 'yesterday' }],
    ['body', []],
  ])('needs a right %s', async (field, request) => {
    const { status, body: answer } = await post(service.key, request)
    expect([status, answer.error.details?.field]).toEqual([400, field])
  })

  test('takes a secret of its own app only', async () => {
    await bind(custom, { appId: 'elsewhere' })
    const { status, body: answer } = await send(custom)
    expect([status, answer.error.code]).toEqual([403, 'FORBIDDEN'])
  })
})

test('the template of an event of a source can be read, and an app can have its own', async () => {
  const url = `/config/templates/${APP}/stripe.charge.refunded`
  const { body } = await service.call('GET', url)
  expect(body).toMatchObject({ builtIn: true, template: expect.stringContaining('Was refunded') })
  await service.call('PUT', url, { template: 'Got back {refunded} {currency}.' })
  await bind(stripe, { users: { [stripe.user]: 'own-template' } })
  // The processors follow the settings independently: until they have this one, they use the one before.
  let sent = 0
  await eventually('it is told by the template of the app', async () => {
    const { body: answer } = await send(saying(stripe, 'evt_3Mtw', `evt_own_${++sent}`))
    expect(answer.status).toBe('processed')
    await service.settled('own-template', sent)
    return (await service.items('own-template')).some(
      ({ content }) => content === 'Got back 49.00 EUR.',
    )
  })
  const items = await service.items('own-template')
  expect(items.find(({ content }) => content.startsWith('Got back'))).toMatchObject({
    category: 'finances',
    importance: 'high',
  })
})

test('no metric holds what was sent', async () => {
  await bind(slack, { users: { [slack.user]: 'measured' } })
  await send(slack)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toContain('route="/v1/webhooks/:source"')
  expect(metrics).not.toMatch(/measured|U2147483697|offsite/)
})

describe('with limits and a proxy', () => {
  const limited = startedOnce(() =>
    startService({
      RATE_LIMIT_SCALE: '0.005',
      PUBLIC_URL: 'https://memory.example.com/base/',
    }),
  )

  test('a source of an app is taken 1000 times a minute, then 429; unsigned requests do not count', async () => {
    for (const appId of ['one', 'two']) {
      const secret = `the-secret-of-${appId}`
      await limited.call('POST', '/config/sources', { appId, source: 'github', secret })
    }
    const ask = (secret: string) => send({ ...github, secret }, {}, limited)
    for (let n = 0; n < 10; n++) expect((await ask('nobody-has-this')).status).toBe(401)
    for (let used = 1; used <= 5; used++) {
      const { status, headers } = await ask('the-secret-of-one')
      expect(status).toBe(200)
      expect(headers.get('x-ratelimit-limit')).toBe('5')
      expect(headers.get('x-ratelimit-remaining')).toBe(String(5 - used))
    }
    const { status, body } = await ask('the-secret-of-one')
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect((await ask('the-secret-of-two')).status).toBe(200)
  })

  test('HubSpot signs the public address, whatever a request says of its host', async () => {
    const { secret, body } = hubspot
    const request = { appId: 'one', source: 'hubspot', secret, users: { 33: 'anna' } }
    await limited.call('POST', '/config/sources', request)
    const path = '/webhooks/hubspot?from=a%3Ab'
    const signedFor = async (url: string) => {
      const headers = await hubspot.sign({ body, secret, at: new Date(), url })
      const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
      return limited.call('POST', path, undefined, {
        as: null,
        raw: body,
        headers: { ...headers, ...forwarded },
      })
    }
    const of = (base: string) => signedFor(`${base}/v1/webhooks/hubspot?from=a:b`)
    expect((await of('https://memory.example.com/base')).status).toBe(200)
    expect((await of('https://evil.example')).status).toBe(401)
    expect((await of(limited.url)).status).toBe(401)
  })
})

test('a body signed in our own scheme needs the whole of the signature', async () => {
  await bind(custom)
  const right = await signedByUs({ ...custom, at: new Date(), url: '' })
  const hex = createHmac('sha256', custom.secret).update(custom.body).digest('hex')
  expect(right['x-signature-256']).toBe(`sha256=${hex}`)
  for (const given of [hex, `sha256=${hex.slice(0, 32)}`, `sha256=${hex}00`, 'sha256=']) {
    const delivery = { ...custom, sign: async () => ({ 'x-signature-256': given }) }
    expect((await send(delivery)).status).toBe(401)
  }
})
