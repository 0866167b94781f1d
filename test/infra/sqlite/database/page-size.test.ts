// A document of the usual size lies in its row, and not with its end on a page of its own.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const schema =
  'CREATE TABLE IF NOT EXISTS documents (id INTEGER PRIMARY KEY, doc TEXT) WITHOUT ROWID'

function overflowing(bytes: number, durable: boolean): number {
  const db = openDatabase({ path: join(newDirectory(), 'documents.db'), durable, schema })
  db.transaction(() => {
    for (let id = 0; id < 20; id++)
      db.run('INSERT INTO documents VALUES (?, ?)', id, 'x'.repeat(bytes))
  })
  const pages = db.get<{ count: number }>(
    "SELECT count(*) AS count FROM dbstat WHERE name = 'documents' AND pagetype = 'overflow'",
  )
  db.close()
  return pages?.count ?? -1
}

test('a sealed document of 2,000 bytes takes no page of its own; in a log, whose rows have another form, it would', () => {
  expect(overflowing(2_000, false)).toBe(0)
  expect(overflowing(2_000, true)).toBe(20)
})
