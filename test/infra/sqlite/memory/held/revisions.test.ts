// What is listed of a user's changes, and from when on a connection starts over.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../../../infra/sqlite/database/database.ts'
import {
  changedSince,
  recordChanges,
  recordErasure,
} from '../../../../../infra/sqlite/memory/held/revisions.ts'
import { memorySchema } from '../../../../../infra/sqlite/memory-store.ts'

const MOST = 64
const [USER, OTHER] = [1, 2]

let db: Database
beforeEach(() => {
  db = openDatabase({ path: ':memory:', durable: false, schema: memorySchema })
})
afterEach(() => db.close())

const stands = (owner = USER) =>
  db.get<{ revision: number; floor: number }>(
    'SELECT revision, floor FROM memory_revisions WHERE owner = ?',
    owner,
  )
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const listed = (after = 0) => changedSince(db, USER, after).sort((a, b) => a - b)

test('given as many changes in one step as are listed, then all are; given one more, then what was read before is void', () => {
  recordChanges(db, USER, numbers(MOST))
  expect([listed(), stands()]).toEqual([numbers(MOST), { revision: 1, floor: 0 }])
  recordChanges(db, USER, numbers(MOST + 1))
  expect([listed(), stands()]).toEqual([[], { revision: 2, floor: 2 }])
})

test('given more steps than are listed, then the oldest are dropped, and what was read before them is void', () => {
  recordChanges(db, OTHER, [7])
  for (const n of numbers(MOST)) recordChanges(db, USER, [n])
  expect([listed().length, stands()]).toEqual([MOST, { revision: 65, floor: 0 }])
  recordChanges(db, USER, [MOST, MOST + 1])
  const { floor } = stands()!
  expect(floor).toBe(3)
  expect(listed(floor)).toEqual(numbers(MOST + 2).slice(2))
  expect(listed()).toEqual(listed(floor))
  expect(stands(OTHER)).toEqual({ revision: 1, floor: 0 })
})

test('given a step that wrote no item, then the revision alone is another', () => {
  recordChanges(db, USER, [1])
  recordChanges(db, USER, [])
  expect([listed(), stands()]).toEqual([[1], { revision: 2, floor: 0 }])
})

test('given something erased, then nothing is listed, and what was read before is void', () => {
  recordChanges(db, USER, [1])
  recordErasure(db, USER)
  expect([listed(), stands()]).toEqual([[], { revision: 2, floor: 2 }])
})
