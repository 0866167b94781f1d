// The settings as a process holds them, while the keys of sealed ones are unreachable.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventLog, LogRecord } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { bindingsOf } from '../../../processors/settings/evolve.ts'
import { followSettings } from '../../../processors/settings/settings-view.ts'
import { NO_USER } from '../../../schemas/events/envelope.ts'
import { eventually } from '../../contracts/eventually.ts'
import { AT } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'

let log: EventLog
let keys: KeyStore
beforeEach(() => {
  log = createSqliteEventLog({ directory: null })
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
})
afterEach(async () => {
  await log.close()
  await keys.close()
})

const failed = (error: Error) => {
  throw error
}
/** The keys, which are unreachable so many times. */
const unreachable = (times: number): KeyStore => ({
  ...keys,
  get: async (...of) => {
    if (times-- > 0) throw new Outage('the keys cannot be reached')
    return keys.get(...of)
  },
})

async function bind() {
  const [position] = await log.append([await bound()])
  return position!
}

async function bound() {
  const id = uuidV7(Date.parse(AT))
  const scope = { appId: 'app', userId: NO_USER }
  const [key] = await keys.current([scope])
  const event = {
    id,
    type: 'SourceBound' as const,
    ...scope,
    occurredAt: AT,
    open: { sourceId: id, source: 'stripe', createdAt: AT },
    sealed: { secret: 'a secret', users: null },
  }
  const provenance = { recordedAt: AT, causationId: null, traceparent: null }
  return encode(event, provenance, key!)
}

test('given keys that cannot be reached, when it starts, then it waits for what is sealed', async () => {
  await bind()
  const view = await followSettings({ log, keys: unreachable(3), failed })
  expect(bindingsOf(view.current(), 'app').map(({ secret }) => secret)).toEqual(['a secret'])
  await view.close()
})

test('given keys that cannot be reached, when an event comes, then it is taken in once they are back', async () => {
  const view = await followSettings({ log, keys: unreachable(3), failed })
  await view.reached(await bind())
  expect(bindingsOf(view.current(), 'app')).toHaveLength(1)
  await view.close()
})

test('given keys that stay away, when it is closed, then it ends without a failure', async () => {
  const { promise: waits, resolve: asked } = Promise.withResolvers<void>()
  const away: KeyStore = {
    ...keys,
    get: async () => {
      asked()
      throw new Outage('the keys cannot be reached')
    },
  }
  const view = await followSettings({ log, keys: away, failed })
  await bind()
  await waits
  await view.close()
  expect(bindingsOf(view.current(), 'app')).toEqual([])
})

test('given a waiter, when the view is closed before its event is read, then the waiter is told', async () => {
  const view = await followSettings({ log, keys, failed })
  const last = await bind()
  await view.reached(last)
  const beyond = { ...last, position: last.position + 1 }
  const waiting = view.reached(beyond)
  await Promise.all([expect(waiting).rejects.toThrow('no longer followed'), view.close()])
  await expect(view.reached(beyond)).rejects.toThrow('no longer followed')
})

test('given two events, when the second never opens, then who waits for the first goes on', async () => {
  const failures: Error[] = []
  const view = await followSettings({
    log,
    keys: {
      ...keys,
      get: async (scope, generation) => {
        if (generation > 1) throw new Outage('the keys cannot be reached')
        return keys.get(scope, generation)
      },
    },
    failed: (error) => void failures.push(error),
  })
  const opens = await bound()
  await keys.rotate({ appId: 'app', userId: NO_USER })
  const [first] = await log.append([opens, await bound()])
  await view.reached(first!)
  await view.close()
  expect(failures).toEqual([])
})

const deliveryOf = (records: readonly LogRecord[]) =>
  ({ topic: 'memory.settings.v1', partition: 0, records }) as never

describe('what is followed', () => {
  /** A log with a subscription under the test's control, and the requests to it. */
  function following(more: Partial<EventLog> = {}) {
    const subscribed: Parameters<EventLog['subscribe']>[0][] = []
    const own: EventLog = {
      ...log,
      subscribe: async (options) => {
        subscribed.push(options)
        return { announce: async () => undefined, close: async () => undefined }
      },
      ...more,
    }
    return { own, subscribed }
  }

  test('given two views, when they follow, then each is a group of its own, and goes on behind what it has read', async () => {
    const { position, partition } = await bind()
    const { own, subscribed } = following()
    const views = [
      await followSettings({ log: own, keys, failed }),
      await followSettings({ log: own, keys, failed }),
    ]
    const groups = subscribed.map(({ group }) => group)
    expect(groups).toEqual([expect.stringMatching(/^settings-[\w-]{36}$/), expect.any(String)])
    expect(new Set(groups).size).toBe(2)
    const [{ topics, maxRecords, resumeAfter }] = subscribed as [(typeof subscribed)[0]]
    expect([topics, maxRecords]).toEqual([['memory.settings.v1'], 500])
    expect(await resumeAfter!('memory.settings.v1', partition)).toBe(position)
    expect(subscribed[0]!.failed).toBe(failed)
    for (const view of views) await view.close()
  })

  test('given what is delivered again, when it is taken in, then it counts once', async () => {
    const { own, subscribed } = following()
    const view = await followSettings({ log: own, keys, failed })
    const last = await bind()
    const records = await recordsOf(log, 'memory.settings.v1')
    const before = view.current()
    await view.caughtUp()
    const after = view.current()
    expect(after).not.toBe(before)
    await subscribed[0]!.deliver(deliveryOf(records), failed)
    expect(view.current()).toBe(after)
    await view.reached(last)
    await view.close()
  })

  test('given callers that come while it is read, when they must miss nothing, then they share one reading that began later', async () => {
    const readings: (() => void)[] = []
    let isHeld = false
    const { own } = following({
      read: async function* (options) {
        const found = await Array.fromAsync(log.read(options))
        if (isHeld) await new Promise<void>((resolve) => readings.push(resolve))
        yield* found
      },
    })
    const view = await followSettings({ log: own, keys, failed })
    isHeld = true
    const first = view.caughtUp()
    await eventually(() => expect(readings).toHaveLength(1))
    const others = [view.caughtUp(), view.caughtUp()]
    await bind()
    const before = view.current()
    readings[0]!()
    await first
    expect(view.current()).toBe(before)
    await eventually(() => expect(readings).toHaveLength(2))
    readings[1]!()
    await Promise.all(others)
    expect(view.current()).not.toBe(before)
    expect(readings).toHaveLength(2)
    await view.close()
  })

  test('given two who wait, when the first event comes, then the second goes on waiting', async () => {
    const { own, subscribed } = following()
    const view = await followSettings({ log: own, keys, failed })
    const places = [await bind(), await bind()]
    const records = await recordsOf(log, 'memory.settings.v1')
    const told: number[] = []
    const waiting = places.map((at, n) => view.reached(at).then(() => told.push(n)))
    for (const [n, record] of records.entries()) {
      await subscribed[0]!.deliver(deliveryOf([record]), failed)
      await waiting[n]
      expect(told).toEqual([0, 1].slice(0, n + 1))
    }
    await view.close()
  })

  test('given a record that cannot be read, when it comes, then it changes nothing, and the next one counts', async () => {
    const { own } = following()
    const view = await followSettings({ log: own, keys, failed })
    const at = { recordedAt: AT, occurredAt: AT }
    const none = { causationId: null, traceparent: null, open: { odd: 1 }, sealed: null }
    const odd = {
      id: uuidV7(Date.parse(AT)),
      type: 'SourceBound',
      version: 1,
      appId: 'app',
      userId: NO_USER,
    }
    await log.append([{ topic: 'memory.settings.v1', event: { ...odd, ...at, ...none } }])
    const last = await bind()
    await view.caughtUp()
    await view.reached(last)
    expect(bindingsOf(view.current(), 'app')).toHaveLength(1)
    await view.close()
  })

  test('given a failure that is no outage, when it is delivered, then the subscription is told', async () => {
    const broken = Object.assign(new Error('the key store is broken'), { fatal: true })
    const { own, subscribed } = following()
    const view = await followSettings({
      log: own,
      keys: { ...keys, get: () => Promise.reject(broken) },
      failed,
    })
    await bind()
    const records = await recordsOf(log, 'memory.settings.v1')
    const delivered = subscribed[0]!.deliver(deliveryOf(records), failed)
    await expect(delivered).rejects.toThrow('the key store is broken')
    // Later events are taken in all the same.
    await subscribed[0]!.deliver(deliveryOf([]), failed)
    await view.close()
  })

  test('given what an app has configured, when asked, then the view answers of it', async () => {
    const view = await followSettings({ log, keys, failed })
    const configured = async (type: string, open: object) => {
      const id = uuidV7(Date.parse(AT))
      const event = { id, type, appId: 'app', userId: NO_USER, occurredAt: AT, open, sealed: null }
      const provenance = { recordedAt: AT, causationId: null, traceparent: null }
      const [position] = await log.append([encode(event as never, provenance, null)])
      await view.reached(position!)
    }
    await configured('CategoriesConfigured', {
      categories: [{ name: 'pets', description: 'Animals' }],
    })
    await configured('TemplateConfigured', { eventType: 'login', template: 'Came in.' })
    await configured('TrustConfigured', { trusted: ['document'] })
    expect(view.categoriesOf('app').map(({ name }) => name)).toEqual(['pets', 'general'])
    expect(view.templateOf('app', 'LOGIN')).toBe('Came in.')
    expect(view.trustOf('app')).toEqual(['document'])
    expect(view.templateOf('other', 'login')).toBeUndefined()
    await view.close()
  })
})
