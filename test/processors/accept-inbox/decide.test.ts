// Which records of partners become writes: signed by a key that may write for the app, and valid like a request.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decide, signatureOf } from '../../../processors/accept-inbox/decide.ts'
import { hashKey } from '../../../processors/settings/api-key.ts'
import type { ApiKey } from '../../../processors/settings/evolve.ts'
import type { InboxEvent } from '../../../schemas/events/catalogue.ts'

const key: ApiKey = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'partner',
  appIds: ['shop'],
  permissions: ['memory:write'],
  createdAt: '2026-01-01T00:00:00Z',
  rotatedAt: null,
  hash: hashKey('plm_secret'),
}
const memorize = {
  content: 'I like chess.',
  contentType: 'conversation',
  threadId: null,
  metadata: null,
}
const record = {
  appId: 'shop',
  userId: 'anna',
  idempotencyKey: null,
  timestamp: null,
  memorize,
  event: null,
}

function received(given: unknown, more: Partial<InboxEvent['open']> = {}): InboxEvent {
  const valueHash = createHash('sha256').update(JSON.stringify(given)).digest('hex')
  return {
    id: '01900000-0000-5000-8000-000000000002',
    type: 'InboxReceived',
    version: 1,
    appId: 'shop',
    userId: 'anna',
    occurredAt: '2026-01-02T03:04:05.000Z',
    recordedAt: '2026-01-02T03:04:05.000Z',
    causationId: null,
    traceparent: null,
    open: {
      record: given,
      valueHash,
      keyId: key.id,
      signature: signatureOf(key.hash, valueHash),
      ...more,
    },
    sealed: null,
    erased: false,
  }
}

const decided = (event: InboxEvent, keys: readonly ApiKey[] = [key]) =>
  decide(event, (id) => keys.find((each) => each.id === id), new Date('2026-01-02T03:04:05Z'))

describe('accepted', () => {
  test('given a signed and valid record, then it is a write like any other', () => {
    const decision = decided(received(record))
    expect(decision).toMatchObject({ accept: { appId: 'shop', userId: 'anna' } })
    if (!('accept' in decision)) throw new Error('not accepted')
    expect(decision.accept.raw.toString()).toBe('I like chess.')
    expect(decision.accept.event({ objectKey: 'k', keyGeneration: 1 })).toMatchObject({
      type: 'ContentStored',
      open: { entry: 'partner' },
    })
  })

  test('given the same record twice, then it is the same write', () => {
    expect(idOf(decided(received(record)))).toBe(idOf(decided(received(record))))
  })

  test('given two records with one idempotency key, then they are the same write, within an app', () => {
    const keyed = { ...record, idempotencyKey: 'order-1' }
    const other = { ...received(keyed), id: '01900000-0000-5000-8000-000000000003' }
    expect(idOf(decided(other))).toBe(idOf(decided(received(keyed))))
    expect(idOf(decided(received(keyed)))).not.toBe(idOf(decided(received(record))))
  })

  test('given an event, then it is recorded as one', () => {
    const event = {
      eventType: 'purchase',
      source: 's',
      data: '{"product":"tea"}',
      suggestedCategory: null,
    }
    const rest = { suggestedEntities: null, importance: 'high' }
    const given = {
      ...record,
      timestamp: '2026-01-01T00:00:00Z',
      memorize: null,
      event: { ...event, ...rest },
    }
    const decision = decided(received(given))
    if (!('accept' in decision)) throw new Error('not accepted')
    const accepted = decision.accept.event({ objectKey: 'k', keyGeneration: 1 })
    const open = { importance: 'high', entry: 'partner' }
    expect(accepted).toMatchObject({ type: 'ActivityRecorded', open })
  })
})

describe('refused', () => {
  test.each([
    ['no signature', received(record, { signature: null }), 'Unauthorized'],
    ['no key', received(record, { keyId: null }), 'Unauthorized'],
    ['an unknown key', received(record, { keyId: 'other' }), 'Unauthorized'],
    [
      'a signature of something else',
      received(record, { signature: signatureOf(key.hash, 'x') }),
      'Unauthorized',
    ],
    ['a changed value', received(record, { valueHash: 'f'.repeat(64) }), 'Unauthorized'],
    ['an app that the key does not hold', received({ ...record, appId: 'bank' }), 'Unauthorized'],
    ['neither content nor event', received({ ...record, memorize: null }), 'InvalidRecord'],
    ['no shape', received({ hello: 1 }), 'InvalidRecord'],
    ['nothing', received(null), 'InvalidRecord'],
    ['an odd user', received({ ...record, userId: '../' }), 'InvalidRecord'],
    [
      'empty content',
      received({ ...record, memorize: { ...memorize, content: ' ' } }),
      'InvalidRecord',
    ],
  ])('given %s, then it says so', (_, event, expected) => {
    expect(decided(event)).toMatchObject({ refuse: expected, reason: expect.any(String) })
  })

  test('given a key that may only read, then it is refused', () => {
    const reader: ApiKey = { ...key, permissions: ['memory:read'] }
    expect(decided(received(record), [reader])).toMatchObject({ refuse: 'Unauthorized' })
  })

  test('given a bad record, then the reason quotes nothing of it', () => {
    const secret = { ...record, memorize: { ...memorize, contentType: 'hurdy-gurdy' } }
    expect(JSON.stringify(decided(received(secret)))).not.toContain('hurdy')
  })
})

function idOf(decision: ReturnType<typeof decide>): string {
  if (!('accept' in decision)) throw new Error('not accepted')
  return decision.accept.id
}
