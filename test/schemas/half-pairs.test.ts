// Halves of surrogate pairs in what clients send: a client may have cut a text within an emoji.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { createReader } from '../../apps/api/plugins/bodies/validation.ts'
import { itemCall, revisionCall } from '../../schemas/api/reading/items.ts'
import { categoriesConfig, createKeyRequest } from '../../schemas/api/settings/config.ts'
import { bindSourceRequest, customWebhook } from '../../schemas/api/settings/sources.ts'
import {
  rotateSecretRequest,
  subscribeRequest,
} from '../../schemas/api/settings/webhook-subscriptions.ts'
import { batchRequest } from '../../schemas/api/writing/batch.ts'
import { eventCall } from '../../schemas/api/writing/events.ts'
import { forgetRequest } from '../../schemas/api/writing/forget.ts'
import { memorizeCall } from '../../schemas/api/writing/memorize.ts'
import { inboxRecord, writeOf } from '../../schemas/events/inbox.ts'

const half = 'tea \ud83c'
const whole = 'tea \ufffd'
const scope = { appId: 'shop', userId: 'anna' }

const factOf = (text: string) => ({
  text,
  subject: text,
  attribute: text,
  value: text,
  category: text,
  aliases: [text],
  scopes: [text],
})
const happened = (text: string) => ({
  eventType: text,
  source: text,
  timestamp: '2026-03-04T10:00:00Z',
  data: { [text]: [text, { deep: text }] },
  suggestedCategory: text,
  suggestedEntities: [{ name: text, type: text }],
})
const said = (text: string) => ({
  contentType: 'conversation',
  content: [{ role: 'user', content: text }],
  metadata: { [text]: text },
})

type Body = (text: string) => Record<string, unknown>
const bodies: [string, z.ZodType, Body][] = [
  ['a fact', itemCall, (text) => ({ ...scope, ...factOf(text) })],
  ['a correction', revisionCall, (text) => ({ text, category: text, aliases: [text] })],
  ['an event', eventCall, (text) => ({ ...scope, ...happened(text) })],
  ['a custom webhook', customWebhook, (text) => ({ ...scope, ...happened(text) })],
  ['content', memorizeCall, (text) => ({ ...scope, ...said(text) })],
  [
    'a batch',
    batchRequest,
    (text) => ({
      appId: 'shop',
      writes: [
        { kind: 'item', userId: 'anna', ...factOf(text) },
        { kind: 'event', userId: 'anna', ...happened(text) },
        { kind: 'memorize', userId: 'anna', ...said(text) },
      ],
    }),
  ],
  ['a forget', forgetRequest, (text) => ({ ...scope, category: text })],
  ['categories', categoriesConfig, (text) => ({ categories: [{ name: 'a', description: text }] })],
  ['a key', createKeyRequest, (text) => ({ name: text, appIds: ['*'], permissions: ['admin'] })],
  [
    'a binding',
    bindSourceRequest,
    (text) => ({ appId: 'shop', source: text, secret: 'x'.repeat(20), users: { [text]: 'anna' } }),
  ],
]

test.each(bodies)(
  'given %s with halves of pairs, when it is read, then replacement characters stand there',
  (_, schema, body) => {
    const read = createReader(schema)
    expect(read(body(half))).toEqual(read(body(whole)))
    expect(JSON.stringify(read(body(half)))).not.toContain('\\ud83c')
  },
)

test('given a record of the inbox with halves of pairs, when it is read, then replacement characters stand there', () => {
  const record = (text: string) =>
    inboxRecord.parse({
      ...scope,
      timestamp: '2026-03-04T10:00:00Z',
      event: { eventType: text, source: text, data: JSON.stringify({ [text]: text }) },
    })
  expect(writeOf(record(half))).toMatchObject({ kind: 'event', request: { eventType: whole } })
  expect(writeOf(record(half))).toEqual(writeOf(record(whole)))
})

test('given an identifier with half of a pair, when it is read, then it is refused', () => {
  const read = createReader(itemCall)
  expect(read({ ...scope, userId: half, text: half })).toMatchObject({
    problems: [{ field: 'userId' }],
  })
})

const subscribed = { appId: 'shop', url: 'https://shop.example', events: ['memory.processed'] }
test.each([
  ['a subscription', subscribeRequest, subscribed],
  ['a rotation', rotateSecretRequest, {}],
])(
  'given the secret of %s with half of a pair, when it is read, then it is refused',
  (_, schema, others) => {
    expect(createReader(schema)({ ...others, secret: half.repeat(5) })).toEqual({
      problems: [{ field: 'secret', issue: 'must hold no halves of surrogate pairs' }],
    })
  },
)

test('given a fact that was stored with half of a pair, when it is read again, then a replacement character stands there', () => {
  expect(itemCall.parse({ ...scope, text: half }).text).toBe(whole)
})

test('given a whole emoji, when it is read, then it stays', () => {
  expect(createReader(itemCall)({ ...scope, text: 'tea 🍵' })).toMatchObject({
    value: { text: 'tea 🍵' },
  })
})
