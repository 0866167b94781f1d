// Which webhooks get a notice, and what follows from an attempt.
import { describe, expect, test } from 'vitest'
import type { Attempt, Progress } from '../../../infra/ports/delivery-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import {
  attemptDelaysMs,
  deliveriesOf,
  heldUpByUs,
  judge,
  keptUsWaiting,
  payloadOf,
  type Verdict,
  type Waits,
  withoutWebhook,
} from '../../../processors/deliver-webhooks/decide.ts'
import {
  afterAttempt,
  cancelled,
  postponed,
  sentAgain,
} from '../../../processors/deliver-webhooks/evolve.ts'
import type { Webhook } from '../../../processors/settings/webhooks.ts'
import { AT } from '../../contracts/given.ts'
import { delivered, LATER, RESOURCE, USER } from '../given.ts'

const webhook: Webhook = {
  id: '33333333-3333-4333-8333-333333333333',
  appId: USER.appId,
  url: 'https://example.com/',
  events: ['memory.processed', 'entity.created'],
  createdAt: AT,
  secret: 'a secret of the app',
  rotatedAt: null,
  previous: null,
  disabled: null,
}
const data = { resourceId: RESOURCE, itemsCreated: 1, entitiesCreated: 0, categoriesUpdated: [] }
const notice = delivered('NoticeRaised', {
  id: '44444444-4444-4444-8444-444444444444',
  open: { name: 'memory.processed', source: 7, category: null },
  sealed: { data },
})
const waiting: Progress = {
  state: 'waiting',
  attempts: [],
  tries: 0,
  nextAttemptAt: AT,
  endedAt: null,
}

function made(more: Partial<Attempt> = {}): Attempt {
  return { at: AT, status: 500, error: null, durationMs: 0, ...more }
}

function later(ms: number, from = AT): string {
  return new Date(Date.parse(from) + ms).toISOString()
}

describe('a notice', () => {
  test('given a webhook that wants it, when decided, then it is due at once and can be forgotten', () => {
    expect(deliveriesOf(notice, [webhook])).toMatchObject([
      {
        ...USER,
        webhookId: webhook.id,
        noticeId: notice.event.id,
        event: 'memory.processed',
        state: 'waiting',
        nextAttemptAt: LATER,
        source: 7,
        keyGeneration: 1,
      },
    ])
  })

  test('given a webhook that was made as it was raised, when decided, then it is for it, with every field', () => {
    const categorised = delivered('NoticeRaised', {
      id: notice.event.id,
      open: { name: 'memory.processed', source: 7, category: 'work' },
      sealed: { data },
    })
    expect(deliveriesOf(categorised, [{ ...webhook, createdAt: LATER }])).toEqual([
      {
        ...USER,
        id: derivedUuid(notice.event.id, webhook.id),
        webhookId: webhook.id,
        noticeId: notice.event.id,
        event: 'memory.processed',
        createdAt: LATER,
        state: 'waiting',
        attempts: [],
        tries: 0,
        nextAttemptAt: LATER,
        endedAt: null,
        source: 7,
        category: 'work',
        keyGeneration: 1,
      },
    ])
    expect(deliveriesOf({ ...notice, keyGeneration: null }, [webhook])).toEqual([])
  })

  test('given the same notice and webhook, when decided again, then the delivery has the same id, and another for another', () => {
    const ids = (webhooks: Webhook[]) => deliveriesOf(notice, webhooks).map(({ id }) => id)
    expect(ids([webhook])).toEqual(ids([webhook]))
    const other = { ...webhook, id: '55555555-5555-4555-8555-555555555555' }
    expect(new Set(ids([webhook, other])).size).toBe(2)
  })

  test.each<[string, Partial<Webhook>]>([
    ['wants other events', { events: ['conflict.detected'] }],
    ['is disabled', { disabled: { reason: 'gone', at: AT } }],
    ['was made after it was raised', { createdAt: later(1, LATER) }],
  ])('given a webhook that %s, when decided, then there is no delivery', (_, more) => {
    expect(deliveriesOf(notice, [{ ...webhook, ...more }])).toEqual([])
  })

  test('given that it was forgotten, when decided, then there is neither delivery nor payload', () => {
    const erased = { ...notice, event: { ...notice.event, sealed: null, erased: true } }
    expect(deliveriesOf(erased, [webhook])).toEqual([])
    expect(payloadOf(erased.event)).toBeNull()
  })

  test('given its payload, when made, then it is as the specification says', () => {
    expect(payloadOf(notice.event)).toEqual({
      event: 'memory.processed',
      timestamp: LATER,
      ...USER,
      data,
    })
  })
})

describe('an attempt', () => {
  test.each([200, 201, 204, 299])('given %i, when judged, then it is delivered', (status) => {
    expect(judge(waiting, made({ status }))).toEqual({ verdict: 'delivered' })
  })

  test.each([100, 199, 300, 301, 304, 307, 400, 404, 409, 429, 500, 503])(
    'given %i, when judged, then it is tried again a minute later',
    (status) => {
      expect(judge(waiting, made({ status }))).toEqual({ verdict: 'retry', at: later(60_000) })
    },
  )

  test('given no answer, when judged, then the minute begins when it had failed', () => {
    const attempt = made({ status: null, error: 'timeout', durationMs: 15_000 })
    expect(judge(waiting, attempt)).toEqual({ verdict: 'retry', at: later(75_000) })
  })

  test('given the fifth failure, when judged, then it has failed; the one before is tried again', () => {
    expect(judge({ tries: 4 }, made())).toEqual({ verdict: 'failed' })
    expect(judge({ tries: 3 }, made())).toMatchObject({ verdict: 'retry' })
  })

  test('given 410, when judged, then nothing is sent there any more', () => {
    expect(judge(waiting, made({ status: 410 }))).toEqual({ verdict: 'gone' })
  })

  test('given a payload that does not open, when judged, then no attempt follows', () => {
    const unopened = made({ status: null, error: 'does-not-open' })
    expect(judge({ tries: 0 }, unopened)).toEqual({ verdict: 'does-not-open' })
  })

  test('given that all fail, when told one after another, then there are five, and they are 0, 1 min, 5 min, 30 min and 2 h apart', () => {
    const [second, minute] = [1_000, 60_000]
    expect(attemptDelaysMs).toEqual([0, minute, 5 * minute, 30 * minute, 120 * minute])
    let progress = waiting
    const waits: number[] = []
    while (progress.state === 'waiting') {
      const attempt = made({ at: progress.nextAttemptAt!, durationMs: second })
      progress = afterAttempt(progress, attempt, judge(progress, attempt))
      if (progress.nextAttemptAt === null) break
      waits.push(Date.parse(progress.nextAttemptAt) - Date.parse(attempt.at) - second)
    }
    expect(waits).toEqual([minute, 5 * minute, 30 * minute, 120 * minute])
    expect(progress).toMatchObject({ state: 'failed', tries: 5, nextAttemptAt: null })
    expect(progress.attempts).toHaveLength(5)
    expect(progress.endedAt).not.toBeNull()
  })
})

describe('what an attempt waited for', () => {
  const waits = (more: Partial<Waits> = {}) => ({
    receiverMs: 0,
    storesMs: 0,
    opening: false,
    ...more,
  })
  const opening = waits({ opening: true })
  const long = { opening: true, storesMs: 5_000 }
  const lost = made({ status: null, error: 'connection-lost' })
  const timeout = made({ status: null, error: 'timeout' })
  const unreachable = made({ status: null, error: 'unreachable' })

  test.each<[string, Waits, Attempt, boolean]>([
    ['the time is over while they are asked', opening, timeout, true],
    ['the same at a private address', opening, unreachable, true],
    ['the time is over after they have answered', waits(), timeout, false],
    ['the receiver hangs up while they are asked for a moment', opening, lost, false],
    ['the same while they are asked for long', waits(long), lost, true],
    ['the same a little earlier', waits({ ...long, storesMs: 4_999 }), lost, false],
    ['the receiver hangs up after they took long', waits({ storesMs: 5_000 }), lost, true],
    ['the receiver gives up waiting for them', waits(long), made({ status: 408 }), true],
    ['the receiver answers what it has not been sent', opening, made({ status: 503 }), false],
    ['the receiver answers after they took long', waits({ storesMs: 5_000 }), made(), false],
  ])(
    'given that %s, when asked, then it is told whether our stores are to blame',
    (_, waited, attempt, isOurs) => {
      expect(heldUpByUs(waited, attempt)).toBe(isOurs)
    },
  )

  test.each<[Partial<Waits>, Attempt['error'], boolean | null]>([
    [{ receiverMs: 4_999, storesMs: 9_000 }, null, false],
    [{ receiverMs: 5_000 }, null, true],
    [{ receiverMs: 5_000 }, 'tls', true],
    [{}, 'timeout', true],
    [{}, 'unreachable', null],
    [{ receiverMs: 15_000 }, 'unreachable', true],
    [{}, 'connection-lost', false],
  ])(
    'given %o and the error %s, when asked, then the receiver kept us waiting: %s',
    (more, error, isSlow) => {
      expect(keptUsWaiting(waits(more), error)).toBe(isSlow)
    },
  )
})

describe('a delivery', () => {
  const failed = afterAttempt({ ...waiting, tries: 4 }, made(), { verdict: 'failed' })

  test('given that it failed, when sent again by hand, then it has five attempts more and still tells the old ones', () => {
    const again = sentAgain(failed, LATER)
    expect(again).toEqual({
      state: 'waiting',
      attempts: failed.attempts,
      tries: 0,
      nextAttemptAt: LATER,
      endedAt: null,
    })
    expect(judge(again, made()).verdict).toBe('retry')
  })

  test.each<[Verdict, Progress['state']]>([
    [{ verdict: 'delivered' }, 'delivered'],
    [{ verdict: 'failed' }, 'failed'],
    [{ verdict: 'gone' }, 'failed'],
  ])('given the end %j, when told, then it ended with its attempt', (verdict, state) => {
    const attempt = made({ durationMs: 500 })
    expect(afterAttempt({ ...waiting, tries: 2 }, attempt, verdict)).toEqual({
      state,
      attempts: [attempt],
      tries: 3,
      nextAttemptAt: null,
      endedAt: later(500),
    })
  })

  test('given that it is tried again, when told, then it waits, without an end', () => {
    const verdict = { verdict: 'retry', at: LATER } as const
    expect(afterAttempt({ ...waiting, endedAt: AT }, made(), verdict)).toEqual({
      state: 'waiting',
      attempts: [made()],
      tries: 1,
      nextAttemptAt: LATER,
      endedAt: null,
    })
  })

  test('given that it is sent again for ever, when told, then the last attempts are kept', () => {
    let progress = waiting
    for (let n = 0; n < 60; n++) {
      progress = afterAttempt(progress, made({ durationMs: n }), { verdict: 'failed' })
    }
    expect(progress.attempts).toHaveLength(25)
    expect(progress.attempts.at(-1)!.durationMs).toBe(59)
  })

  test('given that nothing could be attempted, when postponed or cancelled, then no attempt counts', () => {
    expect(postponed({ ...waiting, tries: 2 }, LATER)).toMatchObject({
      state: 'waiting',
      tries: 2,
      nextAttemptAt: LATER,
    })
    expect(cancelled(waiting, LATER)).toMatchObject({ state: 'cancelled', endedAt: LATER })
  })

  test('given a webhook that is not known here, when looked for, then it is waited for, but not for ever', () => {
    const delivery = { ...deliveriesOf(notice, [webhook])[0]! }
    const soon = later(10_000, LATER)
    expect(withoutWebhook(delivery, undefined, soon)).toEqual({
      cancel: false,
      lookAgainAt: later(40_000, LATER),
    })
    expect(withoutWebhook(delivery, undefined, later(301_000, LATER))).toEqual({ cancel: true })
    const disabled = { ...webhook, disabled: { reason: 'gone' as const, at: AT } }
    expect(withoutWebhook(delivery, disabled, soon)).toEqual({ cancel: true })
  })
})
