// Signatures, as the specification and as Standard Webhooks have them, checked by that project's own library.
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signedHeaders } from '../../../processors/deliver-webhooks/sign.ts'

const STANDARD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const PLAIN = 'ein Geheimnis, größer als ASCII'
const text = '{"event":"memory.processed","data":{"city":"Zürich"}}'
// The library compares with its own clock.
const at = new Date()
const message = { id: 'msg_1', at, body: Buffer.from(text) }

test('given a secret of Standard Webhooks, when signed, then its library verifies', () => {
  const headers = signedHeaders({ secret: STANDARD, previous: null }, message)
  expect(new Webhook(STANDARD).verify(text, headers)).toEqual(JSON.parse(text))
  expect(headers['content-type']).toBe('application/json')
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(at.getTime() / 1000)))
  const changed = text.replace('Zürich', 'Zurich')
  expect(() => new Webhook(STANDARD).verify(changed, headers)).toThrow()
  expect(() => new Webhook(STANDARD).verify(text, { ...headers, 'webhook-id': 'x' })).toThrow()
})

test.each([PLAIN, 'x', 'whsec_my_secret', 'whsec_', 'my-whsec_MfKQ9r8GKYqrTwjU'])(
  'given the other secret %s, when signed, then its bytes are the key',
  (secret) => {
    const headers = signedHeaders({ secret, previous: null }, message)
    const key = Buffer.from(secret, 'utf8').toString('base64')
    expect(new Webhook(key).verify(text, headers)).toEqual(JSON.parse(text))
  },
)

test.each(['whsec_QUI=', 'whsec_QQ==', 'whsec_QUJDREVGR0hJ'])(
  'given the short secret of Standard Webhooks %s, when signed, then its library verifies',
  (secret) => {
    const headers = signedHeaders({ secret, previous: null }, message)
    expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text))
  },
)

test.each([STANDARD, PLAIN])(
  'given %s, when signed, then the whole of it keys X-Signature-256',
  (secret) => {
    const headers = signedHeaders({ secret, previous: null }, message)
    const hex = createHmac('sha256', secret).update(text, 'utf8').digest('hex')
    expect(headers['x-signature-256']).toBe(`sha256=${hex}`)
    expect(headers).not.toHaveProperty('x-signature-256-previous')
  },
)

test('given a rotation, when signed before its end, then both secrets verify; after it, the new one alone', () => {
  const until = new Date(at.getTime() + 1000)
  const previous = { secret: STANDARD, until: until.toISOString() }
  const headers = signedHeaders({ secret: PLAIN, previous }, message)
  const key = Buffer.from(PLAIN, 'utf8').toString('base64')
  for (const secret of [STANDARD, key]) new Webhook(secret).verify(text, headers)
  expect(headers['x-signature-256-previous']).toMatch(/^sha256=/)
  const later = signedHeaders({ secret: PLAIN, previous }, { ...message, at: until })
  expect(() => new Webhook(STANDARD).verify(text, later)).toThrow()
  expect(later).not.toHaveProperty('x-signature-256-previous')
  new Webhook(key).verify(text, later)
})
