// When threads that share their time between requests count as busy, by the clock of the test.
import { expect, it } from 'vitest'
import { createBusyCores } from '../../../../infra/threads/cpu/busy-cores.ts'

function given() {
  let at = 0
  const threads: { usedMs: number }[] = []
  const areBusy = createBusyCores(() => at)
  return {
    /** After so long, with so much CPU time of each thread in all. */
    after: (ms: number, ...usedMs: number[]) => {
      at += ms
      for (const [n, used] of usedMs.entries())
        threads[n] = Object.assign(threads[n] ?? {}, { usedMs: used })
      return areBusy(threads)
    },
  }
}

it('says nothing at the first look, however much was used before', () => {
  expect(given().after(0, 10_000)).toBe(false)
})

it('is busy where most of half a second was used', () => {
  const { after } = given()
  after(0, 100)
  expect(after(499, 599)).toBe(false)
  expect(after(1, 401)).toBe(true)
})

it('is not busy where the threads together used less than most of their time', () => {
  const { after } = given()
  after(0, 0, 0)
  expect(after(500, 500, 50)).toBe(false)
})

it('begins again after each look, and after a long time without work', () => {
  const { after } = given()
  after(0, 0)
  expect(after(500, 450)).toBe(true)
  expect(after(500, 460)).toBe(false)
  expect(after(5_000, 5_000)).toBe(false)
  expect(after(500, 5_400)).toBe(true)
})

it('does not count what a thread that has come meanwhile used for loading', () => {
  const { after } = given()
  after(0, 0)
  expect(after(500, 100, 2_000)).toBe(false)
  expect(after(500, 500, 2_350)).toBe(true)
})
