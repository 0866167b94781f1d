// Folders are made with those above them, for their owner alone, and refused where there can be none.
import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../../infra/sqlite/database/make-folder.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const modeOf = (path: string) => statSync(path).mode & 0o777

test('given no folder, when it is made, then those above it are made for their owner alone too', () => {
  const top = newDirectory()
  makeFolder(join(top, 'a/b/c'))
  expect(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(top, path)))).toEqual([
    0o700, 0o700, 0o700,
  ])
})

test('given a folder, or a link to one, when it is made, then it stays as it is', () => {
  const top = newDirectory()
  chmodSync(top, 0o750)
  makeFolder(top)
  symlinkSync(top, join(top, 'link'))
  makeFolder(join(top, 'link'))
  makeFolder(join(top, 'link', 'new'))
  expect([modeOf(top), modeOf(join(top, 'new'))]).toEqual([0o750, 0o700])
})

test.each([
  ['a file', 'file', 'EEXIST'],
  ['within a file', 'file/more', 'ENOTDIR'],
  ['a link to nothing', 'dangling', 'EEXIST'],
])('given %s, when it is made, then the failure says so', (_, name, code) => {
  const top = newDirectory()
  writeFileSync(join(top, 'file'), '')
  symlinkSync(join(top, 'none'), join(top, 'dangling'))
  expect(() => makeFolder(join(top, name))).toThrow(expect.objectContaining({ code }))
})
