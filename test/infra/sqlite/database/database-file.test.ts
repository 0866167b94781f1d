// A commit is acknowledged only into a file that still exists, and no other user of the machine may read it.
import fs, { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { type Database, openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { keepPrivate } from '../../../../infra/sqlite/database/database-file.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const opened: Database[] = []
afterEach(() => {
  for (const db of opened.splice(0)) db.close()
})

function open(path = join(newDirectory(), 'folder', 'some.db')) {
  const schema = 'CREATE TABLE IF NOT EXISTS t (x)'
  const db = openDatabase({ path, durable: true, schema })
  opened.push(db)
  return { path, db, insert: () => db.transaction(() => db.run('INSERT INTO t VALUES (1)')) }
}

function outageOf(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch (error) {
    return isOutage(error)
  }
}

const mode = (path: string) => statSync(path).mode & 0o777

test.each([
  ['its folder', ({ path }: { path: string }) => rmSync(join(path, '..'), { recursive: true })],
  ['its file', ({ path }: { path: string }) => rmSync(path)],
  ['its log', ({ path }: { path: string }) => rmSync(`${path}-wal`)],
  [
    'its folder, moved away,',
    ({ path }: { path: string }) => renameSync(join(path, '..'), join(path, '..', '..', 'moved')),
  ],
])(
  'given a database, when %s is gone, then a commit is not acknowledged and a ping fails',
  (_, lose) => {
    const database = open()
    database.insert()
    database.db.ping()
    lose(database)
    expect(outageOf(database.insert)).toBe(true)
    expect(outageOf(() => database.db.ping())).toBe(true)
  },
)

test('given a file that was replaced, when committed, then it is not acknowledged', () => {
  const database = open()
  database.insert()
  rmSync(database.path)
  writeFileSync(database.path, '')
  expect(outageOf(database.insert)).toBe(true)
})

test('given a database that has no room, when written, then it is an outage, and a ping fails until there is room', () => {
  const { db } = open()
  const pages = db.get<{ page_count: number }>('PRAGMA page_count')!.page_count
  db.exec(`PRAGMA max_page_count = ${pages}`)
  const fill = () => db.transaction(() => db.run('INSERT INTO t VALUES (randomblob(100000))'))
  expect(outageOf(fill)).toBe(true)
  expect(outageOf(() => db.ping())).toBe(true)
  db.exec('PRAGMA max_page_count = 100000')
  fill()
  db.ping()
})

test('given a umask that lets others read, when a database is made, then its files and folder are its owner’s alone', () => {
  const before = process.umask(0)
  const { path, insert } = open()
  insert()
  process.umask(before)
  expect(mode(join(path, '..'))).toBe(0o700)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(mode(file)).toBe(0o600)
})

test('given files and folders from before, when kept private, then others can read none of them', () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  for (const name of ['keys.db', 'log/intake.db', 'log/intake.db-wal']) {
    writeFileSync(join(directory, name), '')
    chmodSync(join(directory, name), 0o644)
  }
  chmodSync(join(directory, 'log'), 0o755)
  keepPrivate(directory)
  expect([directory, join(directory, 'log')].map(mode)).toEqual([0o700, 0o700])
  for (const name of ['keys.db', 'log/intake.db', 'log/intake.db-wal'])
    expect(mode(join(directory, name))).toBe(0o600)
})

test('given a folder of another user, such as that of a volume’s lost files, when the folder around it is kept private, then it is left out', () => {
  const directory = newDirectory()
  const foreign = join(directory, 'lost+found')
  mkdirSync(foreign)
  writeFileSync(join(directory, 'keys.db'), '')
  chmodSync(join(directory, 'keys.db'), 0o644)
  const { readdirSync } = fs
  // As the system answers any user but root.
  vi.spyOn(fs, 'readdirSync').mockImplementation(((path: string, options: object) => {
    if (path === foreign) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    return readdirSync(path, options)
  }) as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  keepPrivate(directory)
  expect(mode(join(directory, 'keys.db'))).toBe(0o600)
})
