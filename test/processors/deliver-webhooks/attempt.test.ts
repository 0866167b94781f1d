// The outcome of one attempt: what is sent, what withdraws it, and what is recorded.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Claimed } from '../../../infra/ports/delivery-store.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { Outgoing, SendResult } from '../../../infra/ports/webhook-sender.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { type AttemptPorts, attempt } from '../../../processors/deliver-webhooks/attempt.ts'
import { signedHeaders } from '../../../processors/deliver-webhooks/sign.ts'
import { noSettings } from '../../../processors/settings/evolve.ts'
import type { SettingsView } from '../../../processors/settings/settings-view.ts'
import type { Webhook } from '../../../processors/settings/webhooks.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { RESOURCE, USER } from '../given.ts'

const AT = '2026-11-20T09:00:00.000Z'
const BODY = '{"event":"memory.processed"}'
const webhook: Webhook = {
  id: '33333333-3333-4333-8333-333333333333',
  appId: USER.appId,
  url: 'https://example.com/hook',
  events: ['memory.processed'],
  createdAt: AT,
  secret: 'a secret of the app',
  rotatedAt: null,
  previous: null,
  disabled: null,
}
const disabled = { reason: 'gone', at: AT } as const

let log: ReturnType<typeof createSqliteEventLog>
let keys: KeyStore
let deliveries: ReturnType<typeof createSqliteDeliveryStore>
let claimed: Claimed
beforeEach(async () => {
  log = createSqliteEventLog({ directory: null })
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  deliveries = createSqliteDeliveryStore({ path: ':memory:' })
  const [key] = await keys.current([USER])
  const id = '44444444-4444-4444-8444-444444444444'
  claimed = {
    ...USER,
    id,
    webhookId: webhook.id,
    noticeId: RESOURCE,
    event: 'memory.processed',
    createdAt: AT,
    state: 'waiting',
    attempts: [],
    tries: 0,
    nextAttemptAt: '2026-11-20T08:59:00.000Z',
    endedAt: null,
    source: 7,
    category: null,
    keyGeneration: key!.generation,
    payload: seal(key!, { ...USER, id }, Buffer.from(BODY)),
    lease: 'lease',
  }
})
afterEach(async () => {
  await log.close()
  await keys.close()
  await deliveries.close()
})

type Given = {
  webhooks?: Webhook[]
  /** The webhooks known after sending; by default the same. */
  afterwards?: Webhook[]
  result?: SendResult
  held?: boolean
  /** Milliseconds that the clock advances while it is sent. */
  tookMs?: number
  /** And until the receiver is connected, and while our stores are asked; for ever: until the sender has given up. */
  connectMs?: number
  storesMs?: number | 'for ever'
  /** The sender gives up before it is connected. */
  unconnected?: boolean
  aborted?: boolean
}

/** Attempts it over a sender that answers at once, and remembers what it was told to send. */
async function attempted(given: Given = {}) {
  const { webhooks = [webhook], held = true, tookMs = 0, aborted = false } = given
  const { result = { outcome: 'answered', status: 200 }, connectMs = 0, storesMs = 0 } = given
  const sent: { url: string; outgoing: Outgoing | null }[] = []
  let ms = Date.parse(AT)
  const settings = {
    current: () => {
      const known = sent.length > 0 ? (given.afterwards ?? webhooks) : webhooks
      const ofApp = new Map(known.map((each) => [each.id, each]))
      return { ...noSettings, webhooks: new Map(ofApp.size > 0 ? [[USER.appId, ofApp]] : []) }
    },
  } as unknown as SettingsView
  const holds = async () => {
    if (storesMs === 'for ever') return new Promise<boolean>(() => undefined)
    ms += storesMs
    return held
  }
  const ports: AttemptPorts = {
    deliveries: { ...deliveries, holds },
    keys,
    log,
    settings,
    webhooks: {
      refusalOf: () => null,
      send: async ({ url, make }) => {
        ms += connectMs
        const asked = aborted || given.unconnected ? null : make()
        const isLeft = given.unconnected || storesMs === 'for ever'
        const outgoing = isLeft ? null : await asked
        sent.push({ url, outgoing })
        ms += tookMs
        return outgoing || isLeft ? result : { outcome: 'withdrawn' }
      },
      close: async () => undefined,
    },
  }
  const signal = aborted ? AbortSignal.abort() : new AbortController().signal
  const made = await attempt(ports, claimed, { now: () => new Date(ms), signal })
  return { made, sent }
}

const disabledEvents = async () =>
  (await recordsOf(log, 'memory.settings.v1')).map(({ event }) => event!)

describe('what is sent', () => {
  test('given a receiver that takes it, then it has the opened body, signed now, and the attempt is written down', async () => {
    const { made, sent } = await attempted({ tookMs: 40 })
    const body = Buffer.from(BODY)
    const headers = signedHeaders(webhook, { id: claimed.id, at: new Date(AT), body })
    expect(sent).toEqual([{ url: webhook.url, outgoing: { body, headers } }])
    expect(made).toEqual({
      outcome: 'delivered',
      slow: false,
      progress: {
        state: 'delivered',
        attempts: [{ at: AT, status: 200, error: null, durationMs: 40 }],
        tries: 1,
        nextAttemptAt: null,
        endedAt: '2026-11-20T09:00:00.040Z',
      },
    })
  })

  test('given a clock that is set back meanwhile, then it took no time', async () => {
    const { made } = await attempted({ tookMs: -40 })
    expect(made.progress.attempts).toMatchObject([{ durationMs: 0 }])
  })

  test.each([
    ['timeout', true],
    ['unreachable', null],
    ['tls', false],
    ['connection-lost', false],
  ] as const)(
    'given the failure %s, then it is tried again, and it kept us waiting: %s',
    async (error, slow) => {
      const { made } = await attempted({ result: { outcome: 'failed', error } })
      expect(made).toMatchObject({
        outcome: 'retry',
        slow,
        progress: { state: 'waiting', attempts: [{ status: null, error }], tries: 1 },
      })
    },
  )
})

describe('a receiver that is gone', () => {
  test('given 410, then its webhook is disabled for everybody, and the delivery has failed', async () => {
    const { made } = await attempted({ result: { outcome: 'answered', status: 410 } })
    expect(made).toMatchObject({ outcome: 'gone', slow: false, progress: { state: 'failed' } })
    expect(await disabledEvents()).toMatchObject([
      {
        id: derivedUuid(webhook.id, 'disabled'),
        type: 'WebhookDisabled',
        appId: USER.appId,
        occurredAt: AT,
        recordedAt: AT,
        causationId: RESOURCE,
        open: { webhookId: webhook.id, reason: 'gone', at: AT },
      },
    ])
  })

  test.each([
    ['disabled by another attempt', [{ ...webhook, disabled }], 0],
    ['removed', [], 1],
  ])(
    'given 410 of a webhook that was %s meanwhile, then it is said once',
    async (_, afterwards, count) => {
      await attempted({ result: { outcome: 'answered', status: 410 }, afterwards })
      expect(await disabledEvents()).toHaveLength(count)
    },
  )

  test('given any other answer, then nothing is said of its webhook', async () => {
    await attempted({ result: { outcome: 'answered', status: 500 } })
    expect(await disabledEvents()).toEqual([])
  })
})

describe('nothing is sent', () => {
  const postponed = (until: string) => ({
    outcome: 'postponed',
    slow: null,
    progress: { state: 'waiting', attempts: [], tries: 0, nextAttemptAt: until, endedAt: null },
  })
  const cancelled = {
    outcome: 'cancelled',
    slow: null,
    progress: { state: 'cancelled', attempts: [], tries: 0, nextAttemptAt: null, endedAt: AT },
  }

  test('given a webhook that is not known yet, then it is looked at again in half a minute', async () => {
    const { made, sent } = await attempted({ webhooks: [] })
    expect(made).toEqual(postponed('2026-11-20T09:00:30.000Z'))
    expect(sent).toEqual([])
  })

  test('given a webhook that was unknown for five minutes, then it is cancelled, and not a moment before', async () => {
    claimed = { ...claimed, createdAt: '2026-11-20T08:55:00.000Z' }
    expect((await attempted({ webhooks: [] })).made.outcome).toBe('postponed')
    claimed = { ...claimed, createdAt: '2026-11-20T08:54:59.999Z' }
    expect((await attempted({ webhooks: [] })).made).toEqual(cancelled)
  })

  test('given a webhook that is disabled, then it is cancelled', async () => {
    const { made, sent } = await attempted({ webhooks: [{ ...webhook, disabled }] })
    expect(made).toEqual(cancelled)
    expect(sent).toEqual([])
  })

  test('given a key that was destroyed, then it is cancelled', async () => {
    await keys.destroy(USER, claimed.keyGeneration)
    expect((await attempted()).made).toEqual(cancelled)
  })

  test('given a lease that has passed to another, then it is cancelled here', async () => {
    expect((await attempted({ held: false })).made).toEqual(cancelled)
  })

  test('given a service that stops, then the next process goes on at once', async () => {
    expect((await attempted({ aborted: true })).made).toEqual(postponed('2026-11-20T08:59:00.000Z'))
    claimed = { ...claimed, nextAttemptAt: null }
    expect((await attempted({ aborted: true })).made).toEqual(postponed(AT))
  })

  test('given a sender that cannot send for now, then it is looked at again in half a minute', async () => {
    const { made } = await attempted({ result: { outcome: 'withdrawn' } })
    expect(made).toEqual(postponed('2026-11-20T09:00:30.000Z'))
  })

  test('given a payload that does not open, then it has failed for good and says why', async () => {
    claimed = { ...claimed, payload: Buffer.alloc(60) }
    const { made, sent } = await attempted({ storesMs: 6_000, tookMs: 40 })
    expect(made).toEqual({
      outcome: 'does-not-open',
      slow: null,
      progress: {
        state: 'failed',
        attempts: [{ at: AT, status: null, error: 'does-not-open', durationMs: 6_040 }],
        tries: 1,
        nextAttemptAt: null,
        endedAt: '2026-11-20T09:00:06.040Z',
      },
    })
    expect(sent).toEqual([{ url: webhook.url, outgoing: null }])
  })
})

describe('who kept us waiting', () => {
  const noTry = { state: 'waiting', attempts: [], tries: 0 }
  const timeout: SendResult = { outcome: 'failed', error: 'timeout' }
  const unreachable: SendResult = { outcome: 'failed', error: 'unreachable' }

  test.each([timeout, unreachable])(
    'given a store that hangs until the time is over, then it is no attempt, and the receiver is not slow: %o',
    async (result) => {
      const { made } = await attempted({ result, storesMs: 'for ever', tookMs: 15_000 })
      const progress = { ...noTry, nextAttemptAt: '2026-11-20T09:00:30.000Z' }
      expect(made).toMatchObject({ outcome: 'postponed', slow: null, progress })
    },
  )

  test('given a receiver that is connected late and a store that hangs then, then it is no attempt, but the receiver is slow', async () => {
    const given = { result: timeout, connectMs: 14_900, storesMs: 'for ever', tookMs: 100 } as const
    const { made } = await attempted(given)
    expect(made).toMatchObject({ outcome: 'postponed', slow: true, progress: noTry })
  })

  test('given a receiver that is never connected, then the attempt counts, and it is slow', async () => {
    const { made } = await attempted({
      result: unreachable,
      unconnected: true,
      tookMs: 15_000,
    })
    expect(made).toMatchObject({ outcome: 'retry', slow: true, progress: { tries: 1 } })
  })

  test('given a store that leaves the receiver too little time, then it is no attempt', async () => {
    const { made } = await attempted({ result: timeout, storesMs: 14_000, tookMs: 1_000 })
    expect(made).toMatchObject({ outcome: 'postponed', slow: null, progress: noTry })
  })

  test('given a store that is slow and a receiver that answers at once, then only the whole time is written down', async () => {
    const { made } = await attempted({ connectMs: 10, storesMs: 14_000, tookMs: 20 })
    const progress = { state: 'delivered', attempts: [{ durationMs: 14_030 }] }
    expect(made).toMatchObject({ outcome: 'delivered', slow: false, progress })
  })

  test('given a receiver that hangs up while our stores are asked for a moment, then the attempt counts', async () => {
    const result: SendResult = { outcome: 'failed', error: 'connection-lost' }
    const { made } = await attempted({ result, storesMs: 'for ever', tookMs: 20 })
    expect(made).toMatchObject({ outcome: 'retry', slow: false, progress: { tries: 1 } })
  })

  test.each([
    [4_999, false],
    [5_000, true],
  ])('given an answer after %i ms, then the receiver is slow: %s', async (tookMs, slow) => {
    const { made } = await attempted({ tookMs })
    expect(made).toMatchObject({ outcome: 'delivered', slow })
  })

  test('given a receiver that is connected late, when nothing is left to send, then it is slow nevertheless', async () => {
    const { made } = await attempted({ connectMs: 14_000, held: false })
    expect(made).toMatchObject({ outcome: 'cancelled', slow: true })
    const late = await attempted({ connectMs: 14_000, result: { outcome: 'withdrawn' } })
    expect(late.made).toMatchObject({ outcome: 'postponed', slow: true })
  })
})
