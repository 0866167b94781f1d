// A data directory into which this user may not look is not an empty one.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdsData } from '../../../../apps/composition/embedded/data-files.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()

test('given a directory without a log and keys, a file, or nothing, when asked, then there is no data', () => {
  const directory = newDirectory()
  expect(holdsData(directory)).toBe(false)
  expect(holdsData(join(directory, 'none'))).toBe(false)
  writeFileSync(join(directory, 'file'), '')
  expect(holdsData(join(directory, 'file'))).toBe(false)
})

test('given a log, when asked, then there is data', () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  expect(holdsData(directory)).toBe(true)
})

test('given a directory that the system refuses to look into, when asked, then it fails', () => {
  const directory = newDirectory()
  const loop = join(directory, 'loop')
  symlinkSync(loop, loop)
  expect(() => holdsData(loop)).toThrow('ELOOP')
})
