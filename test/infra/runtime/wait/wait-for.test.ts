// Waiting for another processor by polling: less and less often, until there is an answer or the service stops.
import { expect, test } from 'vitest'
import { realPacing, waitAtMost, waitFor } from '../../../../infra/runtime/wait/wait-for.ts'

function pauses() {
  const taken: number[] = []
  return { taken, pause: async (ms: number) => void taken.push(ms) }
}

test.each([['text'], [0], [''], [undefined], [true]])(
  'given %j, when asked, then it is an answer, at once',
  async (answer) => {
    const { taken, pause } = pauses()
    expect(await waitFor(async () => answer, new AbortController().signal, { pause })).toBe(answer)
    expect(taken).toEqual([])
  },
)

test('given no answer, when asked, then it is asked again after pauses that grow to a bound', async () => {
  const { taken, pause } = pauses()
  const answers = [null, false, ...Array<null>(10).fill(null), 'there']
  const signal = new AbortController().signal
  expect(await waitFor(async () => answers.shift() as string | null, signal, { pause })).toBe(
    'there',
  )
  const grown = Array.from({ length: 12 }, (_, n) => Math.min(50, 1.5 ** n))
  expect(taken).toEqual(grown)
  expect(taken.at(-1)).toBe(50)
})

test('given a service that stops, when there is no answer, then its reason is thrown and nothing is asked again', async () => {
  const stopping = new AbortController()
  let asked = 0
  const pause = async () => stopping.abort(new Error('stopping'))
  const ask = async () => {
    asked++
    return null
  }
  await expect(waitFor(ask, stopping.signal, { pause })).rejects.toThrow('stopping')
  expect(asked).toBe(1)
})

test('given a question that fails, when asked, then the failure is told', async () => {
  const ask = () => Promise.reject(new Error('down'))
  await expect(waitFor(ask, new AbortController().signal)).rejects.toThrow('down')
})

test('given the real pace, when the service stops, then a long pause ends without a failure', async () => {
  const stopping = new AbortController()
  const paused = realPacing.pause(2 ** 30, stopping.signal)
  stopping.abort(new Error('stopping'))
  await paused
  const before = realPacing.now()
  await realPacing.pause(1, new AbortController().signal)
  expect(realPacing.now()).toBeGreaterThan(before)
  const answers = [null, 'there']
  expect(await waitFor(async () => answers.shift()!, new AbortController().signal)).toBe('there')
})

test('given patience, when there is an answer in time, then it is that, else null, and a failure is a failure', async () => {
  let asked = 0
  const third = async () => ++asked === 3 && 'answer'
  expect(await waitAtMost(third, 60_000, { firstMs: 1, longestMs: 1 })).toBe('answer')
  expect(await waitAtMost(async () => false, 5, { firstMs: 1, longestMs: 1 })).toBeNull()
  const failing = waitAtMost(() => Promise.reject(new Error('down')), 60_000)
  await expect(failing).rejects.toThrow('down')
})

test('given pauses of one’s own, when nothing is there, then they grow from the first to the longest', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const fifth = async () => pauses.length === 4
  const { signal } = new AbortController()
  await waitFor(fifth, signal, { firstMs: 8, longestMs: 20, pause })
  expect(pauses).toEqual([8, 12, 18, 20])
})
