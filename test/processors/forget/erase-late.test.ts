// What follows the answer of a category's forget: what it asks of the log and of the object store.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EventLog, LogRecord, ReadOptions } from '../../../infra/ports/event-log.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import type { Emptied } from '../../../infra/ports/projection.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { eraseLate } from '../../../processors/forget/erase-late.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { delivered, USER } from '../given.ts'

let log: EventLog
let objects: ObjectStore
let reads: ReadOptions[]
/** The ids of each erasure by ids, and the keys of each deletion. */
let erasures: [string, readonly string[]][]
let deletions: (readonly string[])[]
/** What the log has of the writes. */
let writes: LogRecord[]

beforeEach(() => {
  reads = []
  erasures = []
  deletions = []
  writes = []
  const own = createSqliteEventLog({ directory: null })
  const store = createSqliteObjectStore({ path: ':memory:' })
  objects = {
    ...store,
    deleteMany: (keys) => {
      deletions.push(keys)
      return store.deleteMany(keys)
    },
  }
  log = {
    ...own,
    read: async function* (options) {
      reads.push(options)
      if (writes.length > 0) yield writes
    },
    eraseKnown: (topic, scope, ids) => {
      erasures.push([topic, ids])
      return own.eraseKnown(topic, scope, ids)
    },
  }
})

describe('what is found empty after the answer', () => {
  const fenced = delivered('ExtractionFenced', {
    open: { source: 90, category: 'work' },
  }).event
  const emptied = (...all: Emptied[]) => ({ emptied: async () => all })

  test('given writes without order, when erased, then their open parts are read in the order of the log', async () => {
    const [late, early] = [randomUUID(), randomUUID()]
    const memory = emptied({ id: late, source: 70 }, { id: early, source: 8 })
    await eraseLate({ log, objects, memory }, fenced)
    expect(reads).toMatchObject([{ topic: WRITES, at: [8, 70], openOnly: true }])
    expect(erasures[0]).toEqual([WRITES, [late, early]])
  })

  test('given none, when looked for, then nothing is read and nothing erased', async () => {
    expect(await eraseLate({ log, objects, memory: emptied() }, fenced)).toEqual([])
    expect([reads, erasures, deletions]).toEqual([[], [], []])
  })

  test('given writes of which some have content of their own, when erased, then only that is deleted', async () => {
    const id = randomUUID()
    const recordOf = (event: LogRecord['event']): LogRecord => {
      return { topic: WRITES, partition: 0, position: 8, event, defect: null }
    }
    const open = { objectKey: 'content', keyGeneration: 1 }
    const kept = storedEvent(USER, { id: randomUUID(), open, recordedAt: AT })
    writes = [recordOf(kept)]
    await eraseLate({ log, objects, memory: emptied({ id, source: 8 }) }, fenced)
    expect(deletions).toEqual([])
    writes = [recordOf(kept), recordOf({ ...kept, id })]
    await eraseLate({ log, objects, memory: emptied({ id, source: 8 }) }, fenced)
    expect(deletions).toEqual([['content']])
  })
})
