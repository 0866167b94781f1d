// Processing gives way while many clients write at a time and the thread is busy, and never for long.
import { performance } from 'node:perf_hooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import {
  createCrowd,
  createThrottle,
  createUse,
  tellCrowd,
} from '../../../../infra/runtime/turns/throttle.ts'

const NOW = 1_000_000
const never = () => false

/** Two threads over one clock, which moves only while one waits. */
function threads({ use }: { use: () => number }) {
  let at = NOW
  const now = () => at
  const crowd = createCrowd()
  const wait = async (ms: number) => {
    at += ms
    await nextTurn()
  }
  const throttle = createThrottle(crowd, { now, use, wait })
  return {
    told: tellCrowd(crowd, now),
    passed: (ms: number) => {
      at += ms
    },
    /** How long the work waited, in milliseconds. */
    waited: async (isUrgent = never) => {
      const from = at
      await throttle(isUrgent)
      return at - from
    },
  }
}

describe('work', () => {
  test('given no crowd, then begins at once, however busy the thread is', async () => {
    const { waited, told } = threads({ use: () => 1 })
    expect(await waited()).toBe(0)
    told(7)
    expect(await waited()).toBe(0)
  })

  test('given a crowd, then waits until the crowd is gone', async () => {
    const { waited, told, passed } = threads({ use: () => 1 })
    told(8)
    expect(await waited()).toBe(25)
    told(32)
    passed(20)
    expect(await waited()).toBe(5)
  })

  test('given a crowd, when the thread has not been busy, then begins at once', async () => {
    let use = 0.5
    const { waited, told } = threads({ use: () => use })
    told(8)
    expect(await waited()).toBe(0)
    use = 0.51
    expect(await waited()).toBe(25)
  })

  test('given a crowd that stays, then waits no longer than a quarter of a second', async () => {
    const { waited, told } = threads({
      use: () => {
        told(8)
        return 1
      },
    })
    told(8)
    expect(await waited()).toBe(250)
  })

  test('given a crowd, when something urgent comes, then begins', async () => {
    const { waited, told } = threads({ use: () => 1 })
    told(8)
    let asked = 0
    expect(await waited(() => ++asked > 2)).toBe(10)
  })
})

/** A thread of which each stretch is busy for a part of its time. */
function busyThread() {
  let [at, active] = [0, 0]
  return {
    now: () => at,
    passed: (ms: number, use: number) => {
      at += ms
      active += ms * use
    },
    utilization: (since = { active: 0, idle: 0, utilization: 0 }) => {
      const busy = active - since.active
      const idle = at - active - since.idle
      const share = busy + idle === 0 ? 0 : busy / (busy + idle)
      return { active: busy, idle, utilization: share }
    },
  }
}

test.each([
  ['a clock that it is given', false],
  ['the clock of its thread', true],
])(
  'the use of a thread is that of the last tenth of a second, or little more, by %s',
  (_, isOwn) => {
    const { now, passed, utilization } = busyThread()
    if (isOwn) {
      const clock = vi.spyOn(performance, 'now').mockImplementation(now)
      onTestFinished(() => clock.mockRestore())
    }
    passed(1_000, 1)
    const use = createUse(isOwn ? { utilization } : { now, utilization })
    passed(100, 0.5)
    expect(use()).toBe(0.5)
    passed(100, 0)
    expect(use()).toBe(0.25)
    passed(100, 1)
    expect(use()).toBe(1)
  },
)
