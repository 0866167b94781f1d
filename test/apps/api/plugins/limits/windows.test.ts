// Counters are bounded in memory, and a made-up name never evicts a counter that still counts.
import { describe, expect, test } from 'vitest'
import { createBoundedTable } from '../../../../../apps/api/plugins/limits/bounded-table.ts'
import { createWindows } from '../../../../../apps/api/plugins/limits/windows.ts'

const AT = Date.UTC(2026, 10, 21, 9)
const MINUTE = 60_000

describe('windows', () => {
  test('given a full table, when names are made up, then a window that was there goes on counting', () => {
    const windows = createWindows({ max: 100 })
    for (let used = 1; used <= 5; used++) windows.count('tenant', 5, AT)
    for (let n = 0; n < 10_000; n++) windows.count(`made-up-${n}`, 5, AT + 1)
    expect(windows.count('tenant', 5, AT + 2).exceeded).toBe(true)
    expect(windows.size()).toBeLessThanOrEqual(100 + 1024)
  })

  test('given a full table, when a new name comes, then it is counted, perhaps with others', () => {
    const windows = createWindows({ max: 100 })
    for (let n = 0; n < 100; n++) windows.count(`made-up-${n}`, 5, AT)
    for (let used = 1; used <= 5; used++) {
      expect(windows.count('late', 5, AT).remaining).toBe(5 - used)
    }
    expect(windows.count('late', 5, AT).exceeded).toBe(true)
  })

  test('given windows that have run out, when others are counted, then their memory is given back', () => {
    const windows = createWindows({ max: 1_000 })
    for (let n = 0; n < 1_000; n++) windows.count(`before-${n}`, 5, AT)
    for (let n = 0; n < 400; n++) windows.count(`after-${n}`, 5, AT + MINUTE)
    expect(windows.size()).toBe(400)
  })

  test('end after a minute, and when the clock is set back', () => {
    const windows = createWindows()
    windows.count('a', 1, AT)
    const last = windows.count('a', 1, AT + MINUTE - 1)
    const resetAt = (AT + MINUTE) / 1000
    expect(last).toMatchObject({ exceeded: true, waitMs: 1, resetAt })
    expect(windows.count('a', 1, AT + MINUTE).exceeded).toBe(false)
    expect(windows.count('a', 1, AT - MINUTE).exceeded).toBe(false)
  })

  test('give back what was counted, but never more', () => {
    const windows = createWindows()
    for (let n = 0; n < 10; n++) {
      const counted = windows.count('a', 2, AT)
      expect(counted.exceeded).toBe(false)
      counted.giveBack()
    }
    const { giveBack } = windows.count('a', 3, AT)
    for (let n = 0; n < 3; n++) giveBack()
    windows.count('a', 2, AT)
    expect(windows.count('a', 2, AT).exceeded).toBe(true)
  })

  test('give back nothing of a window to the one after it', () => {
    const windows = createWindows()
    const slow = [windows.count('a', 2, AT), windows.count('a', 2, AT)]
    for (let n = 0; n < 2; n++) windows.count('a', 2, AT + MINUTE)
    for (const { giveBack } of slow) giveBack()
    expect(windows.count('a', 2, AT + MINUTE).exceeded).toBe(true)
  })
})

test('an entry that lasts holds up no other: those behind it run out', () => {
  const table = createBoundedTable<number>({ max: 50, isOver: (until, now) => until <= now })
  table.put('lasting', 1_000, 0)
  for (let n = 0; n < 49; n++) table.put(`short-${n}`, 10, 0)
  for (let n = 0; n < 30; n++) table.put(`new-${n}`, 1_000, 20)
  expect(table.get('lasting', 20)).toBe(1_000)
  expect(table.size()).toBe(31)
})
