// Components are asked seldom and never waited for long; a late answer is not a refusal.
import { expect, test } from 'vitest'
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
    // It is still being asked: a second question would wait as long.
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
