// Damage that is met while a file is in use: told as what it means, remembered, and known to every thread.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { isFatal, isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { createDamageWatch } from '../../../../infra/sqlite/database/damage.ts'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createDirectories } from '../directory.ts'

const makeDirectory = createDirectories()
const schema = 'CREATE TABLE IF NOT EXISTS notes (note TEXT)'
const COUNT = 'SELECT count(note) AS count FROM notes'
const WHAT = /^memory\.db is damaged\. .*move the file away and start it again/

function open(path: string, more: { ifDamaged?: 'ends' } = {}) {
  const db = openDatabase({ path, durable: false, schema, ...more })
  onTestFinished(() => db.close())
  return db
}

/** A file whose last pages, which hold rows, say nothing that SQLite understands. */
function givenDamaged(): string {
  const path = join(makeDirectory(), 'memory.db')
  const db = openDatabase({ path, durable: false, schema })
  for (let n = 0; n < 100; n++) db.run`INSERT INTO notes VALUES (${'x'.repeat(1_000)})`
  db.truncateLog()
  db.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(255, Math.floor(bytes.length / 2)))
  return path
}

function thrownBy(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it throws no error')
}

test('given a damaged page, when anything meets it, then it is an outage that says what to do', () => {
  const db = open(givenDamaged())
  const meets: Record<string, () => unknown> = {
    all: () => db.all(COUNT),
    tuples: () => db.tuples(COUNT),
    get: () => db.get(COUNT),
    one: () => db.one(COUNT),
    iterate: () => [...db.iterate('SELECT note FROM notes')],
    run: () => db.run("UPDATE notes SET note = 'other'"),
    exec: () => db.exec("UPDATE notes SET note = 'other'"),
    transaction: () => db.transaction(() => db.all(COUNT)),
    snapshot: () => db.snapshot(() => db.all(COUNT)),
  }
  for (const [name, meet] of Object.entries(meets)) {
    const error = thrownBy(meet)
    expect(isOutage(error), name).toBe(true)
    expect(isFatal(error), name).toBe(false)
    expect(error.message, name).toMatch(WHAT)
  }
})

test('given damage that was met, when the file is pinged, then every connection of the thread tells it', () => {
  const path = givenDamaged()
  const [one, other] = [open(path), open(path)]
  one.ping()
  thrownBy(() => one.all(COUNT))
  expect(thrownBy(() => one.ping()).message).toMatch(WHAT)
  expect(thrownBy(() => other.ping()).message).toMatch(WHAT)
  open(join(makeDirectory(), 'memory.db')).ping()
})

test('given damage that another thread meets, when the file is pinged here, then it is told', async () => {
  const path = givenDamaged()
  const here = open(path)
  const module = new URL('../../../../infra/sqlite/database/database.ts', import.meta.url)
  const meet = `import(${JSON.stringify(module.href)}).then(({ openDatabase }) => {
    const db = openDatabase({ path: ${JSON.stringify(path)}, durable: false, schema: '' })
    try { db.all(${JSON.stringify(COUNT)}) } catch {}
  })`
  const thread = new Worker(meet, { eval: true })
  onTestFinished(async () => void (await thread.terminate()))
  await eventually(() => expect(thrownBy(() => here.ping()).message).toMatch(WHAT))
})

test('given damage that is met when the log is written back, then the timer goes on, and a ping tells it', () => {
  const path = givenDamaged()
  const malformed = () => {
    throw Object.assign(new Error('malformed'), { errcode: 11 })
  }
  createDamageWatch(path, 'waits').unlessOutage(malformed)
  expect(thrownBy(() => open(path).ping()).message).toMatch(WHAT)
})

test('given a state that its process can make again, when damage is met, then the file is gone and the error ends the process', () => {
  const path = givenDamaged()
  const error = thrownBy(() => open(path, { ifDamaged: 'ends' }).all(COUNT))
  expect(isFatal(error)).toBe(true)
  expect(error.message).toMatch(/^memory\.db, .*start the worker again/)
  expect(existsSync(path)).toBe(false)
  open(path).ping()
})

test('given an error of another kind, when it is thrown, then it stays what it is', () => {
  const db = open(':memory:')
  const error = thrownBy(() => db.all('SELECT FROM'))
  expect([error.name, isOutage(error)]).toEqual(['Error', false])
})
