// The pool that runs users side by side: order within a user, a bound on how many run, results in order.
import { expect, test } from 'vitest'
import { type OrderedTask, runOrdered } from '../../../infra/runtime/ordered-pool.ts'

test('given tasks of several keys, when run, then those of one key run one after another, in order', async () => {
  const log: string[] = []
  const running = new Map<string, number>()
  const tasks = Array.from({ length: 30 }, (_, n) => {
    const key = `user ${n % 3}`
    return {
      key,
      run: async () => {
        running.set(key, (running.get(key) ?? 0) + 1)
        expect(running.get(key)).toBe(1)
        await pause((n * 7) % 5)
        running.set(key, 0)
        log.push(`${key}/${n}`)
        return n
      },
    }
  })
  await runOrdered(tasks, 8, async () => undefined)
  for (const key of ['user 0', 'user 1', 'user 2']) {
    const own = log.filter((each) => each.startsWith(key)).map((each) => Number(each.split('/')[1]))
    expect(own).toEqual([...own].sort((a, b) => a - b))
    expect(own).toHaveLength(10)
  }
})

test('given more tasks than may run, when run, then the bound holds and is used', async () => {
  let running = 0
  let most = 0
  const tasks = Array.from({ length: 20 }, (_, n) => ({
    key: `user ${n}`,
    run: async () => {
      most = Math.max(most, ++running)
      await pause(2)
      running--
    },
  }))
  await runOrdered(tasks, 4, async () => undefined)
  expect(most).toBe(4)
})

test('given tasks that finish in any order, when handed over, then all come once, in the order of the tasks', async () => {
  const handed: number[][] = []
  let handing = 0
  const tasks = Array.from({ length: 20 }, (_, n) => ({
    key: `user ${n}`,
    run: async () => {
      await pause(n % 4 === 0 ? 8 : 0)
      return n
    },
  }))
  await runOrdered(tasks, 20, async (results) => {
    expect(++handing).toBe(1)
    await pause(1)
    handed.push([...results])
    handing--
  })
  expect(handed.flat()).toEqual(tasks.map((_, n) => n))
  expect(handed.every((each) => each.length > 0)).toBe(true)
})

test('given a slow task, when others wait behind it, then what was before it is handed over already', async () => {
  const release = Promise.withResolvers<void>()
  const handed: number[] = []
  const tasks: OrderedTask<number>[] = [
    { key: 'a', run: async () => 0 },
    { key: 'b', run: () => release.promise.then(() => 1) },
    { key: 'c', run: async () => 2 },
  ]
  const first = Promise.withResolvers<void>()
  const run = runOrdered(tasks, 3, async (results) => {
    handed.push(...results)
    first.resolve()
  })
  await first.promise
  expect(handed).toEqual([0])
  release.resolve()
  await run
  expect(handed).toEqual([0, 1, 2])
})

test('given a task that fails, when others before it have finished, then these are handed over first', async () => {
  const handed: number[] = []
  const tasks: OrderedTask<number>[] = [
    { key: 'a', run: async () => 0 },
    { key: 'b', run: () => pause(5).then(() => 1) },
    { key: 'c', run: () => Promise.reject(new Error('task 2')) },
  ]
  const run = runOrdered(tasks, 3, async (results) => void handed.push(...results))
  await expect(run).rejects.toThrow('task 2')
  expect(handed).toEqual([0, 1])
})

test('given no tasks, when run, then nothing is handed over', async () => {
  await runOrdered([], 4, async () => {
    throw new Error('nothing to hand over')
  })
})

test('given a task that fails, when run, then it is told, started tasks end and no more start', async () => {
  const ended: number[] = []
  const tasks = Array.from({ length: 10 }, (_, n) => ({
    key: `user ${n}`,
    run: async () => {
      await pause(n === 0 ? 1 : 20)
      if (n === 0) throw new Error('task 0')
      ended.push(n)
      return n
    },
  }))
  await expect(runOrdered(tasks, 2, async () => undefined)).rejects.toThrow('task 0')
  expect(ended.length).toBeGreaterThanOrEqual(1)
  expect(ended.length).toBeLessThanOrEqual(2)
})

test('given a failed task, when its user has more, then they do not run', async () => {
  const ran: number[] = []
  const tasks = [0, 1, 2].map((n) => ({
    key: 'user',
    run: async () => {
      ran.push(n)
      if (n === 1) throw new Error('task 1')
      return n
    },
  }))
  await expect(runOrdered(tasks, 4, async () => undefined)).rejects.toThrow('task 1')
  expect(ran).toEqual([0, 1])
})

test('given a hand-over that fails, when run, then it is told and no more tasks start', async () => {
  let started = 0
  const tasks = Array.from({ length: 50 }, (_, n) => ({
    key: `user ${n}`,
    run: async () => {
      started++
      await pause(n === 0 ? 1 : 40)
      return n
    },
  }))
  const run = runOrdered(tasks, 2, async () => {
    throw new Error('no commit')
  })
  await expect(run).rejects.toThrow('no commit')
  expect(started).toBeLessThan(10)
})

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
