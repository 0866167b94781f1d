// The pipeline seen from outside, over time: what a health report, a scrape and an operator get.
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Checkpoints, EventLog } from '../../../../infra/ports/event-log.ts'
import type { ComponentStates } from '../../../../infra/runtime/watch/components.ts'
import {
  PATIENCE_MS,
  type PipelineWatch,
  type PipelineWatchParts,
  troubles,
  watchPipeline,
} from '../../../../infra/runtime/watch/pipeline-watch.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'

const WRITES = 'memory.writes.v1'
const EVERY_MS = 1_500

type Name = 'log' | 'memory'
let log: EventLog
let watch: PipelineWatch<Name>
let registry: Registry
/** The test decides whether the store and the log answer, and which components are up. */
let given: { asked: number; answer: () => Promise<Checkpoints>; up: Record<Name, boolean> }
beforeEach(() => {
  vi.useFakeTimers()
  log = createSqliteEventLog({ directory: null })
  registry = new Registry()
  given = { asked: 0, answer: async () => new Map(), up: { log: true, memory: true } }
})
afterEach(async () => {
  const stopped = watch.stop()
  // A look that waits for an answer ends by itself.
  await passed(5_000)
  await stopped
  vi.useRealTimers()
  await log.close()
})

function start(more: Partial<PipelineWatchParts<Name>> = {}) {
  watch = watchPipeline<Name>({
    log,
    processors: [
      {
        name: 'one',
        reads: [WRITES],
        checkpoints: () => {
          given.asked++
          return given.answer()
        },
      },
      { name: 'two', reads: ['memory.facts.v1'] },
    ],
    now: () => new Date(),
    waitsFor: () => [],
    patienceMs: () => PATIENCE_MS,
    components: { look: async () => states() },
    needs: (processor) => (processor === 'one' ? ['memory'] : []),
    registry,
    ...more,
  })
}

const states = (): ComponentStates<Name> => ({
  log: { up: given.up.log, latencyMs: 1 },
  memory: { up: given.up.memory, latencyMs: 2 },
})
const write = () => log.append([{ topic: WRITES, event: storedEvent(newScope()) }])
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const never = () => new Promise<never>(() => undefined)
async function scraped(start: string): Promise<string[]> {
  const text = registry.metrics()
  await passed(500)
  return (await text).split('\n').filter((line) => line.startsWith(start))
}

describe('a verdict', () => {
  test('given one that gets nothing done, when its patience is over, then it stands still, and in trouble is the queue', async () => {
    start()
    await write()
    const fine = await watch.verdict()
    expect(fine).toEqual({ components: states(), stalled: [], isSilent: false })
    expect(troubles(fine)).toEqual([])
    await passed(PATIENCE_MS)
    expect((await watch.verdict()).stalled).toEqual([])
    await passed(2 * EVERY_MS)
    const verdict = await watch.verdict()
    expect(verdict.stalled).toEqual(['one'])
    expect(troubles(verdict)).toEqual(['queue'])
    expect(await scraped('palimpsest_stalled')).toEqual([
      'palimpsest_stalled{processor="one"} 1',
      'palimpsest_stalled{processor="two"} 0',
    ])
    given.answer = async () => new Map([[0, 1]])
    await passed(EVERY_MS)
    expect((await watch.verdict()).stalled).toEqual([])
  })

  test('given a component that is down, when nothing gets done, then the component is reported and no processor is blamed', async () => {
    start({ needs: () => ['log', 'memory'] })
    await write()
    given.up.memory = false
    await passed(3 * PATIENCE_MS)
    const verdict = await watch.verdict()
    expect([verdict.stalled, troubles(verdict)]).toEqual([[], ['memory']])
    expect(await scraped('palimpsest_component_up')).toEqual([
      'palimpsest_component_up{component="log"} 1',
      'palimpsest_component_up{component="memory"} 0',
    ])
  })

  test('given a component that it does not need, when that is down, then one that stands still is told too', async () => {
    start()
    await write()
    given.up.log = false
    await passed(2 * PATIENCE_MS)
    expect(troubles(await watch.verdict())).toEqual(['log', 'queue'])
  })

  test('given a component that is the queue itself, when it is down, then it is told once', () => {
    const components = { queue: { up: false, latencyMs: 0 } }
    expect(troubles({ components, stalled: ['one'], isSilent: false })).toEqual(['queue'])
  })

  test('given units of work that are seen to end, when no checkpoint moves, then it gets on', async () => {
    let units = 0
    start({ processing: { silentMs: () => 0, units: (name) => (name === 'one' ? ++units : 0) } })
    await write()
    await passed(3 * PATIENCE_MS)
    expect((await watch.verdict()).stalled).toEqual([])
  })

  test.each([
    [0, false, '1'],
    [PATIENCE_MS - 1, false, '0'],
    [PATIENCE_MS, true, '0'],
  ])(
    'given a thread that has been silent for %s ms, when asked, then silent is %s',
    async (silentMs, isSilent, answers) => {
      start({ processing: { silentMs: () => silentMs, units: () => 0 } })
      const verdict = await watch.verdict()
      expect(verdict.isSilent).toBe(isSilent)
      expect(troubles(verdict)).toEqual(isSilent ? ['queue'] : [])
      expect(await scraped('palimpsest_processing_thread_answers')).toEqual([
        `palimpsest_processing_thread_answers ${answers}`,
      ])
    },
  )

  test('given processors in this thread, when asked, then nothing is told of another', async () => {
    start()
    expect(await scraped('palimpsest_processing_thread_answers')).toEqual([])
    expect(await scraped('palimpsest_component_up')).toEqual([])
  })
})

describe('looking', () => {
  test('given a watch, when it runs, then it looks again and again, and no longer when stopped', async () => {
    start()
    await passed(EVERY_MS - 1)
    expect(given.asked).toBe(0)
    await passed(1)
    expect(given.asked).toBe(1)
    await passed(EVERY_MS)
    expect(given.asked).toBe(2)
    // Other files of the process may have timers of their own.
    const running = vi.getTimerCount()
    await watch.stop()
    expect(vi.getTimerCount()).toBe(running - 1)
    await passed(10 * EVERY_MS)
    expect(given.asked).toBe(2)
  })

  test('given a look that takes long, when it is stopped, then it is waited for, and nothing follows', async () => {
    let answer: (at: Checkpoints) => void = () => undefined
    given.answer = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    start({ everyMs: 100 })
    await passed(1_000)
    expect(given.asked).toBe(1)
    let isStopped = false
    const stopped = watch.stop().then(() => {
      isStopped = true
    })
    await passed(0)
    expect(isStopped).toBe(false)
    answer(new Map())
    await stopped
    await passed(1_000)
    expect(given.asked).toBe(1)
  })

  test('given components that cannot be looked at, when it looks, then the look before holds and it goes on', async () => {
    let fails = true
    const components = {
      look: async () => {
        if (fails) throw new Error('a bug')
        return states()
      },
    }
    start({ components })
    await passed(2 * EVERY_MS)
    expect(await scraped('palimpsest_component_up')).toEqual([])
    fails = false
    await passed(EVERY_MS)
    expect(await scraped('palimpsest_component_up')).toHaveLength(2)
  })
})

describe('how far behind', () => {
  test('given a measure that fails, when it is asked for later, then it is measured once more', async () => {
    let fails = true
    const partitions: EventLog['partitions'] = (topic) => {
      if (fails) throw new Error('a bug')
      return log.partitions(topic)
    }
    start({ log: { ...log, partitions } })
    await write()
    expect(await scraped('palimpsest_lag_records{')).toEqual([])
    fails = false
    expect((await scraped('palimpsest_lag_records{processor="one"'))[0]).toMatch(/ 1$/)
  })

  test('given a scrape, when the last look was just now, then it tells what that found; later it asks again', async () => {
    start()
    await write()
    expect((await scraped('palimpsest_lag_records{processor="one"'))[0]).toMatch(/ 1$/)
    expect(given.asked).toBe(1)
    await passed(EVERY_MS - 500)
    expect(given.asked).toBe(2)
    await write()
    expect((await scraped('palimpsest_lag_records{processor="one"'))[0]).toMatch(/ 1$/)
    expect(given.asked).toBe(2)
    expect((await scraped('palimpsest_lag_records{processor="one"'))[0]).toMatch(/ 2$/)
    expect(given.asked).toBe(3)
  })

  test('given a store that does not answer, when scraped, then half a second later what was known last is told', async () => {
    start()
    await write()
    await scraped('palimpsest_lag_records')
    given.answer = never
    await passed(500)
    await write()
    expect((await scraped('palimpsest_lag_records{processor="one"'))[0]).toMatch(/ 1$/)
    expect(given.asked).toBe(2)
  })

  test('given a processor, when asked how far behind it is, then it is asked alone, and the log is looked into', async () => {
    const places = await Promise.all([write(), write(), write()])
    const reads: unknown[] = []
    const read: EventLog['read'] = (stretch) => {
      reads.push(stretch.after)
      return log.read(stretch)
    }
    start({ log: { ...log, read, ends: log.ends } })
    given.answer = async () => new Map([[0, places[0]![0]!.position]])
    expect(await watch.behind('one')).toBe(2)
    expect([given.asked, reads]).toEqual([1, [1]])
    expect(await watch.behind('two')).toBe(0)
    expect(given.asked).toBe(1)
    given.answer = async () => new Map([[0, places[1]![0]!.position]])
    expect(await watch.behind('one')).toBe(1)
    expect(reads).toEqual([1, 2])
  })

  test('given all processors, when their lag is asked for, then it is that of now; where the log does not answer, two seconds later what was known last', async () => {
    let isDown = false
    const ends: EventLog['ends'] = (topic) => (isDown ? never() : log.ends(topic))
    start({ log: { ...log, ends } })
    await write()
    let told: string[] = []
    const ask = () =>
      void watch.lag().then((lag) => {
        told = lag.map(({ processor, records }) => `${processor} ${records}`)
      })
    ask()
    await passed(0)
    expect(told).toEqual(['one 1', 'two 0'])
    isDown = true
    given.answer = never
    await write()
    told = []
    ask()
    await passed(1_999)
    expect(told).toEqual([])
    await passed(1)
    expect(told).toEqual(['one 1', 'two 0'])
  })

  test('given a log that never answers, when asked how far behind, then after two seconds it is what was known last', async () => {
    let isDown = false
    const ends: EventLog['ends'] = (topic) => (isDown ? never() : log.ends(topic))
    start({ log: { ...log, ends } })
    await write()
    await passed(EVERY_MS)
    isDown = true
    given.answer = () => never()
    let behind: number | undefined
    void watch.behind('one').then((found) => {
      behind = found
    })
    await passed(1_999)
    expect(behind).toBeUndefined()
    await passed(1)
    expect(behind).toBe(1)
  })
})
