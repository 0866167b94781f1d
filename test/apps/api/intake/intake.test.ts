// A write is acknowledged when its event is durable, never before; its content is there before its event is.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIntake, type Intake } from '../../../../apps/api/intake/intake.ts'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { unseal } from '../../../../infra/runtime/envelope/seal.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { type PlannedWrite, planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { recordsOf } from '../../../infra/runtime/given.ts'
import { startApi } from '../given.ts'
import { type HeldLog, heldLog, turns } from './held-log.ts'

const SCOPE = { appId: 'app', userId: 'user' }
const AT = new Date('2026-11-21T09:00:00.000Z')

let log: HeldLog
let keys: KeyStore
let objects: ObjectStore
let intake: Intake
/** The steps, in order. */
let steps: string[]
/** The number of writes in each group. */
let groups: number[]

beforeEach(() => {
  steps = []
  groups = []
  log = heldLog(createSqliteEventLog({ directory: null }))
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  objects = createSqliteObjectStore({ path: ':memory:' })
  const noting = <A extends unknown[], R>(word: string, work: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      steps.push(`${word} begins`)
      const result = await work(...args)
      steps.push(`${word} ends`)
      return result
    }
  }
  intake = createIntake({
    log: { ...log, append: noting('append', log.append) },
    keys: { ...keys, current: noting('keys', keys.current) },
    objects: { ...objects, addMany: noting('content', objects.addMany) },
    now: () => AT,
    grouped: (writes) => groups.push(writes),
  })
})
afterEach(async () => {
  log.release()
  await log.close()
})

function write(content = 'I live in Lisbon.'): PlannedWrite {
  const request = { ...SCOPE, content, contentType: 'document' as const }
  return planMemorize(request, { id: randomUUID(), now: AT, traceparent: null, entry: 'api' })
}

const stored = async () => (await recordsOf(log, 'memory.writes.v1')).map(({ event }) => event!)

describe('a write', () => {
  test('given a listener that throws, when writes are grouped, then they are refused, and later ones are taken', async () => {
    let fails = true
    const told = () => {
      if (fails) throw new Error('the listener is broken')
    }
    intake = createIntake({ log, keys, objects, now: () => AT, grouped: told })
    const refused = await Promise.allSettled([intake.accept(write()), intake.accept(write())])
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(intake.counts()).toEqual({ writes: 0, bytes: 0 })
    fails = false
    const one = write()
    await intake.accept(one)
    expect((await stored()).map(({ id }) => id)).toEqual([one.id])
  })

  test('is acknowledged once its event is durable, and not before', async () => {
    log.hold()
    let acknowledged = false
    const one = write()
    const accepting = intake.accept(one).then(() => {
      acknowledged = true
    })
    await log.waits()
    await turns()
    expect(acknowledged).toBe(false)
    expect(await stored()).toEqual([])
    log.release()
    await accepting
    expect((await stored()).map(({ id }) => id)).toEqual([one.id])
  })

  test('has its key and its content durable before its event', async () => {
    await intake.accept(write())
    expect(steps).toEqual([
      'keys begins',
      'keys ends',
      'content begins',
      'content ends',
      'append begins',
      'append ends',
    ])
  })

  test('can be read back, under the key and at the place that its event names', async () => {
    const one = write('the words')
    await intake.accept(one)
    const [event] = await stored()
    const { objectKey, keyGeneration } = event!.open as {
      objectKey: string
      keyGeneration: number
    }
    const key = await keys.get(SCOPE, keyGeneration)
    const body = unseal(key!, one, (await objects.get(objectKey))!)
    expect(Buffer.from(body).toString()).toBe('the words')
    expect(event).toMatchObject({ recordedAt: AT.toISOString(), causationId: null })
  })

  test('has a place that is told once the log holds it', async () => {
    const [one, two] = [write(), write()]
    expect(intake.placeOf(SCOPE, one.id)).toBeUndefined()
    await Promise.all([intake.accept(one), intake.accept(two)])
    const held = await recordsOf(log, 'memory.writes.v1')
    expect(held.map(({ event }) => event!.id)).toEqual([one.id, two.id])
    const places = held.map(({ topic, partition, position }) => ({ topic, partition, position }))
    expect([one, two].map(({ id }) => intake.placeOf(SCOPE, id))).toEqual(places)
    // After an import another user's write may have its id.
    expect(intake.placeOf({ ...SCOPE, userId: 'imported' }, one.id)).toBeUndefined()
  })

  test('is refused where its event cannot be appended, and the next one is taken', async () => {
    let down = true
    const failing = createIntake({
      log: {
        ...log,
        append: async (records) => {
          if (down) throw new Error('down')
          return log.append(records)
        },
      },
      keys,
      objects,
      now: () => AT,
    })
    await expect(failing.accept(write())).rejects.toThrow('down')
    expect(await stored()).toEqual([])
    down = false
    await failing.accept(write())
    expect(await stored()).toHaveLength(1)
  })
})

describe('writes that come together', () => {
  test('share a group, and those that come meanwhile the next, in their order', async () => {
    log.hold()
    const first = [write(), write()]
    const then = [write(), write(), write()]
    const accepting = first.map((each) => intake.accept(each))
    await log.waits()
    accepting.push(...then.map((each) => intake.accept(each)))
    await turns()
    expect(steps.filter((step) => step === 'keys begins')).toHaveLength(1)
    log.release()
    await Promise.all(accepting)
    expect((await stored()).map(({ id }) => id)).toEqual([...first, ...then].map(({ id }) => id))
    expect(steps.filter((step) => step === 'append begins')).toHaveLength(2)
    expect(groups).toEqual([2, 3])
  })

  test('are taken in groups of at most 256', async () => {
    await Promise.all(Array.from({ length: 257 }, () => intake.accept(write())))
    expect(steps.filter((step) => step === 'append begins')).toHaveLength(2)
    expect(await stored()).toHaveLength(257)
  })

  test('are taken also right after an acknowledgement', async () => {
    for (let n = 0; n < 5; n++) await intake.accept(write()).then(() => intake.accept(write()))
    expect(await stored()).toHaveLength(10)
  })

  test('of which one breaks its schema: that one is refused, and the others are taken in their order', async () => {
    const [before, after] = [write(), write()]
    const broken = { ...write(), event: () => ({ type: 'Unheard' }) as never }
    const accepting = [before, broken, after].map((each) => intake.accept(each))
    const settled = await Promise.allSettled(accepting)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await stored()).map(({ id }) => id)).toEqual([before.id, after.id])
  })

  test('of which each breaks its schema: nothing is appended', async () => {
    const broken = { ...write(), event: () => ({ type: 'Unheard' }) as never }
    await expect(intake.accept(broken)).rejects.toThrow('no such event type: Unheard')
    expect(steps).not.toContain('append begins')
  })

  test('are refused where too many wait, and taken again afterwards', async () => {
    log.hold()
    const one = write()
    const first = intake.accept(one)
    await log.waits()
    // The log knows an event by its id: many waiting appends can be the same event.
    const waiting = Array.from({ length: 20_000 }, () => intake.accept(one))
    await expect(intake.accept(one)).rejects.toThrow('too many writes are waiting')
    log.release()
    await Promise.all([first, ...waiting])
    await intake.accept(write())
    expect(await stored()).toHaveLength(2)
  })

  test('are refused where too many bytes wait, and taken again afterwards', async () => {
    await intake.accept(write())
    log.hold()
    const one = write()
    const first = intake.accept(one)
    await log.waits()
    const [big, less] = [64 * 1024 * 1024, one.raw.length]
    const failing = [big, big, big, big - less].map((bytes) =>
      intake.accept({
        ...write(),
        raw: Buffer.alloc(bytes),
        event: () => {
          throw new Error('refused')
        },
      }),
    )
    const refused = failing.map((each) => expect(each).rejects.toThrow('refused'))
    await expect(intake.accept(write())).rejects.toThrow('too many writes are waiting')
    // The first is being stored, the others wait.
    expect(intake.counts()).toEqual({ writes: 5, bytes: 256 * 1024 * 1024 })
    log.release()
    await Promise.all([first, ...refused])
    await eventually(() => expect(intake.counts()).toEqual({ writes: 0, bytes: 0 }))
    await intake.accept(write())
    expect(await stored()).toHaveLength(3)
  })
})

describe('over HTTP', () => {
  const event = { eventType: 'e', source: 's', timestamp: AT.toISOString(), data: {} }
  const document = { content: 'I live in Lisbon.', contentType: 'document' }
  test.each([
    ['/memorize', { ...SCOPE, ...document }, {}],
    ['/memorize', { ...SCOPE, ...document }, { 'idempotency-key': 'once' }],
    ['/events', { ...SCOPE, ...event }, {}],
    ['/events', { ...SCOPE, ...event }, { 'idempotency-key': 'once' }],
    ['/webhooks/custom', { ...SCOPE, eventType: 'e', data: {} }, {}],
    ['/webhooks/custom', { ...SCOPE, eventType: 'e', data: {} }, { 'idempotency-key': 'once' }],
    ['/forget', { ...SCOPE, confirm: true }, {}],
    ['/config/keys', { name: 'k', appIds: ['app'], permissions: ['memory:read'] }, {}],
  ])('%s is answered once the log has the event, and not before', async (path, body, headers) => {
    let held: HeldLog | undefined
    const api = await startApi(({ log: real }) => {
      held = heldLog(real)
      return { log: held }
    })
    held!.hold()
    let answered = false
    const answer = api.call('POST', path, { body, headers }).then((given) => {
      answered = true
      return given
    })
    await held!.waits()
    await turns()
    expect(answered).toBe(false)
    held!.release()
    if (path !== '/forget') expect((await answer).status).toBeLessThan(300)
    await api.close()
  })
})
