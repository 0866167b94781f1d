// Operators see that a state is being restored, how far it is from time to time, and when it is done.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellRestoration } from '../../../../infra/runtime/snapshots/restoration-progress.ts'
import { createTelemetry } from '../../../../infra/runtime/telemetry.ts'

const OF = { state: 'graph', partition: 3 }
const INFO = { level: 30, ...OF }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function given() {
  vi.advanceTimersByTime(7_000)
  const lines: Record<string, unknown>[] = []
  const logger = pino(
    { level: 'info', base: null, timestamp: false },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const telemetry = createTelemetry(logger)
  const progress = tellRestoration({ telemetry }, { name: 'graph', partition: 3 })
  const ratio = async () => (await telemetry.stateRestored.get()).values
  return { lines, progress, ratio }
}

describe('given a state that is restored', () => {
  test('from a snapshot and the log, then a line tells that it begins, and one that it has ended', () => {
    const { lines, progress } = given()
    progress.at('snapshot', 40, 100)
    vi.advanceTimersByTime(1_340)
    progress.at('snapshot', 100, 100)
    progress.at('log', 7, 7)
    progress.ended()
    expect(lines).toEqual([
      { ...INFO, from: 'snapshot', total: 100, msg: 'a state is being restored' },
      { ...INFO, snapshot: 100, log: 7, seconds: 1.3, msg: 'a state is restored' },
    ])
  })

  test('for long, then a line tells every five seconds how far it is', () => {
    const { lines, progress } = given()
    progress.at('log', 1, 100)
    vi.advanceTimersByTime(4_999)
    progress.at('log', 2, 100)
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(1)
    progress.at('log', 3, 100)
    vi.advanceTimersByTime(4_999)
    progress.at('log', 4, 100)
    expect(lines.slice(1)).toEqual([
      {
        ...INFO,
        snapshot: 0,
        log: 3,
        seconds: 5,
        from: 'log',
        total: 100,
        msg: 'a state is being restored still',
      },
    ])
  })

  test('then the gauge goes up to 1', async () => {
    const { progress, ratio } = given()
    progress.at('snapshot', 25, 100)
    expect(await ratio()).toEqual([{ labels: OF, value: 0.25 }])
    // The log may have grown since its end was read.
    progress.at('log', 3, 2)
    expect(await ratio()).toEqual([{ labels: OF, value: 1 }])
    progress.at('log', 0, 0)
    expect(await ratio()).toEqual([{ labels: OF, value: 0 }])
    progress.ended()
    expect(await ratio()).toEqual([{ labels: OF, value: 1 }])
  })
})

test('given nothing to restore, then nothing is told, and the gauge says that it is there', async () => {
  const { lines, progress, ratio } = given()
  progress.ended()
  expect(lines).toEqual([])
  expect(await ratio()).toEqual([{ labels: OF, value: 1 }])
})
