// The order in which a projector takes the steps of one partition: which step waits for which.
import { describe, expect, test } from 'vitest'
import { createStepOrder, usersOf } from '../../../../infra/runtime/run/step-order.ts'
import type { AnyTopicName } from '../../../../schemas/topics.ts'
import { lookAlikes, newScope, storedEvent } from '../../../contracts/given.ts'

const WRITES = 'memory.writes.v1'
const FACTS = 'memory.facts.v1' as const

/** Steps that end on command, and those that have begun. */
function given() {
  const order = createStepOrder()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    take: (name: string, topic: AnyTopicName, ...users: string[]) => {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return order.run({ topic, users: new Set(users) }, () => {
        begun.push(name)
        return end.promise
      })
    },
    end: async (name: string) => {
      ends.get(name)!.resolve()
      await new Promise((resolve) => setImmediate(resolve))
    },
    fail: (name: string) => ends.get(name)!.reject(new RangeError(name)),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

describe('the users of a step', () => {
  test('given users with names alike, then each is one', () => {
    const scopes = lookAlikes()
    const records = scopes.map((scope, position) => ({
      topic: FACTS,
      partition: 0,
      position,
      event: storedEvent(scope),
      defect: null,
    }))
    expect(usersOf(records).size).toBe(scopes.length)
  })
})

describe('the steps of a partition', () => {
  test('given a step of another topic and another user, when taken, then it waits for no other work', async () => {
    const { take, begun, settled } = given()
    void take('forget', WRITES, 'anna')
    void take('facts', FACTS, 'ben')
    await settled()
    expect(begun).toEqual(['forget', 'facts'])
  })

  test('given a step of the same user, when taken of another topic, then it waits', async () => {
    const { take, begun, end, settled } = given()
    void take('forget', WRITES, 'anna', 'ben')
    void take('facts', FACTS, 'carl', 'anna')
    await settled()
    expect(begun).toEqual(['forget'])
    await end('forget')
    expect(begun).toEqual(['forget', 'facts'])
  })

  test('given a step of the same topic, when taken of another user, then it waits', async () => {
    const { take, begun, end, settled } = given()
    void take('first', FACTS, 'anna')
    void take('second', FACTS, 'ben')
    await settled()
    expect(begun).toEqual(['first'])
    await end('first')
    expect(begun).toEqual(['first', 'second'])
  })

  test('given steps that wait themselves, when taken behind them, then it waits for all that it follows', async () => {
    const { take, begun, end } = given()
    void take('a', WRITES, 'anna')
    void take('b', FACTS, 'anna')
    void take('c', WRITES, 'ben')
    void take('d', FACTS, 'ben')
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('c')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('given a step that fails, when another follows it, then that begins, and only the first tells of it', async () => {
    const { take, begun, fail, end } = given()
    const first = take('first', FACTS, 'anna')
    const second = take('second', FACTS, 'anna')
    await new Promise((resolve) => setImmediate(resolve))
    fail('first')
    await expect(first).rejects.toThrow('first')
    await end('second')
    await second
    expect(begun).toEqual(['first', 'second'])
  })

  test('given a step that has ended, when another is taken, then the first is not looked at any more', async () => {
    const order = createStepOrder()
    let looks = 0
    class Watched extends Set<string> {
      override has(user: string): boolean {
        looks++
        return super.has(user)
      }
    }
    await order.run({ topic: WRITES, users: new Watched(['anna']) }, async () => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    await order.run({ topic: FACTS, users: new Set(['anna']) }, async () => undefined)
    expect(looks).toBe(0)
  })
})

test('given records of users and one that cannot be read, when asked whose they are, then the users are named', () => {
  const [anna, ben] = [newScope(), newScope()]
  const record = (position: number, event: ReturnType<typeof storedEvent> | null) => {
    return { topic: WRITES, partition: 0, position, event, defect: null } as const
  }
  const records = [
    record(1, storedEvent(anna)),
    record(2, storedEvent(ben)),
    record(3, storedEvent(anna)),
    record(4, null),
  ]
  const names = [anna, ben].map(({ appId, userId }) => `${appId}/${userId}`)
  expect(usersOf(records)).toEqual(new Set(names))
})
