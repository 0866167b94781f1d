// A loop that waits hears each ring once, also one from before it waited.
import { expect, test } from 'vitest'
import { createBell } from '../../../../infra/runtime/wait/bell.ts'

const LONG_MS = 60_000

test('given a loop that waits, when it is rung, then it goes on', async () => {
  const bell = createBell()
  const rung = bell.rung(LONG_MS)
  bell.ring()
  expect(await rung).toBe(true)
})

test('given a ring while the loop is busy, when it waits, then it goes on at once, and waits the next time', async () => {
  const bell = createBell()
  bell.ring()
  bell.ring()
  expect(await bell.rung(LONG_MS)).toBe(true)
  expect(await bell.rung(1)).toBe(false)
})

test('given a ring whose cause the loop has seen, when it waits, then it waits', async () => {
  const bell = createBell()
  bell.ring()
  bell.forget()
  expect(await bell.rung(1)).toBe(false)
})

test('given a wait of one’s own, when it is rung, then its signal is aborted', async () => {
  const waits: number[] = []
  const bell = createBell(async (ms, signal) => {
    waits.push(ms)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  const rung = bell.rung(7)
  bell.ring()
  expect(await rung).toBe(true)
  expect(waits).toEqual([7])
})
