// The embedded event log: the contract, what erasing leaves on disk, and several handles on the same files.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { closeLogFiles, openLogFiles } from '../../../infra/sqlite/log/log-files.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { eventLogContract } from '../../contracts/event-log.contract.ts'
import { eventually } from '../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../contracts/given.ts'
import { mixedNames } from '../../contracts/mixed-names.ts'
import { recordsOf } from '../runtime/given.ts'
import { createDirectories, filesWith } from './directory.ts'

/** For a lock that another connection holds all the while. */
const SOON_MS = 20
const CANARY = 'xylophone-canary-in-the-log'
const newDirectory = createDirectories()

eventLogContract(
  'SQLite',
  async () => {
    const directory = newDirectory()
    const log = createSqliteEventLog({ directory })
    return {
      log,
      reopen: async () => createSqliteEventLog({ directory }),
      close: () => log.close(),
    }
  },
  { dropsRepeated: true, sharesPartitions: false },
)

eventLogContract(
  'SQLite in memory, half of the events under pseudonyms',
  async () => {
    const log = createSqliteEventLog({ directory: null, names: mixedNames })
    return { log, close: () => log.close() }
  },
  { dropsRepeated: true, sharesPartitions: false },
)

test('given a reader of open parts, when it reads, then no sealed part is read, and all the rest is', async () => {
  const log = createSqliteEventLog({ directory: null })
  const event = { ...storedEvent(newScope()), sealed: Uint8Array.of(1, 2) }
  await log.append([{ topic: 'memory.writes.v1', event }])
  const seen: unknown[] = []
  const asked = { topic: 'memory.writes.v1', partition: 0, openOnly: true } as const
  for await (const page of log.read(asked)) seen.push(...page.map((record) => record.event))
  expect(seen).toEqual([{ ...event, sealed: null }])
  await log.close()
})

test('given an event whose open part is cut off, when it is read, then the file is damaged, the error says where, and quotes nothing', async () => {
  const directory = newDirectory()
  const log = createSqliteEventLog({ directory })
  const event = { ...storedEvent(newScope()), open: { said: CANARY } }
  await log.append([{ topic: 'memory.writes.v1', event }])
  const file = new DatabaseSync(join(directory, 'intake.db'))
  file.exec(`UPDATE "memory.writes.v1" SET open = substr(open, 1, 20)`)
  file.close()
  const reading = recordsOf(log, 'memory.writes.v1')
  await expect(reading).rejects.toThrow(
    /^intake\.db \(memory\.writes\.v1, position 1\) is damaged\./,
  )
  await expect(reading).rejects.not.toThrow(/xylo/)
  await expect(reading).rejects.toMatchObject({ outage: true })
  await log.close()
})

test('given a place, when it is read, then no other record is', async () => {
  const directory = newDirectory()
  const log = createSqliteEventLog({ directory })
  const events = Array.from({ length: 5 }, () => storedEvent(newScope()))
  const places = await log.append(events.map((event) => ({ topic: 'memory.writes.v1', event })))
  const at = [places[1], places[3]].map((place) => place?.position ?? -1)
  damageOthers(directory, at)
  const seen: unknown[] = []
  const asked = { topic: 'memory.writes.v1', partition: 0, at, maxRecords: 1 } as const
  for await (const page of log.read(asked)) seen.push(page.map(({ position }) => position))
  expect(seen).toEqual(at.map((position) => [position]))
  await log.close()
})

/** Whatever reads one of the others throws. */
function damageOthers(directory: string, places: readonly number[]): void {
  const file = new DatabaseSync(join(directory, 'intake.db'))
  const others = file.prepare(
    `UPDATE "memory.writes.v1" SET open = '{' WHERE position NOT IN (${places})`,
  )
  expect(others.run().changes).toBe(3)
  file.close()
}

test('given a subscriber that has more than was delivered, when it goes on, then that is left out', async () => {
  const log = createSqliteEventLog({ directory: null })
  const records = Array.from({ length: 80 }, () => storedEvent(newScope()))
  await log.append(records.map((event) => ({ topic: 'memory.writes.v1', event })))
  const seen: number[] = []
  const subscription = await log.subscribe({
    group: 'ahead',
    topics: ['memory.writes.v1'],
    resumeAfter: async () => undefined,
    deliver: async ({ records }) => void seen.push(...records.map(({ position }) => position)),
    takenInUpTo: async () => 75,
    failed: () => undefined,
    maxRecords: 10,
  })
  await eventually(() => expect(seen.at(-1)).toBe(80))
  expect(seen.slice(10)).toEqual([76, 77, 78, 79, 80])
  await subscription.close()
  await log.close()
})

describe('files', () => {
  test('given a record with a canary, when it is erased, then its bytes are in no file', async () => {
    const directory = newDirectory()
    const log = createSqliteEventLog({ directory })
    const [scope, other] = [newScope(), newScope()]
    const words = { open: { text: CANARY }, sealed: Buffer.from(CANARY) }
    await log.append([
      { topic: 'memory.writes.v1', event: storedEvent(other) },
      { topic: 'memory.writes.v1', event: storedEvent(scope, words) },
      { topic: 'memory.writes.v1', event: storedEvent(other) },
    ])
    expect(filesWith(directory, CANARY)).not.toEqual([])
    await log.erase({ topic: 'memory.writes.v1', scope, matches: () => true })
    expect(filesWith(directory, CANARY)).toEqual([])
    expect(await recordsOf(log, 'memory.writes.v1')).toHaveLength(2)
    await log.close()
  })

  test('given records over many pages, when some are erased, then none of their bytes is left', async () => {
    const directory = newDirectory()
    const log = createSqliteEventLog({ directory })
    const [scope, other] = [newScope(), newScope()]
    const filler = 'x'.repeat(3000)
    for (let n = 0; n < 60; n++) {
      await log.append([
        {
          topic: 'memory.facts.v1',
          event: storedEvent(n % 2 ? scope : other, {
            open: { n, filler, text: n % 2 ? CANARY : '' },
          }),
        },
      ])
    }
    await log.erase({ topic: 'memory.facts.v1', scope, matches: () => true })
    expect(filesWith(directory, CANARY)).toEqual([])
    await log.close()
  })

  test('given a reader that holds the write-ahead log, when an erasure is tried again after it, then no byte is left', async () => {
    const directory = newDirectory()
    const log = createSqliteEventLog({ directory, busyTimeoutMs: SOON_MS })
    const scope = newScope()
    await log.append([
      { topic: 'memory.writes.v1', event: storedEvent(scope, { open: { text: CANARY } }) },
    ])
    const reader = new DatabaseSync(join(directory, 'intake.db'))
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM "memory.writes.v1"').get()
    const erase = () => log.erase({ topic: 'memory.writes.v1', scope, matches: () => true })
    await expect(erase()).rejects.toMatchObject({ outage: true })
    reader.exec('COMMIT')
    reader.close()
    await erase()
    expect(filesWith(directory, CANARY)).toEqual([])
    await log.close()
  })
})

describe('handles', () => {
  test('given two handles on the same files, when one appends, then the other delivers and reads it', async () => {
    const directory = newDirectory()
    const [one, other] = [createSqliteEventLog({ directory }), createSqliteEventLog({ directory })]
    const seen: LogRecord[] = []
    await other.subscribe({
      group: 'reader',
      topics: ['memory.writes.v1'],
      maxRecords: 10,
      resumeAfter: async () => undefined,
      deliver: async ({ records }) => void seen.push(...records),
      failed: (error) => {
        throw error
      },
    })
    const scope = newScope()
    const events = [storedEvent(scope), storedEvent(scope)]
    for (const event of events) await one.append([{ topic: 'memory.writes.v1', event }])
    await eventually(() =>
      expect(seen.map((record) => record.event?.id)).toEqual(events.map(({ id }) => id)),
    )
    expect(await recordsOf(other, 'memory.writes.v1')).toHaveLength(2)
    await one.close()
    await other.close()
  })

  test('given a handle that was never closed, when the files are opened again, then what was committed is there', async () => {
    const directory = newDirectory()
    const crashed = createSqliteEventLog({ directory })
    const scope = newScope()
    const [place] = await crashed.append([{ topic: 'memory.writes.v1', event: storedEvent(scope) }])
    await crashed.commit({
      group: 'reader',
      records: [{ topic: 'memory.facts.v1', event: storedEvent(scope) }],
      checkpoints: [place!],
    })
    const log = createSqliteEventLog({ directory })
    expect(await recordsOf(log, 'memory.writes.v1')).toHaveLength(1)
    expect((await log.ends('memory.facts.v1')).size).toBe(1)
    expect((await log.checkpoints('reader', 'memory.writes.v1')).get(0)).toBe(place!.position)
    await log.close()
    await crashed.close()
  })

  test('given records of both writers, when appended in one step, then it is refused and nothing is written', async () => {
    const log = createSqliteEventLog({ directory: null })
    const event = storedEvent(newScope())
    const append = log.append([
      { topic: 'memory.writes.v1', event },
      { topic: 'memory.facts.v1', event },
    ])
    await expect(append).rejects.toThrow('two writers')
    expect(await recordsOf(log, 'memory.writes.v1')).toEqual([])
    await log.close()
  })
})

describe('retention', () => {
  test('given a topic with a lifetime, when opened, then what is older is gone and the rest stays', async () => {
    const directory = newDirectory()
    const log = createSqliteEventLog({ directory })
    const scope = newScope()
    const recordedAt = '2020-01-01T00:00:00.000Z'
    const [old, young] = [storedEvent(scope, { recordedAt }), storedEvent(scope)]
    await log.append([old, young].map((event) => ({ topic: 'memory.notices.v1', event })))
    await log.append([{ topic: 'memory.facts.v1', event: old }])
    await log.close()
    const again = createSqliteEventLog({ directory })
    expect((await recordsOf(again, 'memory.notices.v1')).map((each) => each.event?.id)).toEqual([
      young.id,
    ])
    expect(await recordsOf(again, 'memory.facts.v1')).toHaveLength(1)
    await again.close()
  })

  test('given a service that runs for long, when its records expire, then they go without a start, and the rest stays', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const directory = newDirectory()
    const log = createSqliteEventLog({ directory })
    const names = ['memory.notices.v1', 'memory.facts.v1'] as const
    const append = async () => {
      const event = storedEvent(newScope(), { recordedAt: new Date().toISOString() })
      for (const topic of names) await log.append([{ topic, event }])
      return event.id
    }
    const idsOf = async (topic: AnyTopicName) =>
      (await recordsOf(log, topic)).map(({ event }) => event?.id)
    // As the thread that writes for the one that processes opens them.
    const files = openLogFiles({ directory, checkpointing: 'done' })
    const old = await append()
    vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60 * 1000)
    const young = await append()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await idsOf('memory.notices.v1')).toEqual([young])
    expect(await idsOf('memory.facts.v1')).toEqual([old, young])
    closeLogFiles(files)
    await log.close()
  })
})
