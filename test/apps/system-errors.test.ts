// No program shows an error as the system names it: it says which file, and what to do.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saidOfSystem } from '../../apps/system-errors.ts'
import { openDatabase } from '../../infra/sqlite/database/database.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'

const folder = ownDirectory()

function saidOf(work: () => unknown): string | null {
  try {
    work()
  } catch (error) {
    return saidOfSystem(error)
  }
  throw new Error('it did not fail')
}

test.each([
  ['a file that is missing', () => readFileSync(join(folder, 'none')), 'is not there'],
  ['a path through a file', () => readFileSync(join(folder, 'file', 'x')), 'is no folder, or a'],
  ['a folder that is there', () => mkdirSync(folder), 'is there already'],
  ['a folder that is not empty', () => rmdirSync(folder), 'is not empty'],
])('given %s, when told, then by its path and in words', (_, work, said) => {
  writeFileSync(join(folder, 'file'), 'x')
  expect(saidOf(work)).toMatch(new RegExp(`^${folder}.* ${said}`))
})

test('given a database that is damaged, when told, then the file is named, and what to do', () => {
  const path = join(folder, 'audit.db')
  writeFileSync(path, 'x'.repeat(5_000))
  const said = saidOf(() => openDatabase({ path, durable: false, schema: '' }))
  expect(said).toMatch(new RegExp(`^${path} is damaged.*restore a backup`))
})

test.each([
  ['attempt to write a readonly database', 'cannot be written'],
  ['database or disk is full', 'no room'],
  ['database is locked', 'in use'],
  ['disk I/O error', 'disk fails'],
])('given the error of SQLite "%s", when told, then in words', (message, said) => {
  const error = Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' })
  expect(saidOfSystem(error)).toMatch(new RegExp(`^a file of the data directory .*${said}`))
})

test('given any other error, when told, then nothing is made up', () => {
  expect(saidOfSystem(new Error('a bug'))).toBeNull()
  expect(saidOfSystem(Object.assign(new Error('a bug'), { code: 'ERR_SQLITE_ERROR' }))).toBeNull()
})

test.each([
  ['ENOSPC', '/to has no room left'],
  ['EFBIG', '/to is larger than'],
  ['EROFS', '/to lies on a disk that may only be read'],
  ['ENOENT', '/from is not there'],
])(
  'given a copy that fails with %s, when told, then by the file that is to blame',
  (code, said) => {
    const failed = Object.assign(new Error('copyfile'), { code, path: '/from', dest: '/to' })
    expect(saidOfSystem(failed)).toMatch(new RegExp(`^${said}`))
  },
)
