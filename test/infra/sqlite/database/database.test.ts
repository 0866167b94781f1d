// What the embedded stores rely on in a file that several threads have open.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createDirectories } from '../directory.ts'

const makeDirectory = createDirectories()

const schema = 'CREATE TABLE IF NOT EXISTS notes (note TEXT)'

function open(path: string, readOnly = false) {
  const db = openDatabase({ path, durable: false, schema, readOnly })
  onTestFinished(() => db.close())
  return db
}

test('a snapshot reads of one moment, whatever another connection commits', () => {
  const path = join(makeDirectory(), 'notes.db')
  const [writer, reader] = [open(path), open(path, true)]
  const notes = () => reader.all('SELECT note FROM notes').length
  const seen = reader.snapshot(() => {
    const before = notes()
    writer.run('INSERT INTO notes VALUES (?)', 'new')
    return [before, notes()]
  })
  expect([...seen, notes()]).toEqual([0, 0, 1])
  expect(() =>
    reader.snapshot(() => {
      throw new Error('in it')
    }),
  ).toThrow('in it')
  expect(reader.snapshot(notes), 'one after another').toBe(1)
})

test('a connection that only reads changes nothing', async () => {
  const path = join(makeDirectory(), 'notes.db')
  expect(() => open(path, true).run('INSERT INTO notes VALUES (?)', 'new')).toThrow('readonly')
  const memory = createSqliteMemoryStore({ path: `${path}-memory`, readOnly: true })
  const graph = createSqliteGraphStore({ path: `${path}-graph`, readOnly: true })
  onTestFinished(async () => {
    await memory.close()
    await graph.close()
  })
  const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 1 } as const
  const step = { checkpoint, fences: [] }
  const nothing = { documents: [], erasedResources: [], erasures: [] }
  await expect(memory.apply({ ...step, ...nothing })).rejects.toThrow('readonly')
  await expect(graph.apply({ ...step, facts: [], closed: [] })).rejects.toThrow('readonly')
})
