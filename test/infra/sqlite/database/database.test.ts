// What the embedded stores rely on in a file that several threads have open.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextEvent } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createDirectories } from '../directory.ts'

const makeDirectory = createDirectories()

const schema = 'CREATE TABLE IF NOT EXISTS notes (note TEXT)'

function open(path: string, options: { readOnly?: boolean; durable?: boolean } = {}) {
  const db = openDatabase({ path, durable: false, schema, ...options })
  onTestFinished(() => db.close())
  return db
}

test('a snapshot reads of one moment, whatever another connection commits', () => {
  const path = join(makeDirectory(), 'notes.db')
  const [writer, reader] = [open(path), open(path, { readOnly: true })]
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

test('a template binds its values, whatever they hold, and is read as often as it is asked', () => {
  const db = open(':memory:')
  const odd = "'); DELETE FROM notes; --"
  for (const note of [odd, 'plain', '?']) db.run`INSERT INTO notes VALUES (${note})`
  const count = (note: string) => db.all`SELECT * FROM notes WHERE note = ${note}`.length
  expect([odd, 'plain', '?', 'other'].map(count)).toEqual([1, 1, 1, 0])
  const after = [...db.iterate<{ note: string }>`SELECT note FROM notes WHERE note > ${'a'}`]
  expect(after).toMatchObject([{ note: 'plain' }])
})

/** A reader, and a writer that stands for another thread: what it writes ends no moment of this one. */
function givenMoments() {
  const path = join(makeDirectory(), 'notes.db')
  const [inThread, reader] = [open(path, { durable: true }), open(path, { readOnly: true })]
  const elsewhere = new DatabaseSync(path)
  onTestFinished(() => elsewhere.close())
  const count = () => reader.all('SELECT note FROM notes').length
  return { inThread, reader, count, write: () => elsewhere.exec("INSERT INTO notes VALUES ('')") }
}

test('given a moment, when another thread commits, then what is read stays as it was until the event is handled', async () => {
  const { reader, count, write } = givenMoments()
  const moment = reader.moment()
  const seen = [count()]
  write()
  await Promise.resolve()
  seen.push(count(), reader.snapshot(count))
  expect(reader.moment(), 'the same event').toBe(moment)
  await nextEvent()
  expect([...seen, count()]).toEqual([0, 0, 0, 1])
  expect(reader.moment(), 'another event').not.toBe(moment)
})

test.each<[string, (db: Database) => void]>([
  ['runs a statement', (db) => db.run("INSERT INTO notes VALUES ('')")],
  ['executes SQL', (db) => db.exec("INSERT INTO notes VALUES ('')")],
  ['commits', (db) => db.transaction(() => db.run("INSERT INTO notes VALUES ('')"))],
])('given a moment, when the same thread %s, then the next read finds it', (_, work) => {
  const { inThread, reader, count } = givenMoments()
  const moment = reader.moment()
  const before = count()
  work(inThread)
  expect([before, count()]).toEqual([0, 1])
  expect(reader.moment()).not.toBe(moment)
})

test('given a moment, when the same connection begins a transaction or closes, then it is not in the way', () => {
  const { inThread } = givenMoments()
  inThread.moment()
  const moments = inThread.transaction(() => [inThread.moment(), inThread.moment()])
  expect(moments[0], 'what a transaction reads changes').not.toBe(moments[1])
  inThread.moment()
  inThread.unsyncedTransaction(() => undefined)
  inThread.moment()
  inThread.close()
})

test('given a moment that has read, when the same thread truncates the log, then it does not wait', () => {
  const { inThread, reader, count, write } = givenMoments()
  reader.moment()
  count()
  write()
  inThread.truncateLog()
  expect(count()).toBe(1)
})

test('a connection that only reads changes nothing', async () => {
  const path = join(makeDirectory(), 'notes.db')
  expect(() => open(path, { readOnly: true }).run('INSERT INTO notes VALUES (?)', 'new')).toThrow(
    'readonly',
  )
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

test('a version lasts until this thread writes, or another thread has written when the event is handled', async () => {
  const { inThread, reader, write } = givenMoments()
  const seen = [reader.version()]
  const look = () => {
    const version = reader.version()
    const isNew = !seen.includes(version)
    seen.push(version)
    return isNew
  }
  expect(look(), 'nothing was written').toBe(false)
  write()
  expect(look(), 'the same event').toBe(false)
  await nextEvent()
  expect(look(), 'another thread has written').toBe(true)
  write()
  inThread.run("INSERT INTO notes VALUES ('')")
  expect(look(), 'another connection of this thread has written').toBe(true)
  expect(look(), 'nothing was written since').toBe(false)
})

test('what a connection itself writes ends its version, within a transaction and when that is undone', () => {
  const { inThread } = givenMoments()
  const versions = [inThread.version()]
  const insert = () => inThread.run("INSERT INTO notes VALUES ('')")
  insert()
  versions.push(inThread.version())
  inThread.transaction(() => {
    insert()
    versions.push(inThread.version())
  })
  versions.push(inThread.version())
  const undone = () =>
    inThread.transaction(() => {
      insert()
      versions.push(inThread.version())
      throw new Error('undone')
    })
  expect(undone).toThrow('undone')
  versions.push(inThread.version())
  inThread.exec('DELETE FROM notes')
  versions.push(inThread.version())
  expect(new Set(versions).size).toBe(7)
  expect(inThread.version()).toBe(versions.at(-1))
})
