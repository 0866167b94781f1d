// A user's number in a file is remembered for as long as all reads are of one moment, and no longer: a replay beside the
// service renumbers users.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextEvent } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import {
  findOwner,
  ownedIn,
  ownerOf,
  projectionSchema,
} from '../../../../infra/sqlite/projection/projection-tables.ts'
import { createDirectories } from '../directory.ts'

const USER = { appId: 'app', userId: 'user' }
const newDirectory = createDirectories()

/** A file that knows the user, and another thread's connection that gives the user another number. */
function given() {
  const path = join(newDirectory(), 'projection.db')
  const schema = `${projectionSchema}; CREATE TABLE IF NOT EXISTS rows (owner INTEGER)`
  const db = openDatabase({ path, durable: false, schema })
  const elsewhere = new DatabaseSync(path)
  onTestFinished(() => {
    db.close()
    elsewhere.close()
  })
  db.run('INSERT INTO rows VALUES (?)', ownerOf(db, USER))
  const renumber = () =>
    elsewhere.exec('BEGIN; UPDATE owners SET owner = 7; UPDATE rows SET owner = 7; COMMIT')
  /** How many rows the user has, if `meanwhile` happens after the number was read. */
  const rows = (meanwhile = () => {}) =>
    ownedIn(db)(USER, 0, (owner) => {
      meanwhile()
      return db.all('SELECT 1 FROM rows WHERE owner = ?', owner).length
    })
  return { db, renumber, rows }
}

test('given a user who is renumbered, then the number and the rows are of one moment, and the next event finds both', async () => {
  const { renumber, rows } = given()
  const seen = [rows(renumber), rows()]
  await nextEvent()
  expect([...seen, rows()]).toEqual([1, 1, 1])
})

test.each(['transaction', 'snapshot'] as const)(
  'given a user who is renumbered, when the next %s asks, then it reads the number again',
  (kind) => {
    const { db, renumber } = given()
    const asked = () => db[kind](() => [findOwner(db, USER), findOwner(db, USER)])
    const before = asked()
    renumber()
    expect([before, asked()]).toEqual([
      [1, 1],
      [7, 7],
    ])
  },
)

test('given a transaction that is undone, then the number of a user who was new in it is not remembered', () => {
  const { db } = given()
  const other = { ...USER, userId: 'other' }
  const undone = () =>
    db.transaction(() => {
      ownerOf(db, other)
      throw new Error('undone')
    })
  expect(undone).toThrow('undone')
  expect(findOwner(db, other)).toBeUndefined()
  expect(db.snapshot(() => findOwner(db, other))).toBeUndefined()
})
