// The estimate for a write follows from the queue before it, at the observed pace.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createEstimate,
  estimateOf,
  paceBetween,
  secondsFor,
} from '../../../../../apps/api/intake/waiting/estimate.ts'
import type { Services } from '../../../../../apps/api/services.ts'

describe('the time of a write', () => {
  test('is what it takes by itself and what waits before it, in tenths of a second', () => {
    expect(secondsFor({ waiting: 0, pace: 10, idleSeconds: 1 })).toBe(1)
    expect(secondsFor({ waiting: 25, pace: 10, idleSeconds: 1 })).toBe(3.5)
    expect(secondsFor({ waiting: 1, pace: 300, idleSeconds: 1 })).toBe(1)
  })
})

describe('the pace', () => {
  const at = (at: number, waiting: number, handled: number) => ({ at, waiting, handled })

  test('is what was handled in the time between, while something waited', () => {
    expect(paceBetween(at(0, 50, 100), at(2_000, 30, 140), 100)).toBe(20)
  })

  test('is seen from half a second on', () => {
    expect(paceBetween(at(0, 50, 10), at(500, 40, 20), 7)).toBe(20)
  })

  test('is no slower where all that waited was handled: then the queue may have been empty', () => {
    expect(paceBetween(at(0, 1, 10), at(20_000, 1, 11), 100)).toBe(100)
    expect(paceBetween(at(0, 50, 0), at(1_000, 5, 400), 100)).toBe(400)
  })

  test.each([
    ['nothing was seen before', null, at(1_000, 5, 10)],
    ['nothing waited before', at(0, 0, 10), at(1_000, 5, 10)],
    ['nothing waited before, and much was handled since', at(0, 0, 10), at(1_000, 5, 30)],
    ['nothing was handled', at(0, 5, 10), at(1_000, 5, 10)],
    ['both looks ended in one moment', at(0, 50, 10), at(0, 50, 10)],
    ['both looks ended in one moment, and found different numbers', at(0, 50, 10), at(0, 40, 20)],
    ['one look ended shortly after the other', at(0, 50, 10), at(499, 40, 20)],
  ])('is what it was where %s', (_, before, after) => {
    expect(paceBetween(before, after, 7)).toBe(7)
  })
})

/** The first call starts the measurement; its result shows from the next call on. */
async function toldBy(estimate: () => number): Promise<number> {
  estimate()
  await new Promise((resolve) => setImmediate(resolve))
  return estimate()
}

describe('given a service', () => {
  const world = { ms: 0, waiting: 0, handled: 0, asked: 0, down: false }
  const estimate = createEstimate({
    waiting: async () => {
      world.asked++
      if (world.down) throw new Error('down')
      return world.waiting
    },
    handled: async () => world.handled,
    now: () => world.ms,
    idleSeconds: 1,
  })
  const told = () => toldBy(estimate)

  test('when nothing waits, then a write takes what it takes by itself', async () => {
    expect(estimate()).toBe(1)
    expect(await told()).toBe(1)
  })

  test('when much is asked at once, then the log is asked once a second', async () => {
    world.ms = 10_000
    const before = world.asked
    for (let n = 0; n < 100; n++) await told()
    expect(world.asked).toBe(before + 1)
  })

  test('when a second has not passed, then the log is not asked again, and when it has, it is', async () => {
    world.ms = 15_000
    await told()
    const before = world.asked
    world.ms = 15_999
    await told()
    expect(world.asked).toBe(before)
    world.ms = 16_000
    await told()
    expect(world.asked).toBe(before + 1)
  })

  test('when writes wait, then they count at the pace that was seen', async () => {
    Object.assign(world, { ms: 20_000, waiting: 500, handled: 0 })
    await told()
    Object.assign(world, { ms: 30_000, waiting: 400, handled: 100 })
    expect(await told()).toBe(41)
  })

  test('when single writes come from time to time, then none of them takes the time between', async () => {
    const calm = { ms: 0, handled: 0 }
    const each = createEstimate({
      waiting: async () => 1,
      handled: async () => calm.handled,
      now: () => calm.ms,
      idleSeconds: 1,
    })
    for (let n = 1; n <= 3; n++) {
      each()
      await new Promise((resolve) => setImmediate(resolve))
      Object.assign(calm, { ms: n * 20_000, handled: n })
    }
    expect(each()).toBe(1)
  })

  test('when the log answers two looks at once, then what it says of them is no pace', async () => {
    const late = { ms: 0, handled: 0, answer: (): void => undefined }
    const answered = new Promise<void>((resolve) => {
      late.answer = resolve
    })
    const stalled = createEstimate({
      waiting: async () => {
        await answered
        return 500
      },
      handled: async () => {
        const handled = late.handled
        late.handled += 100
        await answered
        return handled
      },
      now: () => late.ms,
      idleSeconds: 1,
    })
    stalled()
    late.ms = 1_000
    stalled()
    late.answer()
    expect(await toldBy(stalled)).toBe(6)
  })

  test('when the log is down, then what was known last is told', async () => {
    Object.assign(world, { ms: 40_000, down: true })
    expect(await told()).toBe(41)
  })
})

describe('the estimate of the service', () => {
  test.each([
    ['the offline engine', 'offline@1', 41],
    ['a model', 'gpt@offline', 48],
  ])(
    'given %s, then writes wait for extraction, at the pace of all partitions together',
    async (_, name, seconds) => {
      const now = vi.spyOn(performance, 'now')
      onTestFinished(() => now.mockRestore())
      const world = { behind: 500, stands: new Map([[0, 100]]) }
      const estimate = estimateOf({
        ports: {
          language: { name },
          log: {
            checkpoints: async (...of: string[]) => {
              expect(of).toEqual(['extract-facts', 'memory.writes.v1'])
              return world.stands
            },
          },
        },
        watch: {
          behind: async (processor: string) => {
            expect(processor).toBe('extract-facts')
            return world.behind
          },
        },
      } as unknown as Services)
      now.mockReturnValue(0)
      await toldBy(estimate)
      const stands = new Map([
        [0, 150],
        [1, 50],
      ])
      Object.assign(world, { behind: 400, stands })
      now.mockReturnValue(10_000)
      expect(await toldBy(estimate)).toBe(seconds)
    },
  )
})
