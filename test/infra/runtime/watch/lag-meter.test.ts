// How far a processor is behind, as other processes see it: over a real log, with a store that the test controls.
import { beforeEach, expect, test } from 'vitest'
import type { Checkpoints, EventLog, LogPosition } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import {
  createLagMeter,
  type LagMeterParts,
  recordsBehind,
} from '../../../../infra/runtime/watch/lag-meter.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'

const WRITES = 'memory.writes.v1'
const START = Date.parse('2026-11-21T12:00:00.000Z')
const SECOND = 1_000

const log = startedEach(() => createSqliteEventLog({ directory: null }))
let atMs: number
beforeEach(() => {
  atMs = START
})

const now = () => new Date(atMs)

/** Appends one record now. */
async function append(): Promise<LogPosition> {
  const recordedAt = now().toISOString()
  const [place] = await log.append([
    { topic: WRITES, event: storedEvent(newScope(), { recordedAt }) },
  ])
  return place!
}

const commit = (at: LogPosition) => log.commit({ group: 'one', records: [], checkpoints: [at] })

function meterOf(parts: Partial<LagMeterParts> = {}) {
  const meter = createLagMeter({
    log,
    processors: [{ name: 'one', reads: [WRITES] }],
    now,
    ...parts,
  })
  return async () => {
    const lag = await meter.measure()
    expect(lag).toHaveLength(1)
    return { records: lag[0]!.records, since: lag[0]!.since?.getTime() ?? null }
  }
}

test('given a processor that has never run, when measured, then all is unread, since the first', async () => {
  const measure = meterOf()
  expect(await measure()).toEqual({ records: 0, since: null })
  await append()
  atMs += 60 * SECOND
  await append()
  expect(await measure()).toEqual({ records: 2, since: START })
})

test('given a processor that gets on, when measured, then what it has done with does not count', async () => {
  const measure = meterOf()
  const places = [await append(), await append(), await append()]
  await commit(places[0]!)
  expect((await measure()).records).toBe(2)
  await commit(places[2]!)
  expect(await measure()).toEqual({ records: 0, since: null })
})

test('given a processor that is stuck, when more is written, then its lag grows with the log', async () => {
  const measure = meterOf()
  await commit(await append())
  const stuckAt = atMs
  await append()
  for (let more = 1; more < 5; more++) {
    expect(await measure()).toEqual({ records: more, since: stuckAt })
    atMs += 10 * SECOND
    await append()
  }
})

test('given another look at one that moved, when it stands again, then the oldest is the one behind it', async () => {
  const measure = meterOf()
  const places: LogPosition[] = []
  for (let n = 0; n < 4; n++) {
    places.push(await append())
    await measure()
    atMs += 10 * SECOND
  }
  await commit(places[1]!)
  // It moved: the log is not read, and the time is when the record was first seen.
  expect(await measure()).toEqual({ records: 2, since: START + 20 * SECOND })
  expect(await measure()).toEqual({ records: 2, since: START + 20 * SECOND })
})

test('given a backlog from before, when it is worked off, then its age is not taken for that of the watch', async () => {
  const places: LogPosition[] = []
  for (let n = 0; n < 10; n++) {
    places.push(await append())
    atMs += 60 * SECOND
  }
  const measure = meterOf()
  await commit(places[2]!)
  expect(await measure()).toEqual({ records: 7, since: START + 180 * SECOND })
  await commit(places[4]!)
  atMs += SECOND
  // Not asked again at once: the answer may be this old.
  expect(await measure()).toEqual({ records: 5, since: START + 180 * SECOND })
  await commit(places[5]!)
  atMs += 10 * SECOND
  expect(await measure()).toEqual({ records: 4, since: START + 360 * SECOND })
})

test('given an end that is no record, when all before it is done, then nothing is unread, and it is looked for once', async () => {
  const place = await append()
  await commit(place)
  let reads = 0
  const withMark: LagMeterParts['log'] = {
    ...log,
    standing: log.standing,
    ends: async () => new Map([[0, place.position + 1]]),
    read: (stretch) => {
      reads += 1
      return log.read(stretch)
    },
    partitions: log.partitions,
  }
  const measure = meterOf({ log: withMark })
  for (let n = 0; n < 3; n++) expect(await measure()).toEqual({ records: 0, since: null })
  expect(reads).toBe(1)
})

test('given a store that is down, when measured, then what it said last holds, and the lag grows', async () => {
  let answer: () => Promise<Checkpoints> = async () => new Map()
  const processors = [{ name: 'one', reads: [WRITES] as const, checkpoints: () => answer() }]
  const measure = meterOf({ processors })
  const place = await append()
  answer = async () => new Map([[0, place.position]])
  expect((await measure()).records).toBe(0)
  for (const down of [
    () => Promise.reject(new Outage('down')),
    () => new Promise<never>(() => undefined),
  ]) {
    answer = down
    await append()
    const measureDown = (await measure()).records
    expect(measureDown).toBeGreaterThan(0)
  }
  expect((await measure()).records).toBe(2)
})

test('given a group whose checkpoint in the log was set back, when measured, then what is to be read again counts', async () => {
  let stood: LogPosition | null = null
  const standing: EventLog['standing'] = async () =>
    new Map(stood ? [[WRITES, new Map([[0, { position: stood.position, note: null }]])]] : [])
  const measure = meterOf({
    log: { ...log, standing },
  })
  const places = [await append(), await append(), await append()]
  stood = places[2]!
  expect((await measure()).records).toBe(0)
  stood = places[0]!
  expect((await measure()).records).toBe(2)
  stood = null
  expect((await measure()).records).toBe(3)
})

test('given a process that starts while the store is down, when measured, then what was noted holds', async () => {
  const processors = [
    {
      name: 'one',
      reads: [WRITES] as const,
      checkpoints: () => Promise.reject(new Outage('down')),
    },
  ]
  const measure = meterOf({ processors })
  const [first] = [await append(), await append()]
  await commit(first!)
  expect((await measure()).records).toBe(1)
})

test('given a log that is down, when measured, then what was known holds', async () => {
  let isDown = false
  const down = <T>(work: () => Promise<T>) => (isDown ? Promise.reject(new Outage('down')) : work())
  const measure = meterOf({
    log: {
      begins: log.begins,
      ends: (topic) => down(() => log.ends(topic)),
      standing: (group, topics) => down(() => log.standing(group, topics)),
      read: log.read,
      partitions: log.partitions,
    },
  })
  await append()
  expect(await measure()).toEqual({ records: 1, since: START })
  isDown = true
  atMs += 60 * SECOND
  expect(await measure()).toEqual({ records: 1, since: START })
})

test('given several processors, when one is asked for, then the others are not measured', async () => {
  const processors = ['one', 'two'].map((name) => ({ name, reads: [WRITES] as const }))
  await append()
  const meter = createLagMeter({ log, processors, now })
  const all = await meter.measure()
  expect(all.map(({ processor }) => processor)).toEqual(['one', 'two'])
  expect([recordsBehind(all), recordsBehind(all, 'one')]).toEqual([2, 1])
  const one = await meter.measure({ only: 'one' })
  expect(one.map(({ processor }) => processor)).toEqual(['one'])
})
