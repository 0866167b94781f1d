// A search through a stretch of the log for one record ends, and does not delay other requests.
import { afterEach, expect, test, vi } from 'vitest'
import {
  inTime,
  isOf,
  readGently,
  scan,
} from '../../../../../apps/api/routes/operating/scan-log.ts'
import type { EventLog, LogRecord, ReadOptions } from '../../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import { createSqliteEventLog } from '../../../../../infra/sqlite/event-log.ts'
import { newScope, storedEvent } from '../../../../contracts/given.ts'

const TOPIC = 'memory.writes.v1'
const PLACE = { topic: TOPIC, partition: 0 } as const
const WHOLE = { ...PLACE, by: newScope() } as const

afterEach(() => void vi.useRealTimers())

/** A log that is read in batches of the given sizes; the records in it have a place and no more. */
function given(...sizes: readonly number[]) {
  const reads: ReadOptions[] = []
  const batches: number[] = []
  const log: EventLog = {
    ...createSqliteEventLog({ directory: null }),
    async *read(options) {
      reads.push(options)
      let position = 0
      for (const size of sizes) {
        batches.push(size)
        yield Array.from({ length: size }, () => recordAt(++position))
      }
    },
  }
  return { log, reads, batches }
}

function recordAt(position: number): LogRecord {
  return { ...PLACE, position, event: null, defect: 'odd' }
}

test('given several that match, when looked for, then the first is found, and nothing behind it is read', async () => {
  const { log, reads, batches } = given(2, 2, 2)
  const found = await scan(log, { ...WHOLE, after: 7 }, ({ position }) => position > 2)
  expect(found).toEqual(recordAt(3))
  expect(batches).toEqual([2, 2])
  expect(reads).toEqual([{ ...PLACE, after: 7, maxRecords: 100 }])
})

test('given 100,000 records of which none matches, when looked through, then it is an outage, and of one less there is none', async () => {
  const scanned = scan(given(60_000, 40_000).log, WHOLE, () => false)
  await expect(scanned).rejects.toThrow(new Outage('too much waits to look through'))
  expect(await scan(given(60_000, 39_999).log, WHOLE, () => false)).toBeNull()
})

test('given a log that does not answer, when asked, then it is an outage after three seconds', async () => {
  vi.useFakeTimers()
  const outcome = inTime(new Promise(() => undefined)).catch((error: unknown) => error)
  let settled = false
  void outcome.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toEqual(new Outage('the log did not answer in time'))
})

test('given a log that goes silent while it is read, when looked through, then it is an outage as well', async () => {
  vi.useFakeTimers()
  const { log } = given()
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  const scanned = scan({ ...log, read: () => silent }, WHOLE, () => false)
  const refused = expect(scanned).rejects.toThrow(Outage)
  await vi.advanceTimersByTimeAsync(3_000)
  await refused
})

test('given a long stretch, when it is read, then what waits for the event loop goes between its batches', async () => {
  const { log, batches } = given(1, 1, 1)
  const seen: number[] = []
  for await (const _ of readGently(log, WHOLE)) setImmediate(() => seen.push(batches.length))
  expect(seen).toEqual([1, 2, 3])
})

test('given a search that takes too long, then it reads no further', async () => {
  vi.useFakeTimers()
  const { log } = given()
  let read = 0
  async function* reading() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      read++
      yield [recordAt(read)]
    }
  }
  const refused = expect(scan({ ...log, read: reading }, WHOLE, () => false)).rejects.toThrow(
    Outage,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(read).toBe(3)
})

test('given many searches, then one of them reads in each turn of the event loop, round the apps', async () => {
  const read: string[] = []
  const search = (appId: string) => {
    const { log } = given()
    async function* reading() {
      read.push(appId)
      yield [recordAt(1)]
    }
    const by = { ...WHOLE.by, appId }
    return scan({ ...log, read: reading }, { ...PLACE, by }, () => true)
  }
  const all = ['a', 'a', 'a', 'b'].map(search)
  const after: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    after.push(read.join(''))
  }
  expect(after).toEqual(['a', 'ab', 'aba', 'abaa'])
  await Promise.all(all)
})

test('given records, when asked whose they are, then they are of their app and their user, and unreadable records have no owner', () => {
  const scope = newScope()
  const of = (event: LogRecord['event']) => isOf({ ...recordAt(1), event }, scope)
  expect(of(storedEvent(scope))).toBe(true)
  expect(of(storedEvent({ ...scope, appId: 'another' }))).toBe(false)
  expect(of(storedEvent({ ...scope, userId: 'another' }))).toBe(false)
  expect(of(null)).toBe(false)
})
