// A data directory that cannot be used is reported in one line that says what to do.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimDataDir } from '../../../apps/composition/embedded/claim-directory.ts'
import { InvalidConfig } from '../../../infra/config.ts'
import { ownDirectory } from '../../infra/sqlite/directory.ts'

const folder = ownDirectory()
const file = join(folder, 'file')
writeFileSync(file, '')

test.each([
  ['a file', file, /is a file: set DATA_DIR to a directory$/],
  ['within a file', join(file, 'data'), /lies in a file: set DATA_DIR to a directory$/],
])('given DATA_DIR is %s, then the start says so', (_, directory, line) => {
  expect(() => claimDataDir(directory)).toThrow(InvalidConfig)
  expect(() => claimDataDir(directory)).toThrow(line)
})

test.runIf(existsSync('/proc/self'))(
  'given DATA_DIR lies where the system makes no directories, then the start says so',
  () => {
    const line = /is where no directory can be made: set DATA_DIR to another directory$/
    for (const directory of ['/proc/data', '/proc/data/more']) {
      expect(() => claimDataDir(directory)).toThrow(line)
    }
  },
)
