// Which records of partners become writes: signed by a key that may write for the app, and valid like a request.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../processors/accept-inbox/decide.ts'
import { signatureOf } from '../../../processors/accept-inbox/signature.ts'
import type { Partner } from '../../../processors/settings/partners.ts'
import type { InboxEvent } from '../../../schemas/events/catalogue.ts'

const WRITTEN = '2026-01-02T03:04:05.000Z'
const MINUTE_MS = 60_000
const partner: Partner = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'partner',
  appIds: ['shop'],
  createdAt: '2026-01-01T00:00:00Z',
  rotatedAt: null,
  secret: 'plmp_secret',
  previous: null,
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

type Given = Partial<InboxEvent['open']> & { secret?: string; writtenAt?: string; appId?: string }

/** Signed as a partner signs it, and then changed. */
function received(given: unknown, changed: Given = {}): InboxEvent {
  const { secret = partner.secret, writtenAt = WRITTEN, appId = 'shop', ...open } = changed
  const valueHash = createHash('sha256').update(JSON.stringify(given)).digest('hex')
  const signed = {
    partnerId: open.partnerId ?? partner.id,
    signedAtMs: open.signedAtMs ?? String(Date.parse(writtenAt)),
    nonce: open.nonce ?? 'a-word-of-my-own',
    valueHash,
  }
  const content = given as { appId?: string; userId?: string } | null
  const named = { appId: content?.appId ?? appId, userId: content?.userId ?? '_' }
  return {
    id: '01900000-0000-5000-8000-000000000002',
    type: 'InboxReceived',
    version: 1,
    ...named,
    occurredAt: writtenAt,
    recordedAt: writtenAt,
    causationId: null,
    traceparent: null,
    open: {
      record: given,
      ...signed,
      signature: signatureOf(secret, { ...signed, ...named }),
      namesApiKey: false,
      ...open,
    },
    sealed: null,
    erased: false,
  }
}

const decided = (event: InboxEvent, partners: readonly Partner[] = [partner]) =>
  decide(event, (id) => partners.find((each) => each.id === id), new Date(WRITTEN))

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

  test('given two records with one idempotency key, then they are the same write, of one partner and within one user of an app', () => {
    const keyed = { ...record, idempotencyKey: 'order-1' }
    const other = { ...received(keyed), id: '01900000-0000-5000-8000-000000000003' }
    expect(idOf(decided(other))).toBe(idOf(decided(received(keyed))))
    expect(idOf(decided(received(keyed)))).not.toBe(idOf(decided(received(record))))
    const everywhere = [{ ...partner, appIds: ['*'] }]
    const elsewhere = received({ ...keyed, appId: 'bank' })
    expect(idOf(decided(elsewhere, everywhere))).not.toBe(idOf(decided(received(keyed))))
    const ofAnother = received({ ...keyed, userId: 'bob' })
    expect(idOf(decided(ofAnother))).not.toBe(idOf(decided(received(keyed))))
    const another = { ...partner, id: '01900000-0000-7000-8000-000000000009' }
    const byAnother = received(keyed, { partnerId: another.id })
    expect(idOf(decided(byAnother, [partner, another]))).not.toBe(idOf(decided(received(keyed))))
  })

  test('given a record that was accepted before, when it is read by a later release, then it is still the same write', () => {
    const keyed = { ...record, idempotencyKey: 'order-1' }
    expect(idOf(decided(received(keyed)))).toBe('4ed8fd93-4295-5a1a-bbeb-34d31b3dd65e')
    expect(idOf(decided(received(record)))).toBe('28106229-f13d-573a-b07c-c1110810f801')
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
    ['no partner', received(record, { partnerId: null }), 'Unauthorized'],
    ['no time', received(record, { signedAtMs: null }), 'Unauthorized'],
    ['no nonce', received(record, { nonce: null }), 'Unauthorized'],
    ['an unknown partner', received(record, { partnerId: 'other' }), 'Unauthorized'],
    ['the secret of another', received(record, { secret: 'plmp_other' }), 'Unauthorized'],
    ['a changed value', received(record, { valueHash: 'f'.repeat(64) }), 'Unauthorized'],
    ['another user', { ...received(record), userId: 'berta' }, 'Unauthorized'],
    ['another app', { ...received(record), appId: 'shop2' }, 'Unauthorized'],
    ['a nonce that is short', received(record, { nonce: 'short' }), 'Unauthorized'],
    ['a nonce of other letters', received(record, { nonce: 'sixteen letters!' }), 'Unauthorized'],
    ['a time that is none', received(record, { signedAtMs: '1e12' }), 'Unauthorized'],
    ['an app of others', received({ ...record, appId: 'bank' }), 'Unauthorized'],
    ['neither content nor event', received({ ...record, memorize: null }), 'InvalidRecord'],
    ['no shape', received({ hello: 1 }), 'InvalidRecord'],
    ['nothing', received(null), 'InvalidRecord'],
    ['an odd user', received({ ...record, userId: '..' }), 'InvalidRecord'],
    [
      'empty content',
      received({ ...record, memorize: { ...memorize, content: ' ' } }),
      'InvalidRecord',
    ],
  ])('given %s, then it says so', (_, event, expected) => {
    expect(decided(event)).toMatchObject({ refuse: expected, reason: expect.any(String) })
  })

  test.each([
    ['an app of others', { ...record, appId: 'bank' }, 'the partner may not write for this app'],
    ['nothing', null, '(root) does not have the shape of the schema'],
    [
      'a field of another type',
      { ...record, timestamp: 1 },
      'timestamp does not have the shape of the schema',
    ],
    [
      'a field within another',
      { ...record, memorize: { ...memorize, content: 1 } },
      'memorize.content does not have the shape of the schema',
    ],
    [
      'neither content nor event',
      { ...record, memorize: null },
      'exactly one of memorize, event and sealed must be set',
    ],
  ])('given %s, then the reason names the field and the rule', (_, given, reason) => {
    expect(decided(received(given))).toMatchObject({ reason })
  })

  test('given a time or a nonce that was changed after it was signed, then it is refused', () => {
    const later = String(Date.parse(WRITTEN) + 1)
    const { open } = received(record)
    for (const changed of [{ signedAtMs: later }, { nonce: 'another-word-of-mine' }]) {
      const event = { ...received(record), open: { ...open, ...changed } }
      expect(decided(event)).toMatchObject({ refuse: 'Unauthorized' })
    }
  })

  test('given an API key, then it is told what to sign with', () => {
    const decision = decided(received(record, { partnerId: null, namesApiKey: true }))
    expect(decision).toMatchObject({
      refuse: 'Unauthorized',
      reason: expect.stringMatching(/API key: sign with the secret of a partner/),
    })
  })

  test.each([
    [-16, 'Expired'],
    [-15, 'accepted'],
    [0, 'accepted'],
    [5, 'accepted'],
    [6, 'Expired'],
  ])(
    'given a record signed %d minutes from its writing, however late it is read, then it is %s',
    (minutes, expected) => {
      const signedAtMs = String(Date.parse(WRITTEN) + minutes * MINUTE_MS)
      const decision = decided(received(record, { signedAtMs }))
      expect('refuse' in decision ? decision.refuse : 'accepted').toBe(expected)
    },
  )

  test('given a secret that was replaced, then it counts for what was written before its end', () => {
    const until = '2026-01-03T00:00:00.000Z'
    const rotated = { ...partner, secret: 'plmp_new', previous: { secret: 'plmp_secret', until } }
    const written = (writtenAt: string) => decided(received(record, { writtenAt }), [rotated])
    expect(written(until)).toHaveProperty('accept')
    expect(written('2026-01-03T00:00:00.001Z')).toMatchObject({ refuse: 'Unauthorized' })
    const now = decided(received(record, { secret: 'plmp_new' }), [rotated])
    expect(now).toHaveProperty('accept')
  })

  test('given a bad record, then the reason quotes nothing of it', () => {
    const secret = { ...record, memorize: { ...memorize, contentType: 'hurdy-gurdy' } }
    expect(JSON.stringify(decided(received(secret)))).not.toContain('hurdy')
  })
})

describe('sealed', () => {
  const sealed = { keyGeneration: 3, ciphertext: 'AAAA' }
  const closed = { ...record, memorize: null, sealed }
  const opened = (content: unknown, given: object = closed) => {
    const decision = decided(received(given))
    if (!('sealed' in decision)) throw new Error('nothing to open')
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return decision.judge(Buffer.from(text))
  }

  test('given a sealed record, then it is to be opened for its user, and is then a write like any other', () => {
    expect(decided(received(closed))).toMatchObject({
      sealed,
      scope: { appId: 'shop', userId: 'anna' },
    })
    const verdict = opened({ memorize })
    if (!('accept' in verdict)) throw new Error('not accepted')
    expect(verdict.accept.raw.toString()).toBe('I like chess.')
    expect(verdict.signing).toMatchObject({ partnerId: partner.id })
  })

  test('given what is optional left out, then it counts as in a record in plain', () => {
    const { content, contentType } = memorize
    expect(opened({ memorize: { content, contentType } })).toHaveProperty('accept')
  })

  test('given an event within and its time beside it, then it is recorded as one', () => {
    const event = { eventType: 'purchase', source: 's', data: '{"product":"tea"}' }
    expect(opened({ event })).toMatchObject({ reason: expect.stringMatching(/^timestamp /) })
    const dated = { ...closed, timestamp: '2026-01-01T00:00:00Z' }
    expect(opened({ event }, dated)).toHaveProperty('accept')
  })

  test('given an idempotency key beside it, then it is the same write as in plain', () => {
    const keyed = { ...closed, idempotencyKey: 'order-1' }
    const verdict = opened({ memorize }, keyed)
    const plain = decided(received({ ...record, idempotencyKey: 'order-1' }))
    expect(idOf(verdict)).toBe(idOf(plain))
  })

  test.each([
    ['no JSON', 'hurdy-gurdy', 'sealed does not have the shape of the schema'],
    ['a list', [], 'sealed does not have the shape of the schema'],
    ['no content', {}, 'exactly one of memorize, event and sealed must be set'],
    [
      'a field of another type',
      { memorize: { ...memorize, content: 7 } },
      'sealed.memorize.content does not have the shape of the schema',
    ],
    ['another field', { memorize, appId: 'bank' }, 'sealed does not have the shape of the schema'],
    ['a seal within', { sealed }, 'sealed does not have the shape of the schema'],
    [
      'content of another type',
      { memorize: { ...memorize, contentType: 'hurdy' } },
      /^contentType /,
    ],
    [
      'content that is too long',
      { memorize: { ...memorize, content: 'x'.repeat(1_048_577) } },
      /^content /,
    ],
  ])('given %s within, then the reason names the field and no value', (_, content, reason) => {
    const verdict = opened(content)
    expect(verdict).toMatchObject({ refuse: 'InvalidRecord' })
    if (!('reason' in verdict)) throw new Error('accepted')
    expect(verdict.reason).toMatch(reason)
    expect(verdict.reason).not.toContain('hurdy')
  })

  const PARTS = 'exactly one of memorize, event and sealed must be set'
  const GENERATION = 'sealed.keyGeneration does not have the shape of the schema'
  const CIPHERTEXT = 'sealed.ciphertext does not have the shape of the schema'
  test.each<[string, object, string]>([
    ['content beside it', { memorize }, PARTS],
    ['an event beside it', { event: { eventType: 'a', source: 's', data: '{}' } }, PARTS],
    ['generation 0', { sealed: { ...sealed, keyGeneration: 0 } }, GENERATION],
    ['half a generation', { sealed: { ...sealed, keyGeneration: 1.5 } }, GENERATION],
    ['letters of base64', { sealed: { ...sealed, ciphertext: 'A+/A' } }, CIPHERTEXT],
    ['no cipher text', { sealed: { ...sealed, ciphertext: '' } }, CIPHERTEXT],
    [
      'more than a record can hold',
      { sealed: { ...sealed, ciphertext: 'A'.repeat(2 ** 21 + 1) } },
      CIPHERTEXT,
    ],
    [
      'a field more',
      { sealed: { ...sealed, nonce: 'x' } },
      'sealed does not have the shape of the schema',
    ],
    ['an odd user', { userId: '..' }, 'userId is not an identifier'],
    ['an odd app', { appId: '..' }, 'appId is not an identifier'],
  ])('given %s, then nothing is opened, and the reason names the field', (_, changed, reason) => {
    expect(decided(received({ ...closed, ...changed }))).toEqual({
      refuse: 'InvalidRecord',
      reason,
    })
  })

  test('given padding, then it opens all the same: some languages write it', () => {
    const padded = { ...closed, sealed: { ...sealed, ciphertext: 'AAA=' } }
    expect(decided(received(padded))).toHaveProperty('judge')
  })

  test('given an app of others or a wrong signature, then nothing is opened', () => {
    const foreign = decided(received({ ...closed, appId: 'bank' }))
    expect(foreign).toMatchObject({ refuse: 'Unauthorized' })
    expect(decided(received(closed, { signature: null }))).toMatchObject({ refuse: 'Unauthorized' })
  })
})

function idOf(decision: ReturnType<typeof decide>): string {
  if (!('accept' in decision)) throw new Error('not accepted')
  return decision.accept.id
}
