// Sending over real connections, with the clock under the test's control: when attempts are made, what survives a
// killed process, which receiver holds up which, what a replay does, and what forgetting leaves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { attempt } from '../../../processors/deliver-webhooks/attempt.ts'
import { eventually } from '../../contracts/eventually.ts'
import { createPlaces } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { createDirectories } from '../../infra/sqlite/directory.ts'
import { delivered } from '../given.ts'
import { APP, type Deliverer, noticeOf, openDeliverer, START } from './deliverer.ts'
import { inTurn, type Receiver, startReceiver } from './receiver.ts'

const MINUTE = 60_000
/** Many more than may be under way at once for one receiver. */
const NOTICES = 40
const USER = { appId: APP, userId: 'ana' }
const newDirectory = createDirectories()

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function opened(directory = newDirectory(), at = START): Promise<Deliverer> {
  const deliverer = await openDeliverer(directory, at)
  closing.push(deliverer.close)
  return deliverer
}

async function receiving(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args)
  closing.push(receiver.close)
  return receiver
}

/** Resolves when the newest delivery of a webhook has been attempted so often. */
async function attempted(deliverer: Deliverer, webhookId: string, count: number): Promise<void> {
  await eventually(async () => {
    const [delivery] = await deliverer.deliveries(webhookId)
    expect(delivery?.attempts).toHaveLength(count)
  })
}

/** Resolves when every delivery due by now has been started: a delivery that is raised last has arrived. */
async function witnessed(deliverer: Deliverer): Promise<void> {
  const witness = await receiving()
  await deliverer.subscribe(witness.url, ['entity.created'])
  const notice = await noticeOf(deliverer, USER)
  const open = { ...notice.event.open, name: 'entity.created' as const }
  await deliverer.raise([{ ...notice, event: { ...notice.event, open } }])
  await eventually(() => expect(witness.received).toHaveLength(1))
  await witness.close()
}

describe('attempts', () => {
  test('given a receiver that fails four times and then answers, when time passes, then the fifth attempt comes at its time and is the last', async () => {
    const receiver = await receiving(inTurn(500, 302, 404, 503, 200))
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url, ['memory.processed'])
    await deliverer.raise([await noticeOf(deliverer, USER)])
    deliverer.send()
    await attempted(deliverer, webhookId, 1)
    for (const [n, minutes] of [1, 5, 30, 120].entries()) {
      deliverer.clock.advance(minutes * MINUTE - 1)
      await witnessed(deliverer)
      expect(receiver.received).toHaveLength(n + 1)
      deliverer.clock.advance(1)
      await attempted(deliverer, webhookId, n + 2)
    }
    deliverer.clock.advance(24 * 60 * MINUTE)
    await witnessed(deliverer)
    const [delivery] = await deliverer.deliveries(webhookId)
    expect(delivery).toMatchObject({ state: 'delivered', nextAttemptAt: null })
    expect(delivery!.attempts.map(({ status }) => status)).toEqual([500, 302, 404, 503, 200])
    expect(receiver.received).toHaveLength(5)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([delivery!.id]))
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
  })

  test('given a receiver that never takes it, when five attempts have failed, then it is failed and waits for a person', async () => {
    const receiver = await receiving(500)
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url)
    await deliverer.raise([await noticeOf(deliverer, USER)])
    deliverer.send()
    for (const [n, minutes] of [1, 5, 30, 120, 24 * 60].entries()) {
      await attempted(deliverer, webhookId, n + 1)
      deliverer.clock.advance(minutes * MINUTE)
    }
    await witnessed(deliverer)
    expect(await deliverer.deliveries(webhookId)).toMatchObject([{ state: 'failed' }])
    expect(receiver.received).toHaveLength(5)
  })

  test('given that each attempt is made by a process that is killed, when the next starts, then it is in time, and the fifth succeeds', {
    timeout: 60_000,
  }, async () => {
    const receiver = await receiving(inTurn(500, 500, 500, 500, 200))
    const directory = newDirectory()
    const first = await openDeliverer(directory)
    const webhookId = await first.subscribe(receiver.url)
    await first.raise([await noticeOf(first, USER)])
    await first.close()
    let at = START
    for (const [n, minutes] of [0, 1, 5, 30, 120].entries()) {
      at += minutes * MINUTE
      const killed = await sendUntilKilled(directory, at, async () => {
        expect(receiver.received.length).toBe(n + 1)
        await writtenDown(directory, at, webhookId, n + 1)
      })
      expect(killed).toBe('SIGKILL')
    }
    const after = await opened(directory, at)
    expect(await after.deliveries(webhookId)).toMatchObject([{ state: 'delivered', tries: 5 }])
    const [delivery] = await after.deliveries(webhookId)
    expect(delivery!.attempts.map((each) => (Date.parse(each.at) - START) / MINUTE)).toEqual([
      0, 1, 6, 36, 156,
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('given a process that is killed while a receiver thinks, when its lease has ended, then another attempts it again', {
    timeout: 60_000,
  }, async () => {
    const receiver = await receiving(() => undefined)
    const directory = newDirectory()
    const first = await openDeliverer(directory)
    const webhookId = await first.subscribe(receiver.url)
    await first.raise([await noticeOf(first, USER)])
    await first.close()
    await sendUntilKilled(directory, START, async () => {
      expect(receiver.received).toHaveLength(1)
    })
    receiver.answer(200)
    const after = await opened(directory, START + MINUTE - 1)
    after.send()
    await witnessed(after)
    expect(receiver.received).toHaveLength(1)
    after.clock.advance(1)
    await attempted(after, webhookId, 1)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]!.headers['webhook-id']).toBe(
      receiver.received[0]!.headers['webhook-id'],
    )
  })

  test('given that the service stops while a receiver thinks, when it starts again, then it goes on and no attempt counts', async () => {
    const receiver = await receiving(() => undefined)
    const directory = newDirectory()
    const deliverer = await opened(directory)
    const webhookId = await deliverer.subscribe(receiver.url)
    await deliverer.raise([await noticeOf(deliverer, USER)])
    deliverer.send()
    await eventually(() => expect(receiver.received).toHaveLength(1))
    await deliverer.pause()
    expect(await deliverer.deliveries(webhookId)).toMatchObject([
      { state: 'waiting', attempts: [], tries: 0 },
    ])
    receiver.answer(200)
    deliverer.send()
    await attempted(deliverer, webhookId, 1)
  })
})

describe('each event and webhook', () => {
  test('given notices that come again, when all is sent, then exactly one delivery succeeds', async () => {
    const receiver = await receiving()
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url)
    const notices = await Promise.all([1, 2, 3].map(() => noticeOf(deliverer, USER)))
    deliverer.send()
    await deliverer.raise([...notices, ...notices])
    await eventually(() => expect(receiver.received).toHaveLength(3))
    await deliverer.raise(notices)
    await witnessed(deliverer)
    expect(receiver.received).toHaveLength(3)
    expect(await deliverer.deliveries(webhookId)).toHaveLength(3)
  })

  test('given two processes over one store, when they send at once, then each is sent once', async () => {
    const receiver = await receiving()
    const directory = newDirectory()
    const one = await opened(directory)
    const webhookId = await one.subscribe(receiver.url)
    const other = await opened(directory)
    const notices = await Promise.all(Array.from({ length: 60 }, () => noticeOf(one, USER)))
    one.send()
    other.send()
    await one.raise(notices)
    await eventually(async () => {
      const all = await one.deliveries(webhookId)
      expect(all.filter(({ state }) => state === 'delivered')).toHaveLength(60)
    })
    expect(receiver.received).toHaveLength(60)
  })
})

describe('what ended', () => {
  test('given a delivery that was taken, when a week has passed, then it is removed, and one that failed a month later', async () => {
    const [taking, failing] = [await receiving(), await receiving(500)]
    const deliverer = await opened()
    const taken = await deliverer.subscribe(taking.url)
    const failed = await deliverer.subscribe(failing.url)
    await deliverer.raise([await noticeOf(deliverer, USER)])
    deliverer.send()
    await attempted(deliverer, taken, 1)
    for (const [n, minutes] of [1, 5, 30, 120].entries()) {
      await attempted(deliverer, failed, n + 1)
      deliverer.clock.advance(minutes * MINUTE)
    }
    await attempted(deliverer, failed, 5)
    const left = async () => [
      (await deliverer.deliveries(taken)).length,
      (await deliverer.deliveries(failed)).length,
    ]
    deliverer.clock.advance(6 * 24 * 60 * MINUTE)
    await witnessed(deliverer)
    expect(await left()).toEqual([1, 1])
    deliverer.clock.advance(24 * 60 * MINUTE)
    await eventually(async () => expect(await left()).toEqual([0, 1]))
    deliverer.clock.advance(24 * 24 * 60 * MINUTE)
    await eventually(async () => expect(await left()).toEqual([0, 0]))
  })
})

describe('a receiver that answers 410', () => {
  test('given much to send, when it answers, then it is disabled once, and the rest is cancelled', async () => {
    const receiver = await receiving(410)
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url)
    await deliverer.raise(
      await Promise.all(Array.from({ length: 30 }, () => noticeOf(deliverer, USER))),
    )
    deliverer.send()
    await eventually(async () => {
      const all = await deliverer.deliveries(webhookId)
      expect(all.filter(({ state }) => state === 'waiting')).toEqual([])
    })
    const all = await deliverer.deliveries(webhookId)
    expect(all.filter(({ state }) => state === 'failed').length).toBe(receiver.received.length)
    // So many were under way at once.
    expect(receiver.received.length).toBeLessThanOrEqual(16)
    const { disabled } = deliverer.settings.current().webhooks.get(APP)!.get(webhookId)!
    expect(disabled).toMatchObject({ reason: 'gone' })
    const events = await recordsOf(deliverer.ports.log, 'memory.settings.v1')
    expect(events.filter(({ event }) => event!.type === 'WebhookDisabled')).toHaveLength(1)
    await deliverer.raise([await noticeOf(deliverer, USER)])
    expect(await deliverer.deliveries(webhookId)).toHaveLength(30)
  })
})

describe('a slow receiver', () => {
  test('given more notices for ten receivers than may be under way, of which one hangs, when sent, then the other nine have theirs while it still hangs', {
    timeout: 120_000,
  }, async () => {
    const deliverer = await opened()
    const hanging = await receiving(() => undefined)
    const others = await Promise.all(Array.from({ length: 9 }, () => receiving()))
    for (const receiver of [hanging, ...others]) await deliverer.subscribe(receiver.url)
    const notices = await Promise.all(
      Array.from({ length: NOTICES }, () => noticeOf(deliverer, USER)),
    )
    deliverer.send()
    await deliverer.raise(notices)
    await eventually(() => {
      expect(others.map(({ received }) => received.length)).toEqual(others.map(() => NOTICES))
    }, 60_000)
    // If the hanging receiver held them up, they would have waited for deliveries that it has not even been sent.
    expect(hanging.received.length).toBeLessThan(20)
    for (const { received } of others) {
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(NOTICES)
    }
  })
})

describe('a user who is forgotten', () => {
  const forgotten = (source: number, keyGeneration: number, category: string | null = null) => ({
    ...delivered('MemoryForgotten', { position: source, open: { category, keyGeneration } }),
  })

  test('given what waits, when the fence comes, then it is gone, counted, and never sent', async () => {
    const receiver = await receiving(500)
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url)
    await deliverer.raise([
      await noticeOf(deliverer, { appId: APP, userId: 'user' }, { source: 3 }),
      await noticeOf(deliverer, USER, { source: 3 }),
    ])
    deliverer.send()
    await eventually(() => expect(receiver.received).toHaveLength(2))
    // Their next attempts are counted from when these two are written down.
    await eventually(async () => {
      const tries = (await deliverer.deliveries(webhookId)).map(({ attempts }) => attempts.length)
      expect(tries).toEqual([1, 1])
    })
    const place = createPlaces('memory.writes.v1')()
    await deliverer.projector.apply([forgotten(9, 1)], place)
    deliverer.clock.advance(MINUTE)
    await eventually(() => expect(receiver.received).toHaveLength(3))
    expect(receiver.received[2]!.body.userId).toBe(USER.userId)
    const left = await deliverer.deliveries(webhookId)
    expect(left.map(({ userId }) => userId)).toEqual([USER.userId])
    const receipt = await deliverer.ports.deliveries.receipt({ appId: APP, userId: 'user' }, 9)
    expect(receipt?.removed).toEqual({ deliveries: 1 })
  })

  test('given a fence of a category that comes while the receiver is being reached, when the connection stands, then nothing is sent', async () => {
    const receiver = await receiving()
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url)
    const user = { appId: APP, userId: 'user' }
    await deliverer.raise([await noticeOf(deliverer, user, { source: 3, category: 'health' })])
    const { deliveries, webhooks } = deliverer.ports
    const at = deliverer.clock.now()
    const [claimed] = await deliveries.claim({
      now: at.toISOString(),
      leaseUntil: new Date(at.getTime() + MINUTE).toISOString(),
      limit: 1,
      perWebhook: 1,
      left: new Map(),
    })
    const place = createPlaces('memory.writes.v1')()
    // The receiver is reachable at last, and the category has been forgotten meanwhile.
    const slowly: typeof webhooks = {
      ...webhooks,
      send: async (sending) => {
        await deliverer.projector.apply([forgotten(9, 0, 'health')], place)
        return webhooks.send(sending)
      },
    }
    const ports = { ...deliverer.ports, settings: deliverer.settings, webhooks: slowly }
    const made = await attempt(ports, claimed!, {
      now: deliverer.clock.now,
      signal: new AbortController().signal,
    })
    expect(made.outcome).toBe('cancelled')
    expect(await deliveries.settle(claimed!, made.progress)).toBe(false)
    expect(receiver.received).toEqual([])
    expect(await deliverer.deliveries(webhookId)).toEqual([])
  })

  test('given a key that was destroyed, when the fence has not come yet, then nothing is sent', async () => {
    const receiver = await receiving()
    const deliverer = await opened()
    const webhookId = await deliverer.subscribe(receiver.url)
    const notice = await noticeOf(deliverer, USER)
    await deliverer.raise([notice])
    await deliverer.ports.keys.destroy(USER, notice.keyGeneration!)
    deliverer.send()
    await eventually(async () => {
      expect(await deliverer.deliveries(webhookId)).toMatchObject([{ state: 'cancelled' }])
    })
    await deliverer.raise([
      { ...notice, event: { ...notice.event, id: notice.event.id.replace(/^./, 'f') } },
    ])
    expect(await deliverer.deliveries(webhookId)).toHaveLength(1)
    expect(receiver.received).toEqual([])
  })
})

/** Starts a process that sends at a fixed time, and kills it when `check` holds. Returns what ended it. */
async function sendUntilKilled(directory: string, at: number, check: () => Promise<void>) {
  const main = fileURLToPath(new URL('./killed-process.ts', import.meta.url))
  const child = spawn(process.execPath, [main, directory, String(at)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await eventually(check)
  } finally {
    child.kill('SIGKILL')
  }
  const [, signal] = await ended
  return signal as string
}

/** Reads the deliveries of the sending process. */
async function writtenDown(directory: string, at: number, webhookId: string, count: number) {
  const beside = await openDeliverer(directory, at)
  const [delivery] = await beside.deliveries(webhookId)
  await beside.close()
  expect(delivery?.attempts).toHaveLength(count)
}
