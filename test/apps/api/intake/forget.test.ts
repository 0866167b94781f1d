// Accepting a forget: the inbox is noted or taken in first, then the key is rotated, then the event is durable.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acceptForget, type ForgetPorts } from '../../../../apps/api/intake/forget.ts'
import { timeOf } from '../../../../infra/runtime/envelope/ids.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { isForgotten } from '../../../../processors/accept-inbox/forgotten.ts'
import { recordsOf } from '../../../infra/runtime/given.ts'

const SCOPE = { appId: 'app', userId: 'user' }
const AT = new Date('2026-11-21T09:00:00.000Z')
let ports: ForgetPorts
/** The steps, in order. */
let steps: string[]

beforeEach(() => {
  steps = []
  const log = createSqliteEventLog({ directory: null })
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  const objects = createSqliteObjectStore({ path: ':memory:' })
  const noting = <A extends unknown[], R>(step: string, work: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      const result = await work(...args)
      steps.push(step)
      return result
    }
  }
  ports = {
    log: { ...log, append: noting('append', log.append), ends: noting('ends', log.ends) },
    keys: { ...keys, rotate: noting('rotate', keys.rotate) },
    objects: { ...objects, putMany: noting('note', objects.putMany) },
  }
})
afterEach(() => ports.log.close())

const events = async () =>
  (await recordsOf(ports.log, 'memory.writes.v1')).map(({ event }) => event!)

/** The log with a record in the inbox, as far as the service has taken it in. */
function inboxOf(stands: () => [number, number][]): ForgetPorts['log'] {
  return {
    ...ports.log,
    ends: async () => new Map([[0, 1]]),
    checkpoints: async () => new Map(stands()),
    async *read() {
      steps.push('waits')
      yield [{} as never]
    },
  }
}

describe('a forget of everything', () => {
  test('notes the inbox, rotates the key, and then is durable, in this order', async () => {
    await ports.keys.current([SCOPE])
    const id = await acceptForget(ports, SCOPE, AT)
    expect(steps).toEqual(['ends', 'note', 'rotate', 'append'])
    expect(timeOf(id)).toBe(AT.getTime())
    expect(await events()).toEqual([
      expect.objectContaining({
        id,
        type: 'MemoryForgotten',
        ...SCOPE,
        occurredAt: AT.toISOString(),
        recordedAt: AT.toISOString(),
        causationId: null,
        traceparent: null,
        open: { category: null, keyGeneration: 1 },
        sealed: null,
      }),
    ])
    const [current] = await ports.keys.current([SCOPE])
    expect(current!.generation).toBe(2)
    const signed = (signedAtMs: number) =>
      isForgotten(ports.objects, SCOPE, { partition: 0, position: 0, signedAtMs })
    expect(await signed(AT.getTime())).toBe(true)
    expect(await signed(AT.getTime() + 1)).toBe(false)
  })
})

test('a forget that repeats another names it as its cause', async () => {
  const repeats = randomUUID()
  const id = await acceptForget(ports, { ...SCOPE, repeats }, AT)
  expect(await events()).toMatchObject([{ id, causationId: repeats }])
  expect(id).not.toBe(repeats)
})

describe('a forget of a category', () => {
  test('given an inbox that is taken in, then no key is rotated and nothing is noted', async () => {
    await ports.keys.current([SCOPE])
    await acceptForget(ports, { ...SCOPE, category: 'health' }, AT)
    expect(steps).toEqual(['ends', 'append'])
    expect(await events()).toMatchObject([{ open: { category: 'health', keyGeneration: 0 } }])
    expect((await ports.keys.current([SCOPE]))[0]!.generation).toBe(1)
  })

  test('given an inbox that waits, when it has been taken in, then the forget comes after it', async () => {
    let looked = 0
    const log = inboxOf(() => (++looked === 2 ? [[0, 1]] : []))
    await acceptForget({ ...ports, log }, { ...SCOPE, category: 'health' }, AT)
    expect(steps).toEqual(['waits', 'append'])
    expect(looked).toBe(2)
  })

  test('given an inbox that goes on waiting, then it is asked ten times a second, and not as often as can be', async () => {
    let looked = 0
    const log = inboxOf(() => {
      looked++
      return []
    })
    const impatient = { ...ports, log, inboxPatienceMs: 150 }
    await expect(acceptForget(impatient, { ...SCOPE, category: 'x' }, AT)).rejects.toThrow(Outage)
    expect(looked).toBeLessThanOrEqual(3)
  })

  test('given an inbox that goes on waiting, when patience ends, then it is an outage and nothing is promised', async () => {
    const impatient = { ...ports, log: inboxOf(() => []), inboxPatienceMs: 0 }
    const forgetting = acceptForget(impatient, { ...SCOPE, category: 'health' }, AT)
    await expect(forgetting).rejects.toThrow(Outage)
    await expect(forgetting).rejects.toThrow(
      'records of partners wait in the inbox, and accept-inbox is behind',
    )
    expect(steps).not.toContain('append')
    expect(await events()).toEqual([])
  })
})
