// Components are probed seldom and never waited for long; a late answer is not a refusal.
import { expect, onTestFinished, test, vi } from 'vitest'
import { DamagedFile } from '../../../../infra/runtime/fail/damaged-file.ts'
import { watchComponents } from '../../../../infra/runtime/watch/components.ts'

const NEVER = 60_000

test('given parts that answer, refuse, throw at once and are silent, when looked at, then only the first is up', async () => {
  const components = watchComponents({
    probes: {
      up: async () => undefined,
      down: () => Promise.reject(new Error('down')),
      broken: () => {
        throw new Error('broken')
      },
      silent: () => new Promise(() => undefined),
    },
    limitMs: 10,
  })
  const states = await components.look()
  const up = Object.entries(states).filter(([, state]) => state.up)
  expect(up.map(([name]) => name)).toEqual(['up'])
  expect(Object.keys(states)).toEqual(['up', 'down', 'broken', 'silent'])
})

test('given many who want to know, when they ask, then a component is asked once, and again when that is old', async () => {
  let asked = 0
  const probes = { one: async () => void asked++ }
  const fresh = watchComponents({ probes, freshMs: NEVER })
  await Promise.all([fresh.look(), fresh.look()])
  await fresh.look()
  expect(asked).toBe(1)
  const old = watchComponents({ probes, freshMs: 0 })
  await Promise.all([old.look(), old.look()])
  await old.look()
  expect(asked).toBe(3)
})

test.each([
  ['for a moment', NEVER, true],
  ['for long', 0, false],
])(
  'given one that has answered, when it is silent %s, then it is up: %s',
  async (_, graceMs, up) => {
    const answers = [Promise.resolve(), new Promise<never>(() => undefined)]
    let asked = 0
    const probes = { one: () => answers[asked++]! }
    const components = watchComponents({ probes, limitMs: 10, freshMs: 0, graceMs })
    expect((await components.look()).one.up).toBe(true)
    expect((await components.look()).one.up).toBe(up)
    // The probe is still under way: a second one would wait as long.
    expect((await components.look()).one.up).toBe(up)
    expect(asked).toBe(2)
  },
)

test('given one that is late, when it answers after all, then it is up', async () => {
  let answer: () => void = () => undefined
  const probes = {
    one: () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  }
  const components = watchComponents({ probes, limitMs: 10 })
  expect((await components.look()).one.up).toBe(false)
  answer()
  expect((await components.look()).one.up).toBe(true)
})

/** A component whose answers and time the test controls. */
function held() {
  vi.useFakeTimers()
  vi.advanceTimersByTime(20_000)
  onTestFinished(() => void vi.useRealTimers())
  const asked: { answer: () => void; refuse: () => void }[] = []
  const probe = () =>
    new Promise<void>((resolve, reject) => {
      asked.push({ answer: resolve, refuse: () => reject(new Error('down')) })
    })
  const components = watchComponents({ probes: { one: probe } })
  const look = async (waitMs: number) => {
    const looked = components.look()
    await vi.advanceTimersByTimeAsync(waitMs)
    return (await looked).one
  }
  return { asked, look, components }
}

test('given no times, when looked at, then an answer holds a second, and tells how long it took', async () => {
  const { asked, look, components } = held()
  const looked = components.look()
  await vi.advanceTimersByTimeAsync(40)
  asked[0]!.answer()
  expect((await looked).one).toEqual({ up: true, latencyMs: 40 })
  await vi.advanceTimersByTimeAsync(999)
  expect(await look(0)).toEqual({ up: true, latencyMs: 40 })
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  const refused = components.look()
  await vi.advanceTimersByTimeAsync(7)
  asked[1]!.refuse()
  expect((await refused).one).toEqual({ up: false, latencyMs: 7 })
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [999, true],
  [1_000, false],
])(
  'given no times, when it does not answer for four seconds and %s ms, then it is up: %s',
  async (waitMs, up) => {
    const { asked, look, components } = held()
    const looked = components.look()
    await vi.advanceTimersByTimeAsync(0)
    asked[0]!.answer()
    await looked
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await look(1_000)).toEqual({ up: true, latencyMs: 1_000 })
    expect(await look(1_000)).toEqual({ up: true, latencyMs: 2_000 })
    await vi.advanceTimersByTimeAsync(waitMs)
    expect(await look(1_000)).toEqual({ up, latencyMs: 3_000 + waitMs })
    expect(asked).toHaveLength(2)
  },
)

test('given one that has never answered, when it is late, then it is down', async () => {
  const { look } = held()
  expect(await look(1_000)).toEqual({ up: false, latencyMs: 1_000 })
})

test('given one that refused just now, when it is late the next time, then it is down', async () => {
  const { asked, look, components } = held()
  const looked = components.look()
  await vi.advanceTimersByTimeAsync(0)
  asked[0]!.refuse()
  await looked
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await look(1_000)).up).toBe(false)
})

test('given refusals, when looked at, then only that of a damaged file says why', async () => {
  const malformed = Object.assign(new Error('malformed'), { errcode: 11 })
  const damaged = new DamagedFile('memory.db', malformed)
  const components = watchComponents({
    probes: {
      damaged: () => Promise.reject(damaged),
      down: () => Promise.reject(new Error('a server’s own words')),
    },
  })
  const { damaged: told, down } = await components.look()
  expect([told.problem, down.problem]).toEqual([damaged.message, undefined])
})
