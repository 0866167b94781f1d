// Halves of surrogate pairs in what clients give as facts: a client may have cut a text within an emoji.
import { expect, test } from 'vitest'
import { itemCall, revisionCall } from '../../schemas/api/reading/items.ts'
import { batchRequest } from '../../schemas/api/writing/batch.ts'
import { eventCall } from '../../schemas/api/writing/events.ts'

const half = 'tea \ud83c'
const whole = 'tea \ufffd'
const scope = { appId: 'shop', userId: 'anna' }
const fact = (text: string) => ({
  text,
  subject: text,
  attribute: text,
  value: text,
  aliases: [text],
  scopes: [text],
})
const event = { eventType: 'order', source: 'shop', timestamp: '2026-03-04T10:00:00Z', data: {} }

test('given a fact with half of a pair, when it is read, then a replacement character stands there', () => {
  expect(itemCall.parse({ ...scope, ...fact(half) })).toMatchObject(fact(whole))
  const corrected = { text: half, aliases: [half], scopes: [half] }
  expect(revisionCall.parse(corrected)).toMatchObject({
    text: whole,
    aliases: [whole],
    scopes: [whole],
  })
  const write = { kind: 'item', userId: 'anna', ...fact(half) }
  const { writes } = batchRequest.parse({ appId: 'shop', writes: [write] })
  expect(writes[0]).toMatchObject(fact(whole))
})

test('given an entity with half of a pair, when its event is read, then a replacement character stands there', () => {
  const suggestedEntities = [{ name: half, type: half }]
  const read = eventCall.parse({ ...scope, ...event, suggestedEntities })
  expect(read.suggestedEntities).toEqual([{ name: whole, type: whole }])
})

test('given a whole emoji, when it is read, then it stays', () => {
  expect(itemCall.parse({ ...scope, text: 'tea 🍵' }).text).toBe('tea 🍵')
})
