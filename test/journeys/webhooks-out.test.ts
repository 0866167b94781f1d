// An app that is notified of changes in its users' memories, from its subscription to the end of its secret.
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { webhookPayloads } from '../../schemas/webhooks/payloads.ts'
import { filesWith } from '../infra/sqlite/directory.ts'
import { inTurn, type Receiver, startReceiver } from '../processors/deliver-webhooks/receiver.ts'
import { describeInFull, inFull } from './in-full.ts'
import { eventually, setting } from './service.ts'
import { sharedService } from './shared-service.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NEXT_SECRET = 'a plain secret of the app'

const APP = 'webhooks-out'
const service = sharedService(APP)

async function subscribe(receiver: Receiver, more: Record<string, unknown> = {}) {
  const { status, body } = await service.call('POST', '/config/webhooks', {
    appId: APP,
    url: receiver.url,
    events: ['memory.processed'],
    secret: SECRET,
    ...more,
  })
  expect(status).toBe(201)
  return body
}

async function unsubscribe(id: string) {
  const { status } = await service.call('DELETE', `/config/webhooks/${APP}/${id}`)
  expect(status).toBe(204)
}

/** Of one user: notices about others from an earlier story may still arrive. */
async function deliveries(id: string, userId: string) {
  const { body } = await service.call('GET', `/config/webhooks/${APP}/${id}/deliveries`)
  return body.data.filter((each: { userId: string }) => each.userId === userId)
}

function heard({ received }: Receiver, userId: string) {
  return received.filter(({ body }) => body.userId === userId)
}

function hmac(secret: string, text: string) {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}

describe('an app that subscribes', () => {
  test('is told of what happened, in payloads that are documented, and can verify each in both ways', async () => {
    const receiver = await startReceiver()
    const webhook = await subscribe(receiver, {
      events: webhookPayloads.map(({ name }) => name),
    })
    expect(JSON.stringify(webhook)).not.toContain(SECRET)
    const user = 'teller'
    await service.remember(user, 'My name is Ana. I live in Berlin and I work at Acme.')
    await service.remember(user, 'I have moved, I now live in Lisbon.')
    const named = (name: string) => receiver.received.filter(({ body }) => body.event === name)
    await eventually(
      'everything is told',
      async () =>
        ['entity.created', 'relationship.created', 'entity.updated', 'conflict.detected'].every(
          (name) => named(name).length > 0,
        ) && named('memory.processed').length === 2,
    )
    const verifier = new Webhook(SECRET)
    for (const { headers, text, body } of receiver.received) {
      const { payload } = webhookPayloads.find(({ name }) => name === body.event)!
      expect(payload.safeParse(body).error).toBeUndefined()
      expect(body).toMatchObject({ appId: APP, userId: user })
      expect(verifier.verify(text, headers as Record<string, string>)).toEqual(body)
      expect(headers['x-signature-256']).toBe(hmac(SECRET, text))
      expect(headers['user-agent']).toMatch(/^Palimpsest\/\d/)
      expect(headers['content-type']).toBe('application/json')
    }
    expect(() =>
      verifier.verify(
        `${receiver.received[0]!.text} `,
        receiver.received[0]!.headers as Record<string, string>,
      ),
    ).toThrow()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(ids.length)
    expect(named('entity.updated')[0]!.body.data).toMatchObject({
      properties: { home: 'Lisbon' },
    })
    await unsubscribe(webhook.id)
    await receiver.close()
  })

  inFull(
    'sees its webhooks and what became of each delivery, and never a secret or a payload',
    async () => {
      const receiver = await startReceiver()
      const webhook = await subscribe(receiver)
      await service.remember('listed', 'I like chess.')
      await eventually('it is delivered', async () =>
        (await deliveries(webhook.id, 'listed')).some(
          (each: { state: string }) => each.state === 'delivered',
        ),
      )
      const list = await service.call('GET', `/config/webhooks/${APP}?limit=1`)
      expect(list.body.data[0]).toEqual(webhook)
      expect(list.body.pagination).toMatchObject({ total: 1, hasMore: false })
      const log = await service.call('GET', `/config/webhooks/${APP}/${webhook.id}/deliveries`)
      expect(log.body.data[0]).toMatchObject({
        event: 'memory.processed',
        userId: 'listed',
        state: 'delivered',
        nextAttemptAt: null,
        attempts: [{ status: 200, error: null }],
      })
      expect(JSON.stringify([list.body, log.body])).not.toMatch(/whsec|chess|resourceId/)
      await unsubscribe(webhook.id)
      expect(
        (await service.call('GET', `/config/webhooks/${APP}/${webhook.id}/deliveries`)).status,
      ).toBe(404)
      const before = heard(receiver, 'listed').length
      await service.remember('listed', 'I like hiking.')
      const other = await startReceiver()
      const later = await subscribe(other)
      await service.remember('listed', 'I like rowing.')
      await eventually('the other hears', async () => heard(other, 'listed').length > 0)
      expect(heard(receiver, 'listed').length).toBe(before)
      await unsubscribe(later.id)
      await other.close()
      await receiver.close()
    },
  )

  inFull('replaces its secret, and is signed for with both meanwhile', async () => {
    const receiver = await startReceiver()
    const webhook = await subscribe(receiver)
    const path = `/config/webhooks/${APP}/${webhook.id}/rotate`
    const rotated = await service.call('POST', path, { secret: NEXT_SECRET })
    expect(rotated.status).toBe(200)
    const { previousUntil, rotatedAt } = rotated.body
    expect(Date.parse(previousUntil) - Date.parse(rotatedAt)).toBe(24 * 3600_000)
    await service.remember('rotating', 'I like chess.')
    await eventually('it is told', async () => heard(receiver, 'rotating').length === 1)
    const [{ headers, text }] = heard(receiver, 'rotating') as [Receiver['received'][number]]
    expect(headers['x-signature-256']).toBe(hmac(NEXT_SECRET, text))
    expect(headers['x-signature-256-previous']).toBe(hmac(SECRET, text))
    new Webhook(SECRET).verify(text, headers as Record<string, string>)
    const plain = Buffer.from(NEXT_SECRET).toString('base64')
    new Webhook(plain).verify(text, headers as Record<string, string>)
    await unsubscribe(webhook.id)
    await receiver.close()
  })

  inFull('sends a delivery again by hand, under the same id', async () => {
    const receiver = await startReceiver()
    const webhook = await subscribe(receiver)
    await service.remember('again', 'I like chess.')
    await eventually('it is delivered', async () =>
      (await deliveries(webhook.id, 'again')).some(
        (each: { state: string }) => each.state === 'delivered',
      ),
    )
    const [{ id }] = await deliveries(webhook.id, 'again')
    const path = `/config/webhooks/${APP}/${webhook.id}/deliveries`
    expect((await service.call('POST', `${path}/${id}/redeliver`)).status).toBe(202)
    await eventually('it came twice', async () => heard(receiver, 'again').length === 2)
    const [first, second] = heard(receiver, 'again')
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.text).toBe(first!.text)
    await eventually(
      'both attempts are told',
      async () => (await deliveries(webhook.id, 'again'))[0].attempts.length === 2,
    )
    expect((await service.call('POST', `${path}/${webhook.id}/redeliver`)).status).toBe(404)
    await unsubscribe(webhook.id)
    await receiver.close()
  })

  inFull('is left alone once it has answered 410', async () => {
    const appId = 'goes-away'
    const receiver = await startReceiver(410)
    const { id } = await subscribe(receiver, { appId })
    const say = (content: string) =>
      service.call('POST', '/memorize', { appId, userId: 'u', content, contentType: 'document' })
    await say('I like chess.')
    const list = async () => (await service.call('GET', `/config/webhooks/${appId}`)).body.data
    await eventually('it is disabled', async () => (await list())[0].status === 'disabled')
    expect(await list()).toMatchObject([{ id, disabledReason: 'gone' }])
    const path = `/config/webhooks/${appId}/${id}/deliveries`
    const told = async () => (await service.call('GET', path)).body.data
    await eventually('the delivery has failed', async () => (await told())[0].state === 'failed')
    const [delivery] = await told()
    const again = await service.call('POST', `${path}/${delivery.id}/redeliver`)
    expect(again.body.error.details.field).toBe('id')
    // A receiver that subscribes again gets new notices; the one that was disabled does not.
    const returned = await startReceiver()
    await subscribe(returned, { appId })
    await say('I like hiking.')
    await eventually('it is told', async () => returned.received.length === 1)
    expect(receiver.received).toHaveLength(1)
    await receiver.close()
    await returned.close()
  })
})

describe('the service', () => {
  test.runIf(setting === 'embedded')('goes on after a restart with what was planned', async () => {
    const receiver = await startReceiver(500)
    const webhook = await subscribe(receiver)
    await service.remember('planned', 'I like chess.')
    await eventually(
      'one attempt was made',
      async () => (await deliveries(webhook.id, 'planned'))[0]?.attempts.length === 1,
    )
    const before = await deliveries(webhook.id, 'planned')
    const plannedMs = Date.parse(before[0].nextAttemptAt) - Date.parse(before[0].attempts[0].at)
    expect(plannedMs).toBe(60_000 + before[0].attempts[0].durationMs)
    await service.restart()
    expect(await deliveries(webhook.id, 'planned')).toEqual(before)
    expect(heard(receiver, 'planned')).toHaveLength(1)
    await unsubscribe(webhook.id)
    await receiver.close()
  })

  test('forgets what is still to be told with its user, and keeps no word of it', async () => {
    const canary = 'Xylophonia'
    const receiver = await startReceiver(500)
    const webhook = await subscribe(receiver, { events: ['entity.created', 'memory.processed'] })
    await service.remember('forgotten', `I live in ${canary}.`)
    await service.remember('kept', 'I live in Berlin.')
    const attempted = async (userId: string) => {
      const all = await deliveries(webhook.id, userId)
      const done = all.every((each: { attempts: unknown[] }) => each.attempts.length === 1)
      return done && all.some((each: { event: string }) => each.event === 'memory.processed')
    }
    await eventually(
      'all were attempted',
      async () => (await attempted('forgotten')) && (await attempted('kept')),
    )
    expect(receiver.received.some(({ text }) => text.includes(canary))).toBe(true)
    const kept = await deliveries(webhook.id, 'kept')
    const forget = { appId: APP, userId: 'forgotten', confirm: true }
    expect((await service.call('POST', '/forget', forget)).status).toBe(200)
    expect(await deliveries(webhook.id, 'forgotten')).toEqual([])
    expect(await deliveries(webhook.id, 'kept')).toEqual(kept)
    if (setting === 'embedded') expect(filesWith(service.dataDir, canary)).toEqual([])
    await unsubscribe(webhook.id)
    await receiver.close()
  })

  inFull('forgets with a category what it was to tell of its entities', async () => {
    const userId = 'partly'
    const receiver = await startReceiver(500)
    const { id } = await subscribe(receiver, { events: ['entity.created', 'memory.processed'] })
    await service.remember(userId, 'I live in Berlin and I work at Globex.')
    await eventually('all were attempted', async () => {
      const all = await deliveries(id, userId)
      const told = all.filter((each: { attempts: unknown[] }) => each.attempts.length === 1)
      return told.length === all.length && heard(receiver, userId).length >= 3
    })
    const waiting = async () =>
      (await deliveries(id, userId)).map((each: { id: string }) => each.id)
    const named = (name: string) =>
      heard(receiver, userId).find(({ body }) => body.data.name === name)!.headers['webhook-id']
    expect(await waiting()).toEqual(expect.arrayContaining([named('Berlin'), named('Globex')]))
    const forget = { appId: APP, userId, category: 'work', confirm: true }
    expect((await service.call('POST', '/forget', forget)).status).toBe(200)
    expect(await waiting()).toContain(named('Berlin'))
    expect(await waiting()).not.toContain(named('Globex'))
    await unsubscribe(id)
    await receiver.close()
  })

  inFull('describes the six payloads in its OpenAPI document', async () => {
    const { body } = await service.call('GET', '/openapi.json')
    expect(Object.keys(body.webhooks).sort()).toEqual(
      webhookPayloads.map(({ name }) => name).sort(),
    )
    expect(Object.keys(body.paths)).toContain('/v1/config/webhooks/{appId}/{id}/deliveries')
  })
})

test.each(['x', 'whsec_my_secret', 'ein Geheimnis'])(
  'a secret may be any text: %s',
  async (secret) => {
    const url = 'https://example.com/'
    const asked = { appId: APP, url, events: ['memory.processed'], secret }
    const { status, body } = await service.call('POST', '/config/webhooks', asked)
    expect(status).toBe(201)
    await unsubscribe(body.id)
  },
)

describeInFull('what is refused', () => {
  const good = {
    appId: APP,
    url: 'https://example.com/',
    events: ['memory.processed'],
    secret: SECRET,
  }

  test.each([
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'https://user:secret@example.com/' }],
    ['url', { url: 'not a url' }],
    ['url', { url: 'http://10.0.0.1/' }],
    ['url', { url: 'http://[::1]/' }],
    ['url', { url: 'http://2852039166/' }],
    ['url', { url: 'http://0xa9fea9fe/' }],
    ['url', { url: 'http://[::ffff:10.0.0.1]/' }],
    ['events', { events: [] }],
    ['events', { events: ['memory.processed', 'memory.processed'] }],
    ['events.0', { events: ['memory.unheard'] }],
    ['secret', { secret: '' }],
    ['secret', { secret: 'x'.repeat(257) }],
    ['secret', { secret: undefined }],
  ])('names the field: %s %j', async (field, more) => {
    const { status, body } = await service.call('POST', '/config/webhooks', { ...good, ...more })
    expect(status).toBe(400)
    expect(body.error.details.field).toBe(field)
  })

  test('is what a key may not do, and what is of another app', async () => {
    const { body: reader } = await service.call('POST', '/config/keys', {
      name: 'reader',
      appIds: [APP],
      permissions: ['memory:read'],
    })
    const as = reader.key
    expect((await service.call('POST', '/config/webhooks', good, { as })).status).toBe(403)
    expect((await service.call('GET', `/config/webhooks/${APP}`, undefined, { as })).status).toBe(
      403,
    )
    const receiver = await startReceiver(inTurn(200))
    const { id } = await subscribe(receiver)
    expect((await service.call('DELETE', `/config/webhooks/other/${id}`)).status).toBe(404)
    await unsubscribe(id)
    await receiver.close()
  })

  test('is the fifty-first webhook of an app', async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, () =>
        service.call('POST', '/config/webhooks', { ...good, appId: 'crowded' }),
      ),
    )
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
    const { status } = await service.call('POST', '/config/webhooks', { ...good, appId: 'crowded' })
    expect(status).toBe(400)
  })
})
