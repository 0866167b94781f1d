// The signer of a record: each refusal says why and what to do, and the signed text has a fixed form.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signatureOf, signedBy } from '../../../processors/accept-inbox/signature.ts'
import type { Partner } from '../../../processors/settings/partners.ts'
import type { InboxEvent } from '../../../schemas/events/catalogue.ts'
import type { SignedRecord } from '../../../schemas/events/inbox.ts'
import { signedRecord } from './records.ts'

const AT = new Date('2026-11-21T09:00:00.000Z')
const MINUTE_MS = 60_000
const partner: Partner = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'p',
  appIds: ['shop'],
  createdAt: AT.toISOString(),
  rotatedAt: null,
  secret: 'plmp_secret',
  previous: null,
}
const record = signedRecord(
  partner,
  { appId: 'shop', userId: 'anna' },
  { content: 'Hello', signedAt: AT, nonce: 'a-word-of-my-own' },
)

function signed(open: Partial<InboxEvent['open']> = {}, recordedAt = AT) {
  const event = { ...record, recordedAt: recordedAt.toISOString() }
  return signedBy({ ...event, open: { ...event.open, ...open } } as unknown as InboxEvent, (id) =>
    id === partner.id ? partner : undefined,
  )
}

const unauthorized = (why: string) => {
  const reason = `${why}: sign with the secret of a partner (POST /v1/config/partners)`
  return { refuse: 'Unauthorized', reason }
}
const MISSING = 'a header of the signature is missing or too long'
const UNKNOWN = 'no partner that is known here has signed it so'

test('given a record as a partner signs it, then it says who signed it, with what and when', () => {
  expect(signed()).toEqual({ partner, nonce: 'a-word-of-my-own', signedAtMs: AT.getTime() })
})

describe('refused', () => {
  test.each<[string, Partial<InboxEvent['open']>, string]>([
    ['an API key', { partnerId: null, namesApiKey: true }, 'it is signed with an API key'],
    ['no partner', { partnerId: null }, MISSING],
    ['no time', { signedAtMs: null }, MISSING],
    ['no nonce', { nonce: null }, MISSING],
    ['no signature', { signature: null }, MISSING],
    ['an unknown partner', { partnerId: 'other' }, UNKNOWN],
    ['a signature of another length', { signature: 'v1=' }, UNKNOWN],
    ['an empty signature over what cannot be signed', { signature: '', nonce: 'short' }, UNKNOWN],
    ['a signature of the same length', { signature: `v1=${'0'.repeat(64)}` }, UNKNOWN],
  ])('given %s, then it says so and what to do', (_, open, why) => {
    expect(signed(open)).toEqual(unauthorized(why))
  })

  test('given a partner and an API key, then the partner counts', () => {
    expect(signed({ namesApiKey: true })).toHaveProperty('partner')
  })

  test.each([
    ['a moment too old', 15 * MINUTE_MS + 1],
    ['a moment too far ahead', -5 * MINUTE_MS - 1],
  ])('given a signature that is %s, then it is told to sign again', (_, ageMs) => {
    expect(signed({}, new Date(AT.getTime() + ageMs))).toEqual({
      refuse: 'Expired',
      reason:
        'palimpsest-time must be at most 15 minutes before the record is written, and not ahead of it: sign it again',
    })
  })

  test.each([15 * MINUTE_MS, -5 * MINUTE_MS])('given an age of %d ms, then it counts', (ageMs) => {
    expect(signed({}, new Date(AT.getTime() + ageMs))).toHaveProperty('partner')
  })
})

test('given a record, when signed, then the signature is that of its lines', () => {
  const text = `palimpsest-inbox-v1\np\nshop\nanna\n1\na-word-of-my-own\n${'f'.repeat(64)}`
  const fields: SignedRecord = {
    partnerId: 'p',
    appId: 'shop',
    userId: 'anna',
    signedAtMs: '1',
    nonce: 'a-word-of-my-own',
    valueHash: 'f'.repeat(64),
  }
  const hex = createHmac('sha256', 'plmp_secret').update(text).digest('hex')
  expect(signatureOf('plmp_secret', fields)).toBe(`v1=${hex}`)
  expect(signatureOf('plmp_secret', { ...fields, userId: 'an\nna' })).toBeNull()
})
