// How a batch of notices becomes deliveries: for which webhooks, sealed under which key, and when the sending loop is
// woken.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryStore } from '../../../infra/ports/delivery-store.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { unseal } from '../../../infra/runtime/envelope/seal.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import type { Wait } from '../../../infra/runtime/wait/bell.ts'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import type { AttemptPorts } from '../../../processors/deliver-webhooks/attempt.ts'
import { payloadOf } from '../../../processors/deliver-webhooks/decide.ts'
import { createDeliverWebhooks } from '../../../processors/deliver-webhooks/processor.ts'
import { noSettings } from '../../../processors/settings/evolve.ts'
import { eventually } from '../../contracts/eventually.ts'
import { AT } from '../../contracts/given.ts'
import { delivered, USER } from '../given.ts'

const CHECKPOINT = { topic: 'memory.notices.v1', partition: 0, position: 30 } as const
const HOOK = '33333333-3333-4333-8333-333333333333'
const webhook = {
  id: HOOK,
  appId: 'app',
  events: ['memory.processed'],
  createdAt: AT,
  disabled: null,
}

/** Nothing here takes long, so that a test which fails does so soon. */
const soon = (check: () => void | Promise<void>) => eventually(check, 4_000)

type Step = Parameters<DeliveryStore['apply']>[0]
let keys: KeyStore
let store: DeliveryStore
let steps: Step[]
/** How often all settings have been read, and how often due deliveries were queried. */
let readings: number
let asked: number
beforeEach(() => {
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  store = createSqliteDeliveryStore({ path: ':memory:' })
  ;[steps, readings, asked] = [[], 0, 0]
})
afterEach(async () => {
  await keys.close()
  await store.close()
})

/** The webhook is known once all settings have been read. */
function created(wait?: Wait) {
  const webhooks = new Map([['app', new Map([[HOOK, webhook]])]])
  const ports = {
    keys,
    deliveries: {
      ...store,
      apply: async (step: Step) => {
        steps.push(step)
        return store.apply(step)
      },
      claim: async () => {
        asked++
        return []
      },
    },
    settings: {
      current: () => (readings > 0 ? { ...noSettings, webhooks } : noSettings),
      caughtUp: async () => void readings++,
    },
  } as unknown as AttemptPorts
  return createDeliverWebhooks(ports, wait ? { wait } : {})
}

const notice = (position: number, more: { erased?: boolean } = {}) =>
  delivered('NoticeRaised', {
    open: { name: 'memory.processed', source: 7, category: null },
    sealed: more.erased ? null : { data: { resourceId: HOOK } },
    position,
    ...more,
  })
const forgotten = delivered('MemoryForgotten', {
  open: { category: null, keyGeneration: 2 },
  position: 20,
})
const apply = (batch: Delivered[]) => created().apply(batch, CHECKPOINT)

test('given a notice, when taken in, then who is subscribed by then has it, sealed under the key of its user', async () => {
  const [key] = await keys.current([USER])
  const one = notice(10)
  await apply([one])
  expect(readings).toBe(1)
  expect(steps).toMatchObject([
    { checkpoint: CHECKPOINT, fences: [], deliveries: [{ webhookId: HOOK }] },
  ])
  const [made] = steps[0]!.deliveries
  const body = Buffer.from(unseal(key!.key, made!, made!.payload)).toString('utf8')
  expect(JSON.parse(body)).toEqual(payloadOf(one.event))
  expect(await created().checkpoints('memory.notices.v1')).toEqual(new Map([[0, 30]]))
})

test('given a forget alone, when taken in, then its fence is raised and nothing that is configured is read', async () => {
  await apply([forgotten])
  expect(readings).toBe(0)
  const fences = [{ ...USER, category: null, before: 20, keyGeneration: 2 }]
  expect(steps).toEqual([{ checkpoint: CHECKPOINT, fences, deliveries: [] }])
})

test('given a notice behind a forget in one batch, when taken in, then both are', async () => {
  await keys.current([USER])
  await apply([forgotten, notice(21)])
  expect(steps[0]).toMatchObject({
    fences: [{ before: 20 }],
    deliveries: [{ noticeId: expect.any(String) }],
  })
})

test.each([
  ['was never made', async () => undefined, false],
  [
    'has been destroyed',
    async () => {
      await keys.current([USER])
      await keys.destroy(USER, 1)
    },
    false,
  ],
  ['is there, but the words are erased', async () => void (await keys.current([USER])), true],
])(
  'given a notice whose key %s, when taken in, then there is no delivery',
  async (_, prepare, erased) => {
    await prepare()
    await apply([notice(10, { erased })])
    expect(steps[0]!.deliveries).toEqual([])
  },
)

test('given a notice without a subscriber, when taken in, then there is no delivery', async () => {
  await keys.current([USER])
  const open = { name: 'entity.created', source: 7, category: null } as const
  await apply([delivered('NoticeRaised', { open, sealed: { data: {} } })])
  expect(steps[0]!.deliveries).toEqual([])
})

const runtime = {
  telemetry: createTelemetry(createLogger('silent')),
  now: () => new Date(),
  signal: new AbortController().signal,
} as unknown as RuntimeParts

test('given a loop that waits, when a delivery is made, then it is woken; when none is, it is not', async () => {
  await keys.current([USER])
  const waits: number[] = []
  const projector = created((ms, signal) => {
    waits.push(ms)
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve())
      if (signal.aborted) resolve()
    })
  })
  expect(projector.kind).toBe('projector')
  const loop = projector.start!(runtime)
  await soon(() => expect(waits).toEqual([1_000]))
  await projector.apply([forgotten], CHECKPOINT)
  await new Promise((resolve) => setImmediate(resolve))
  expect(waits).toEqual([1_000])
  await projector.apply([notice(31)], { ...CHECKPOINT, position: 31 })
  await soon(() => expect(waits).toEqual([1_000, 10]))
  await loop.stop()
})

test('given a loop that is left to itself, when a second has passed, then it looks again', async () => {
  const loop = created().start!(runtime)
  await soon(() => expect(asked).toBe(2))
  await loop.stop()
  expect(asked).toBe(2)
})
