// HubSpot: the URL that it signs, and requests of many events.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodedUrl, hubspot } from '../../../../apps/api/sources/hubspot.ts'
import { NOW, request, told, verifies } from './given.ts'

test('given a URL with encoded characters, then those that HubSpot decodes are decoded, and no others', () => {
  expect(decodedUrl('https://a.b/c%3Ad?e=%40f%20g%2Ch%26i%25')).toBe(
    'https://a.b/c:d?e=@f%20g,h%26i%25',
  )
})

test('given a signature over another URL or method, then it is refused', () => {
  const url = 'https://memory.example.com/v1/webhooks/hubspot?binding=a%3Ab'
  const at = String(NOW.getTime())
  const signed = `POST${decodedUrl(url)}[]${at}`
  const headers = {
    'x-hubspot-request-timestamp': at,
    'x-hubspot-signature-v3': createHmac('sha256', 'secret').update(signed).digest('base64'),
  }
  const webhook = request('[]', headers, url)
  expect(verifies(hubspot, webhook, 'secret', NOW)).toBe(true)
  expect(verifies(hubspot, { ...webhook, url: url.replace('https', 'http') }, 'secret', NOW)).toBe(
    false,
  )
  expect(verifies(hubspot, { ...webhook, method: 'PUT' }, 'secret', NOW)).toBe(false)
})

const event = {
  eventId: 1,
  subscriptionId: 2,
  portalId: 33,
  occurredAt: 1741082400000,
  subscriptionType: 'contact.creation',
  attemptNumber: 0,
  objectId: 123,
}

test('given many events, then each is a message of its own, the same whatever the attempt', () => {
  const events = [event, { ...event, objectId: 124 }, { ...event, attemptNumber: 3 }]
  const messages = hubspot.messages(request(events))
  expect(new Set(messages.map(({ deliveryId }) => deliveryId)).size).toBe(2)
  expect(messages[0]).toMatchObject({
    users: ['33:123', '123', '33'],
    standIn: 'hubspot:33:123',
    at: '2025-03-04T10:00:00.000Z',
  })
})

test.each([
  [{}, 'HubSpot: the contact 123 was created on 2025-03-04.'],
  [
    {
      subscriptionType: 'object.propertyChange',
      objectTypeId: '0-2',
      propertyName: 'annual_revenue',
      propertyValue: '5000',
    },
    'HubSpot: the annual revenue of the company 123 is now 5000 since 2025-03-04.',
  ],
  [{ subscriptionType: 'deal.deletion' }, 'HubSpot: the deal 123 was deleted on 2025-03-04.'],
  [{ subscriptionType: 'contact.privacyDeletion' }, 'ignored: the type of event is not understood'],
])('given an event with %j, when told, then it reads %j', (more, expected) => {
  const [message] = hubspot.messages(request([{ ...event, ...more }]))
  expect(told(hubspot, message!)).toBe(expected)
})

test('given what is no array of objects, then it is refused', () => {
  expect(() => hubspot.messages(request([1]))).toThrow(/array of objects/)
})

test('given more events than a request may hold, then nothing is made of them', () => {
  const events = (count: number) => request(Array.from({ length: count }, () => event))
  expect(hubspot.messages(events(500))).toHaveLength(500)
  expect(() => hubspot.messages(events(501))).toThrow('must hold at most 500 events')
})
