import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue, type FairQueue } from '../../../../infra/runtime/turns/fair-queue.ts'

function drained(pushed: readonly [appId: string, userId: string, item: string][]): string[] {
  const queue = createFairQueue<string>()
  for (const [appId, userId, item] of pushed) queue.push({ appId, userId }, item)
  return Array.from({ length: queue.size }, () => queue.shift()!)
}

describe('the fair queue', () => {
  it('gives each app a turn, whatever another one has queued', () => {
    const order = drained([
      ['a', 'u', 'a1'],
      ['a', 'u', 'a2'],
      ['a', 'v', 'a3'],
      ['b', 'u', 'b1'],
    ])
    expect(order).toEqual(['a1', 'b1', 'a3', 'a2'])
  })

  it('gives each user of an app a turn', () => {
    const order = drained([
      ['a', 'u', 'u1'],
      ['a', 'u', 'u2'],
      ['a', 'v', 'v1'],
      ['a', 'w', 'w1'],
    ])
    expect(order).toEqual(['u1', 'v1', 'w1', 'u2'])
  })

  it('lets an app that comes late wait for one turn of each other app', () => {
    const queue = createFairQueue<string>()
    for (let n = 0; n < 100; n++) queue.push({ appId: 'a', userId: `u${n % 7}` }, 'a')
    queue.shift()
    queue.push({ appId: 'b', userId: 'u' }, 'b')
    expect([queue.shift(), queue.shift()]).toEqual(['a', 'b'])
  })

  it('keeps the order of one user and loses nothing', () => {
    const pushes = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('u', 'v', 'w')))
    fc.assert(
      fc.property(pushes, (scopes) => {
        const pushed = scopes.map(([app, user], n): [string, string, string] => [
          app,
          user,
          `${app}/${user}/${n}`,
        ])
        const order = drained(pushed)
        expect([...order].sort()).toEqual(pushed.map(([, , item]) => item).sort())
        for (const [app, user] of pushed) {
          const of = (items: readonly string[]) =>
            items.filter((item) => item.startsWith(`${app}/${user}/`))
          expect(of(order)).toEqual(of(pushed.map(([, , item]) => item)))
        }
      }),
    )
  })

  it('passes over apps that may not go', () => {
    const queue = createFairQueue<string>()
    for (const appId of ['a', 'b']) queue.push({ appId, userId: 'u' }, appId)
    expect(queue.shift((appId) => appId !== 'a')).toBe('b')
    expect(queue.shift((appId) => appId !== 'a')).toBeUndefined()
    expect(queue.shift()).toBe('a')
  })

  it('gives everything of one user, in order', () => {
    const queue = createFairQueue<string>()
    for (const item of ['one', 'two']) queue.push({ appId: 'a', userId: 'u' }, item)
    queue.push({ appId: 'a', userId: 'v' }, 'three')
    expect(queue.take({ appId: 'a', userId: 'u' })).toEqual(['one', 'two'])
    expect(queue.take({ appId: 'a', userId: 'u' })).toEqual([])
    expect([queue.size, queue.shift(), queue.size]).toEqual([1, 'three', 0])
  })

  it('takes an item out wherever it stands', () => {
    const queue = createFairQueue<string>()
    const scope = { appId: 'a', userId: 'u' }
    queue.push(scope, 'one')
    queue.push(scope, 'two')
    expect(queue.remove(scope, 'one')).toBe(true)
    expect(queue.remove(scope, 'one')).toBe(false)
    expect([queue.size, queue.shift(), queue.shift(), queue.size]).toEqual([1, 'two', undefined, 0])
  })

  it('knows nothing of an app that it has given away whole', () => {
    const scope = { appId: 'a', userId: 'u' }
    const emptied: ((queue: FairQueue<string>) => unknown)[] = [
      (queue) => queue.shift(),
      (queue) => queue.take(scope),
      (queue) => queue.remove(scope, 'one'),
    ]
    for (const empty of emptied) {
      const queue = createFairQueue<string>()
      queue.push(scope, 'one')
      empty(queue)
      expect(queue.size).toBe(0)
      expect(queue.shift()).toBeUndefined()
      expect(queue.take(scope)).toEqual([])
      expect(queue.remove(scope, 'one')).toBe(false)
      queue.push({ appId: 'b', userId: 'u' }, 'two')
      queue.push(scope, 'three')
      expect([queue.shift(), queue.shift(), queue.size]).toEqual(['two', 'three', 0])
    }
  })

  it('leaves the other users of an app where they wait', () => {
    const queue = createFairQueue<string>()
    const of = (userId: string) => ({ appId: 'a', userId })
    for (const userId of ['u', 'v', 'w']) queue.push(of(userId), userId)
    expect(queue.remove(of('v'), 'v')).toBe(true)
    expect(queue.take(of('u'))).toEqual(['u'])
    expect(queue.take(of('nobody'))).toEqual([])
    expect(queue.remove(of('nobody'), 'w')).toBe(false)
    expect([queue.size, queue.shift(), queue.shift()]).toEqual([1, 'w', undefined])
  })
})
