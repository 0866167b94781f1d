// Dead letters of writes: each is read once, kept as a place, and reported as it stands in the log.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createWriteLetters } from '../../../../../apps/api/routes/operating/write-letters.ts'
import type { EventLog, LogRecord, ReadOptions } from '../../../../../infra/ports/event-log.ts'
import { deadLetterOf } from '../../../../../infra/runtime/fail/dead-letter.ts'
import { createSqliteEventLog } from '../../../../../infra/sqlite/event-log.ts'
import type { StoredEvent } from '../../../../../schemas/events/envelope.ts'
import type { Scope } from '../../../../../schemas/identifiers.ts'
import { AT, newScope } from '../../../../contracts/given.ts'
import { startedEach } from '../../../../started.ts'

const WRITES = 'memory.writes.v1'
const LETTERS = 'memory.writes.v1.dlq'

const real = startedEach(() => createSqliteEventLog({ directory: null }))
let scope: Scope
/** The writes, by where they lie. */
let places: string[]
beforeEach(() => {
  scope = newScope()
  places = []
})

function given(most?: number, more: Partial<EventLog> = {}) {
  const reads: ReadOptions[] = []
  const clock = { ms: 0 }
  const log: EventLog = {
    ...real,
    read: (stretch) => {
      reads.push(stretch)
      return real.read(stretch)
    },
    ...more,
  }
  const now = () => clock.ms
  const letters = createWriteLetters({ log, holdsMs: 1_000, now, ...(most ? { most } : {}) })
  const processorOf = async (id: string, of = scope) => (await letters.find(of, id))?.processor
  return { letters, reads, clock, processorOf }
}

/** A write of the user that could not be handled; returns its id. */
async function deadLettered(...processors: string[]): Promise<string> {
  const id = randomUUID()
  for (const processor of processors) await letter(id, processor)
  return id
}

async function letter(id: string, processor: string): Promise<void> {
  const why = { processor, errorClass: 'Odd', reason: 'it is odd', attempts: 4, recordedAt: AT }
  await real.append([deadLetterOf(recordOf(id), why)])
}

function recordOf(id: string): LogRecord & { event: StoredEvent } {
  const event = { id, type: 'ContentStored', version: 1, ...scope, occurredAt: AT, recordedAt: AT }
  const rest = { causationId: null, traceparent: null, open: {}, sealed: null }
  const place = { topic: WRITES, partition: 0, position: placeOf(id) } as const
  return { ...place, event: { ...event, ...rest }, defect: null }
}

function placeOf(id: string): number {
  if (!places.includes(id)) places.push(id)
  return places.indexOf(id)
}

const erase = (id: string, processor: string) =>
  real.erase({
    topic: LETTERS,
    scope,
    matches: ({ event }) => event!.causationId === id && event!.open.processor === processor,
  })

test('given letters of several processors, when asked, then extraction’s is told, else the last', async () => {
  const { processorOf } = given()
  const [all, others, own] = [
    await deadLettered('index-memory', 'extract-facts', 'update-graph'),
    await deadLettered('update-graph', 'index-memory'),
    await deadLettered('keep-audit'),
  ]
  for (let times = 0; times < 2; times++) {
    expect(await processorOf(all)).toBe('extract-facts')
    expect(await processorOf(others)).toBe('index-memory')
  }
  expect(await processorOf(own)).toBe('keep-audit')
  expect(await processorOf(own, { ...scope, userId: 'another' })).toBeUndefined()
  expect(await processorOf(own, { ...scope, appId: 'another' })).toBeUndefined()
})

test('given a record among them that is no letter, when asked for others, then they are told', async () => {
  const { processorOf } = given()
  const { event } = recordOf(randomUUID())
  await real.append([{ topic: LETTERS, event }])
  expect(await processorOf(await deadLettered('extract-facts'))).toBe('extract-facts')
})

test('given no letters, when asked for one, then nothing is read', async () => {
  const { reads, processorOf } = given()
  expect(await processorOf(randomUUID())).toBeUndefined()
  expect(reads).toEqual([])
})

test('given a letter that is written again while the one before is looked for, when asked again, then it is told', async () => {
  let meanwhile: () => Promise<unknown> = async () => undefined
  async function* read(stretch: ReadOptions) {
    if (stretch.after === 0) await meanwhile()
    yield* real.read(stretch)
  }
  const { letters, processorOf } = given(9, { read })
  const id = await deadLettered('index-memory')
  await letters.catchUp()
  meanwhile = async () => {
    await erase(id, 'index-memory')
    await letter(id, 'index-memory')
    await letters.catchUp()
  }
  expect(await processorOf(id)).toBeUndefined()
  expect(await processorOf(id)).toBe('index-memory')
})

test('given letters that were read, when there are new ones, then only these are read', async () => {
  const { letters, reads, clock, processorOf } = given()
  await deadLettered('extract-facts')
  await deadLettered('extract-facts')
  await letters.catchUp()
  clock.ms = 1_000
  const late = await deadLettered('index-memory')
  expect(await processorOf(late)).toBe('index-memory')
  const [first, second, told] = reads
  expect(reads).toHaveLength(3)
  expect(first!.after).toBeUndefined()
  // From behind the second to the end; then the letter that is reported.
  expect(second).toMatchObject({ after: 2, upTo: 3 })
  expect(told).toMatchObject({ after: 2, upTo: 3 })
})

test('given an end that holds no letter, when it was read, then nothing is read before it moves', async () => {
  const end = { at: 7 }
  const { letters, reads } = given(9, { ends: async () => new Map([[0, end.at]]) })
  await deadLettered('extract-facts')
  await letters.catchUp()
  await letters.catchUp()
  expect(reads).toHaveLength(1)
  end.at = 8
  await letters.catchUp()
  expect(reads[1]).toMatchObject({ after: 7, upTo: 8 })
})

test('given a log that cannot be written to, when asked, then its letters are read all the same', async () => {
  const ends = () => Promise.reject(new Error('the disk is full'))
  const { letters, reads, processorOf } = given(9, { ends })
  expect(await processorOf(await deadLettered('extract-facts'))).toBe('extract-facts')
  await letters.catchUp()
  expect(reads.at(-1)!.after).toBe(1)
})

test('given a record that cannot be understood, when it is met, then the others are read all the same', async () => {
  const odd: LogRecord = { topic: LETTERS, partition: 0, position: 0, event: null, defect: 'odd' }
  async function* read(stretch: ReadOptions) {
    yield [odd]
    yield* real.read(stretch)
  }
  const { processorOf } = given(9, { read })
  expect(await processorOf(await deadLettered('index-memory'))).toBe('index-memory')
})

test('given a letter that was erased and written again, when asked, then it is the last', async () => {
  const { letters, clock, processorOf } = given()
  const id = await deadLettered('index-memory', 'update-graph')
  await letters.catchUp()
  await erase(id, 'index-memory')
  await letter(id, 'index-memory')
  clock.ms = 1_000
  expect(await processorOf(id)).toBe('index-memory')
})

test('given letters that are erased one by one, when asked, then what is left is told', async () => {
  const { reads, processorOf } = given()
  const id = await deadLettered('extract-facts', 'update-graph', 'index-memory')
  expect(await processorOf(id)).toBe('extract-facts')
  await erase(id, 'extract-facts')
  expect(await processorOf(id)).toBe('index-memory')
  await erase(id, 'index-memory')
  expect(await processorOf(id)).toBe('update-graph')
  await erase(id, 'update-graph')
  expect(await processorOf(id)).toBeUndefined()
  // A record that was missing is not looked for again.
  const before = reads.length
  expect(await processorOf(id)).toBeUndefined()
  expect(reads).toHaveLength(before)
})

test('given more writes with letters than are kept, when asked for an older one, then the log is looked through', async () => {
  const { letters, reads, processorOf } = given(2)
  const ids = [
    await deadLettered('index-memory', 'extract-facts', 'update-graph'),
    await deadLettered('index-memory'),
    await deadLettered('extract-facts'),
    await deadLettered('index-memory'),
  ]
  const told: (string | undefined)[] = []
  for (const id of ids) told.push(await processorOf(id))
  expect(told).toEqual(['extract-facts', 'index-memory', 'extract-facts', 'index-memory'])
  expect(await letters.find(scope, randomUUID())).toBeNull()
  const [_following, ...scans] = reads.filter(({ after }) => after === undefined)
  // No further than what was let go. The third write's letter is of extraction: it needs none.
  expect(scans.map(({ upTo }) => upTo)).toEqual([4, 4, 4, 4])
})

test('given no more letters than are kept, when asked for a write without one, then nothing else is read', async () => {
  const { letters, reads } = given(2)
  await deadLettered('extract-facts')
  await deadLettered('extract-facts')
  expect(await letters.find(scope, randomUUID())).toBeNull()
  expect(reads).toHaveLength(1)
})

test('given a write of which an older letter was let go, when there is a new one, then extraction’s is told still', async () => {
  const { letters, clock, processorOf } = given(1)
  const id = await deadLettered('extract-facts')
  await deadLettered('extract-facts')
  await letter(id, 'index-memory')
  await letters.catchUp()
  clock.ms = 1_000
  expect(await processorOf(id)).toBe('extract-facts')
})

test('given letters of which the newest were erased, when let go, then older ones are found still', async () => {
  const { letters, clock, processorOf } = given(1)
  const first = await deadLettered('index-memory')
  const second = await deadLettered('index-memory')
  await letters.catchUp()
  expect(await processorOf(second)).toBe('index-memory')
  await erase(second, 'index-memory')
  expect(await processorOf(second)).toBeUndefined()
  clock.ms = 1_000
  await deadLettered('index-memory')
  await letters.catchUp()
  expect(await processorOf(first)).toBe('index-memory')
})
