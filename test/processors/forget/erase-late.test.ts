// What follows the answer of a category's forget: what it asks of the log and of the object store.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import type { Emptied } from '../../../infra/ports/projection.ts'
import { eraseLate } from '../../../processors/forget/erase-late.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { delivered, USER } from '../given.ts'
import { createToldStores, type ToldStores } from './told-stores.ts'

let told: ToldStores
beforeEach(() => {
  told = createToldStores()
})

describe('what is found empty after the answer', () => {
  const fenced = delivered('ExtractionFenced', {
    open: { source: 90, category: 'work' },
  }).event
  const emptied = (...all: Emptied[]) => ({ emptied: async () => all })

  test('given writes without order, when erased, then their open parts are read in the order of the log', async () => {
    const [late, early] = [randomUUID(), randomUUID()]
    const memory = emptied({ id: late, source: 70 }, { id: early, source: 8 })
    await eraseLate({ ...told, memory }, fenced)
    expect(told.reads).toMatchObject([{ topic: WRITES, at: [8, 70], openOnly: true }])
    expect(told.erasures[0]).toEqual([WRITES, [late, early]])
  })

  test('given none, when looked for, then nothing is read and nothing erased', async () => {
    expect(await eraseLate({ ...told, memory: emptied() }, fenced)).toEqual([])
    expect([told.reads, told.erasures, told.deletions]).toEqual([[], [], []])
  })

  test('given writes of which some have content of their own, when erased, then only that is deleted', async () => {
    const id = randomUUID()
    const recordOf = (event: LogRecord['event']): LogRecord => {
      return { topic: WRITES, partition: 0, position: 8, event, defect: null }
    }
    const open = { objectKey: 'content', keyGeneration: 1 }
    const kept = storedEvent(USER, { id: randomUUID(), open, recordedAt: AT })
    told.holds[WRITES] = [recordOf(kept)]
    await eraseLate({ ...told, memory: emptied({ id, source: 8 }) }, fenced)
    expect(told.deletions).toEqual([])
    told.holds[WRITES] = [recordOf(kept), recordOf({ ...kept, id })]
    await eraseLate({ ...told, memory: emptied({ id, source: 8 }) }, fenced)
    expect(told.deletions).toEqual([['content']])
  })
})
