// What becomes of the messages of a verified webhook: a write once per delivery, or a line that says why there is none.
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isTaken } from '../../../../apps/api/intake/idempotency.ts'
import { createIntake } from '../../../../apps/api/intake/intake.ts'
import { once } from '../../../../apps/api/intake/once.ts'
import { type From, takeMessages } from '../../../../apps/api/intake/webhooks.ts'
import type { Services } from '../../../../apps/api/services.ts'
import type { Message, Source } from '../../../../apps/api/sources/source.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import type { PlannedWrite } from '../../../../processors/accept-inbox/plan.ts'
import type { SourceBinding } from '../../../../processors/settings/evolve.ts'
import { recordsOf } from '../../../infra/runtime/given.ts'

const TEMPLATE = 'Bought {product}'
const source: Source = {
  name: 'shop',
  scheme: '',
  proof: () => null,
  events: { bought: { template: TEMPLATE, category: null, importance: 'low' } },
  messages: () => [],
}
const binding: SourceBinding = {
  id: '11111111-1111-4111-8111-111111111111',
  appId: 'app',
  source: 'shop',
  secret: 's',
  users: new Map([
    ['p1', 'anna'],
    ['p2', 'bert'],
  ]),
  createdAt: '',
  eventId: '33333333-3333-4333-8333-333333333333',
  nth: 0,
}
const OTHER = { ...binding, id: '22222222-2222-4222-8222-222222222222' }
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

let now: Date
let log: ReturnType<typeof createSqliteEventLog>
let parts: Pick<Services, 'ports' | 'intake' | 'now'>
/** What the intake was given, in order; each waits for a turn of the event loop. */
let taken: PlannedWrite[]
let running: Map<string, number>
let mostAtOnce: number

beforeEach(() => {
  now = new Date('2026-11-21T09:00:00.000Z')
  log = createSqliteEventLog({ directory: null })
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  const objects = createSqliteObjectStore({ path: ':memory:' })
  const ports = { log, keys, objects } as unknown as Services['ports']
  const intake = createIntake({ log, keys, objects, now: () => now })
  ;[taken, running, mostAtOnce] = [[], new Map(), 0]
  const accept = async (write: PlannedWrite) => {
    const { userId } = write
    running.set(userId, (running.get(userId) ?? 0) + 1)
    expect(running.get(userId)).toBe(1)
    mostAtOnce = Math.max(mostAtOnce, [...running.values()].filter((n) => n > 0).length)
    taken.push(write)
    await intake.accept(write)
    running.set(userId, 0)
  }
  parts = { ports, intake: { ...intake, accept }, now: () => now }
})
afterEach(() => log.close())

function message(more: Partial<Message> = {}): Message {
  return {
    eventType: 'bought',
    deliveryId: null,
    users: ['p1'],
    named: [],
    standIn: null,
    at: null,
    data: { product: 'tea' },
    entities: [],
    ...more,
  }
}
const take = (messages: readonly Message[], from: Partial<From> = {}) =>
  takeMessages(parts, { source, appId: 'app', binding, traceparent: TRACE, ...from }, messages)
const events = async () => (await recordsOf(log, 'memory.writes.v1')).map(({ event }) => event!)
const ignored = async () => (await events()).filter(({ type }) => type === 'WebhookIgnored')
const textOf = ({ raw }: PlannedWrite) => JSON.parse(Buffer.from(raw).toString('utf8'))

describe('messages', () => {
  test('become activities of their users, with the sentence of the source, and their ids are given in order', async () => {
    const ids = await take([
      message(),
      message({ users: ['p2'], data: { product: 'milk' } }),
      message({ data: { product: 'jam' } }),
    ])
    const stored = await events()
    expect(stored.map(({ type }) => type)).toEqual(Array(3).fill('ActivityRecorded'))
    const userOf = (id: string) => stored.find((event) => event.id === id)?.userId
    expect(ids.map(userOf)).toEqual(['anna', 'bert', 'anna'])
    expect(stored[0]).toMatchObject({
      appId: 'app',
      traceparent: TRACE,
      open: { entry: 'webhook' },
    })
    const { timestamp, ...text } = textOf(taken.find(({ id }) => id === ids[0])!)
    expect(text).toMatchObject({
      eventType: 'shop.bought',
      template: TEMPLATE,
      data: { product: 'tea' },
    })
    expect(timestamp).toBe(now.toISOString())
  })

  test('of several users are taken side by side, those of one in their order', async () => {
    await take(
      [1, 2, 3].flatMap((n) => ['p1', 'p2'].map((p) => message({ users: [p], data: { n } }))),
    )
    expect(mostAtOnce).toBe(2)
    const ofAnna = taken
      .filter(({ userId }) => userId === 'anna')
      .map((each) => textOf(each).data.n)
    expect(ofAnna).toEqual([1, 2, 3])
  })

  test('that are ignored give no id, and the others theirs', async () => {
    const ids = await take([message({ eventType: 'sold' }), message()])
    expect(ids).toEqual([taken[0]!.id])
    expect(await ignored()).toHaveLength(1)
  })
})

describe('a delivery', () => {
  const delivered = (more: Partial<Message> = {}) => message({ deliveryId: 'd1', ...more })

  test('that comes again, whatever else it says, is stored once and has the same id', async () => {
    const first = await take([delivered()])
    expect(await take([delivered({ data: { product: 'other' } })])).toEqual(first)
    expect(taken).toHaveLength(1)
  })

  test('and what is ignored are known by keys that cannot be guessed', async () => {
    await take([delivered(), delivered({ eventType: 'sold' })])
    await take([delivered({ named: ['anna'] })], { binding: null })
    const kind = ['2026-11-21', 'anna', 'sold', 'the type of event is not understood']
    const guesses = [
      `webhook delivery shop ${binding.id} d1`,
      'webhook delivery shop key d1',
      `webhook ignored shop ${binding.id} ${JSON.stringify(kind)}`,
    ]
    for (const key of guesses) expect(await isTaken(parts.ports, { appId: 'app', key })).toBe(false)
  })

  test('that was taken before its id was hashed is not taken again', async () => {
    const scope = { appId: 'app', userId: 'anna' }
    const key = `webhook delivery shop ${binding.id} d1`
    const before = await once(parts, { scope, key, body: null }, async () => undefined)
    expect(await take([delivered()])).toEqual([(before as { id: string }).id])
    expect(taken).toEqual([])
  })

  test('without an id is a new one each time', async () => {
    const [first, second] = [await take([message()]), await take([message()])]
    expect(first).not.toEqual(second)
    expect(taken).toHaveLength(2)
  })

  test('is one of its source and binding', async () => {
    await take([delivered()])
    await take([delivered()], { binding: OTHER })
    await take([delivered()], { source: { ...source, name: 'other' } })
    await take([delivered({ named: ['anna'] })], { binding: null })
    expect(taken).toHaveLength(4)
  })

  test('that comes again for another user is ignored, and says so', async () => {
    await take([delivered()])
    expect(await take([delivered({ users: ['p2'] })])).toEqual([])
    expect(await ignored()).toMatchObject([
      {
        userId: 'bert',
        open: {
          reason: 'it was delivered before, for another user',
          deliveryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ])
  })
})

describe('a line of what is ignored', () => {
  test('says why, of whom and from where, and quotes nothing', async () => {
    await take([message({ eventType: 'sold', deliveryId: 'd1' })])
    expect(await ignored()).toEqual([
      expect.objectContaining({
        appId: 'app',
        userId: 'anna',
        occurredAt: now.toISOString(),
        recordedAt: now.toISOString(),
        causationId: null,
        traceparent: TRACE,
        sealed: null,
        open: {
          from: 'shop',
          sourceId: binding.id,
          eventType: 'sold',
          reason: 'the type of event is not understood',
          deliveryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      }),
    ])
  })

  test('names the delivery by a hash that is the same each time, another in each app, and cannot be guessed', async () => {
    const sold = message({ eventType: 'sold', deliveryId: 'd1' })
    await take([sold])
    await take([{ ...sold, ignored: 'it is a test' }])
    await take([sold], { appId: 'other' })
    const hashes = (await ignored()).map(({ open }) => open.deliveryHash)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
    expect(hashes).not.toContain(createHash('sha256').update('d1').digest('hex'))
  })

  test('of an unknown user has no owner, and without a binding or a delivery it names none', async () => {
    await take([message({ users: ['stranger'] })], { binding: null })
    expect(await ignored()).toMatchObject([
      { userId: '_', open: { sourceId: null, deliveryHash: null } },
    ])
  })

  test.each([
    ['a.name:of-something_1', 'a.name:of-something_1'],
    ['x'.repeat(128), 'x'.repeat(128)],
    ['x'.repeat(129), null],
    ['Anna said this', null],
    ['é', null],
    ['', null],
    ['\nsold', null],
    [null, null],
  ])('gives the type %j of the provider as %j', async (eventType, told) => {
    await take([message({ eventType })])
    expect((await ignored())[0]!.open).toMatchObject({ eventType: told })
  })

  test('is written once a day for each user, type and reason', async () => {
    const sold = message({ eventType: 'sold' })
    await take([sold, sold, { ...sold, deliveryId: 'd1' }])
    expect(await ignored()).toHaveLength(1)
    await take([{ ...sold, users: ['p2'] }])
    await take([{ ...sold, eventType: 'lent' }])
    await take([{ ...sold, ignored: 'it is a test' }])
    await take([sold], { binding: OTHER })
    expect(await ignored()).toHaveLength(5)
    now = new Date('2026-11-21T23:59:59.999Z')
    await take([sold])
    expect(await ignored()).toHaveLength(5)
    now = new Date('2026-11-22T00:00:00.000Z')
    await take([sold])
    expect(await ignored()).toHaveLength(6)
  })
})
