// What the readers of a topic share: each is given every record once and in order, and nothing is held for long.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  closeLogFiles,
  fileOf,
  type LogFiles,
  openLogFiles,
} from '../../../../infra/sqlite/log/log-files.ts'
import { insert } from '../../../../infra/sqlite/log/log-rows.ts'
import { nextRecords } from '../../../../infra/sqlite/log/recent-records.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'

const topic = 'memory.writes.v1'
let log: LogFiles

beforeEach(() => {
  vi.useFakeTimers()
  log = openLogFiles({ directory: null })
})

afterEach(() => {
  closeLogFiles(log)
  vi.useRealTimers()
})

function append(count: number): void {
  for (let n = 0; n < count; n++)
    insert(fileOf(log, topic), { topic, event: storedEvent(newScope()) })
}

const next = (after: number, maxRecords = 32) => nextRecords(log, { topic, after, maxRecords })
const positions = (after: number, maxRecords?: number) =>
  next(after, maxRecords).map(({ position }) => position)

test('given a record that one reader was given, when another asks, then it is given the same object', () => {
  append(2)
  const [first, second] = next(0)
  expect(next(0)).toEqual([first, second])
  expect(next(0)[0]).toBe(first)
  expect(next(1)[0]).toBe(second)
})

test('given more records than a reader takes, when it asks on, then each comes once and in order', () => {
  append(5)
  expect(positions(0, 2)).toEqual([1, 2])
  expect(positions(2, 2)).toEqual([3, 4])
  expect(positions(0, 3)).toEqual([1, 2, 3])
  expect(positions(4)).toEqual([5])
  expect(positions(5)).toEqual([])
})

test('given records that were appended since, when readers ask on, then both are given them', () => {
  append(1)
  next(0)
  append(1)
  expect(positions(1)).toEqual([2])
  expect(positions(0)).toEqual([1, 2])
})

test('given a reader far behind, when it asks, then it skips nothing, and the others keep what they share', () => {
  append(3)
  const [last] = next(2)
  expect(positions(0, 1)).toEqual([1])
  expect(positions(1, 1)).toEqual([2])
  expect(next(2)[0]).toBe(last)
})

test('given a reader ahead of what is held, when one behind it asks, then it skips nothing', () => {
  append(1)
  next(0)
  append(2)
  expect(positions(2)).toEqual([3])
  expect(positions(1)).toEqual([2, 3])
})

test('given more records than are held, when they are read, then a reader behind is given all', () => {
  append(600)
  for (let after = 0; after < 600; after = positions(after).at(-1)!) expect(after).toBeLessThan(600)
  expect(log.recent.get(topic)!.records.length).toBeLessThanOrEqual(256)
  expect(positions(0, 600)).toHaveLength(600)
})

test('given records of a second ago, when nothing is read, then none is held', () => {
  append(1)
  next(0)
  expect(log.recent.size).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(log.recent.size).toBe(0)
})

test('given a topic that is read all the time, when a second has passed, then what is held is new', () => {
  append(1)
  next(0)
  vi.advanceTimersByTime(600)
  append(1)
  next(1)
  vi.advanceTimersByTime(600)
  expect(log.recent.size).toBe(0)
})
