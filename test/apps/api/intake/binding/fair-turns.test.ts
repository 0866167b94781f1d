// One piece of work at a time, in turns between the apps that ask.
import { describe, expect, test } from 'vitest'
import { createFairTurns } from '../../../../../apps/api/intake/binding/fair-turns.ts'
import { TooManyWaiting } from '../../../../../infra/threads/failures.ts'

/** Work that ends when the test says so, and what has begun. */
function works() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  /** Ends what runs, and lets the next begin. */
  const end = async () => {
    ends.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, end }
}

describe('turns', () => {
  test('go round those who ask, one piece at a time, and each in its order', async () => {
    const { begun, work, end } = works()
    const turns = createFairTurns({ maxWaiting: 9, maxWaitingOfOne: 9 })
    const asked = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']
    const done = asked.map((name) => turns.run(name[0]!, work(name)))
    expect(begun).toEqual(['a1'])
    for (let n = 1; n < 6; n++) {
      await end()
      expect(begun).toHaveLength(n + 1)
    }
    await end()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    expect(await Promise.all(done)).toEqual(asked)
  })

  test('go on after work that fails, and begin again after a pause', async () => {
    const turns = createFairTurns({ maxWaiting: 9, maxWaitingOfOne: 9 })
    const failing = turns.run('a', () => Promise.reject(new Error('no')))
    const next = turns.run('b', async () => 'b')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('b')
    expect(await turns.run('a', async () => 'again')).toBe('again')
  })
})

describe('who waits', () => {
  test('is refused where so many wait in all, and taken when one has begun', async () => {
    const { work, end } = works()
    const turns = createFairTurns({ maxWaiting: 2, maxWaitingOfOne: 9 })
    const done = ['a', 'b', 'c'].map((who) => turns.run(who, work(who)))
    expect(() => turns.run('d', work('d'))).toThrow(TooManyWaiting)
    await end()
    done.push(turns.run('d', work('d')))
    expect(() => turns.run('e', work('e'))).toThrow(TooManyWaiting)
    for (let n = 0; n < 3; n++) await end()
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is refused where so many of its own wait, and others are not', async () => {
    const { work, end } = works()
    const turns = createFairTurns({ maxWaiting: 9, maxWaitingOfOne: 2 })
    const done = ['a1', 'a2', 'a3'].map((name) => turns.run('a', work(name)))
    expect(() => turns.run('a', work('a4'))).toThrow(TooManyWaiting)
    done.push(turns.run('b', work('b1')))
    for (let n = 0; n < 4; n++) await end()
    expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  test('is told by a name', () => {
    expect(new TooManyWaiting('too many').name).toBe('TooManyWaiting')
  })
})
