// What is stored for a valid request: its bytes as they came, and the event that points at them.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type PlanContext,
  planActivity,
  planFact,
  planMemorize,
  planRevision,
} from '../../../processors/accept-inbox/plan.ts'
import type { ItemRequest } from '../../../schemas/api/reading/items.ts'
import type { EventRequest } from '../../../schemas/api/writing/events.ts'
import type { MemorizeRequest } from '../../../schemas/api/writing/memorize.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const context: PlanContext = {
  id: '01900000-0000-7000-8000-000000000001',
  now: new Date(NOW),
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  entry: 'api',
}
const stored = { objectKey: 'shop/anna/3/1', keyGeneration: 3 }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const said: MemorizeRequest = {
  appId: 'shop',
  userId: 'anna',
  content: 'Ich mag Käse.',
  contentType: 'document',
}
const happened: EventRequest = {
  appId: 'shop',
  userId: 'anna',
  eventType: 'purchase',
  source: 'till',
  timestamp: '2026-05-08T13:56:00Z',
  data: { product: 'Käse' },
}

describe('content', () => {
  test('given content alone, when planned, then its bytes are kept and it was said now', () => {
    const planned = planMemorize(said, context)
    const { raw, event, ...write } = planned
    const { id, traceparent } = context
    expect(write).toEqual({ appId: 'shop', userId: 'anna', id, traceparent })
    expect(raw.toString('utf8')).toBe('Ich mag Käse.')
    expect(event(stored)).toEqual({
      id,
      type: 'ContentStored',
      appId: 'shop',
      userId: 'anna',
      occurredAt: NOW,
      open: {
        ...stored,
        contentBytes: 14,
        contentType: 'document',
        threadId: null,
        language: null,
        entry: 'api',
      },
      sealed: { contentHash: sha256(raw), metadata: {} },
    })
  })

  test('given a thread and metadata, when planned, then the event holds both', () => {
    const metadata = { channel: 'mail' }
    const { event } = planMemorize({ ...said, threadId: 'thread', metadata }, context)
    expect(event(stored)).toMatchObject({ open: { threadId: 'thread' }, sealed: { metadata } })
  })

  test.each([
    ['an instant', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['an instant of another zone', '2026-01-02T03:04:05+01:00', '2026-01-02T02:04:05.000Z'],
    ['a word', 'yesterday', NOW],
    ['a number', 1_767_323_045_000, NOW],
    ['a list', ['2026-01-02T03:04:05Z'], NOW],
    ['nothing', null, NOW],
  ])(
    'given %s as the time of the metadata, when planned, then it counts or now does',
    (_, timestamp, at) => {
      const { event } = planMemorize({ ...said, metadata: { timestamp } }, context)
      expect(event(stored).occurredAt).toBe(at)
    },
  )
})

describe('an event', () => {
  test('given what is required alone, when planned, then the rest has its defaults', () => {
    const { raw, event, ...write } = planActivity(happened, { ...context, entry: 'webhook' })
    const { id, traceparent } = context
    expect(write).toEqual({ appId: 'shop', userId: 'anna', id, traceparent })
    expect(JSON.parse(raw.toString('utf8'))).toEqual({
      eventType: 'purchase',
      source: 'till',
      timestamp: '2026-05-08T13:56:00Z',
      data: { product: 'Käse' },
      suggestedCategory: null,
      suggestedEntities: [],
    })
    expect(event(stored)).toEqual({
      id,
      type: 'ActivityRecorded',
      appId: 'shop',
      userId: 'anna',
      occurredAt: '2026-05-08T13:56:00.000Z',
      open: { ...stored, contentBytes: raw.length, importance: 'medium', entry: 'webhook' },
      sealed: { contentHash: sha256(raw), eventType: 'purchase', source: 'till' },
    })
  })

  test('given hints, an importance and the template of a source, when planned, then all are kept', () => {
    const hints = {
      suggestedCategory: 'food',
      suggestedEntities: [{ name: 'Käse', type: 'product' }],
    }
    const request = { ...happened, ...hints, importance: 'high' as const }
    const { raw, event } = planActivity(request, context, 'Bought {product}.')
    const template = 'Bought {product}.'
    expect(JSON.parse(raw.toString('utf8'))).toMatchObject({ ...hints, template })
    expect(event(stored).open).toMatchObject({ importance: 'high' })
  })
})

describe('a fact', () => {
  const given: ItemRequest = {
    appId: 'shop',
    userId: 'anna',
    text: 'Anna mag Käse.',
    validFrom: '2025-01-01T00:00:00Z',
    attribute: 'food',
    value: 'Käse',
  }

  test('given a fact of a client, when planned, then it is kept without its owner, and it was said now', () => {
    const { raw, event, ...write } = planFact({ ...given, threadId: 'thread' }, context)
    const { id, traceparent } = context
    expect(write).toEqual({ appId: 'shop', userId: 'anna', id, traceparent })
    expect(JSON.parse(raw.toString('utf8'))).toEqual({
      text: 'Anna mag Käse.',
      validFrom: '2025-01-01T00:00:00Z',
      attribute: 'food',
      value: 'Käse',
      threadId: 'thread',
    })
    expect(event(stored)).toEqual({
      id,
      type: 'FactGiven',
      appId: 'shop',
      userId: 'anna',
      occurredAt: NOW,
      open: { ...stored, contentBytes: raw.length, threadId: 'thread', entry: 'api' },
      sealed: { contentHash: sha256(raw) },
    })
  })

  test('given a fact of no thread, when planned, then the event says that there is none', () => {
    expect(planFact(given, context).event(stored).open).toMatchObject({ threadId: null })
  })

  test('given a revision of a fact, when planned, then its changes are kept, and the event says which fact, what is done to it and which key asks', () => {
    const changes = { text: 'Anna mag kein Käse.', pinned: true }
    const request = { appId: 'shop', userId: 'anna', factId: 'f', action: 'corrected' as const }
    const { raw, event, ...write } = planRevision({ ...request, changes, keyId: 'key' }, context)
    const { id, traceparent } = context
    expect(write).toEqual({ appId: 'shop', userId: 'anna', id, traceparent })
    expect(JSON.parse(raw.toString('utf8'))).toEqual(changes)
    expect(event(stored)).toEqual({
      id,
      type: 'FactRevised',
      appId: 'shop',
      userId: 'anna',
      occurredAt: NOW,
      open: {
        ...stored,
        contentBytes: raw.length,
        factId: 'f',
        action: 'corrected',
        entry: 'api',
        keyId: 'key',
      },
      sealed: { contentHash: sha256(raw) },
    })
  })
})

test.each([
  [
    'scopes',
    planFact({ appId: 'shop', userId: 'anna', text: 'T', scopes: ['a', 'b', 'a'] }, context),
  ],
  [
    'aliases',
    planFact({ appId: 'shop', userId: 'anna', text: 'T', aliases: ['a', 'b', 'b'] }, context),
  ],
  [
    'supersedes',
    planFact({ appId: 'shop', userId: 'anna', text: 'T', supersedes: ['a', 'a', 'b'] }, context),
  ],
  ['scopes', revisionOf({ scopes: ['a', 'b', 'a'] })],
])('given %s that name one twice, when planned, then it is stored once', (list, { raw }) => {
  expect(JSON.parse(raw.toString())[list]).toEqual(['a', 'b'])
})

function revisionOf(changes: { scopes: string[] }) {
  const scope = { appId: 'shop', userId: 'anna' }
  return planRevision({ ...scope, factId: 'f', action: 'corrected', changes, keyId: null }, context)
}
