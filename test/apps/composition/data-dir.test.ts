// A data directory that cannot be used is reported in one line that says what to do.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { statesFolder } from '../../../apps/composition/distributed/distributed-servers.ts'
import { openOwnStates } from '../../../apps/composition/distributed/own-states.ts'
import { claimDataDir } from '../../../apps/composition/embedded/claim-directory.ts'
import { InvalidConfig, readConfig } from '../../../infra/config.ts'
import { asError } from '../../../infra/runtime/certain.ts'
import { isFatal } from '../../../infra/runtime/fail/retry.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { ownDirectory } from '../../infra/sqlite/directory.ts'

const folder = ownDirectory()
const file = join(folder, 'file')
writeFileSync(file, '')

/** What each main does first in its data directory. */
const claims: [string, (directory: string) => unknown][] = [
  ['a service in one process', claimDataDir],
  ['a worker', (DATA_DIR) => statesIn(DATA_DIR).keeper()],
]

function statesIn(DATA_DIR: string) {
  const snapshots = createSqliteObjectStore({ path: ':memory:' })
  return openOwnStates(readConfig({ DATA_DIR }), {
    sealed: true,
    snapshots,
    logger: createLogger('silent'),
  })
}

describe.each(claims)('%s', (_, claim) => {
  test.each([
    ['a file', file, /: .*is a file: set DATA_DIR to a directory$/],
    ['within a file', join(file, 'data'), /lies in a file: set DATA_DIR to a directory$/],
  ])('given DATA_DIR is %s, then the start says so', (_, directory, line) => {
    expect(() => claim(directory)).toThrow(InvalidConfig)
    expect(() => claim(directory)).toThrow(line)
  })

  test.runIf(existsSync('/proc/self'))(
    'given DATA_DIR lies where the system makes no directories, then the start says so',
    () => {
      const line = /is where no directory can be made: set DATA_DIR to another directory$/
      for (const directory of ['/proc/data', '/proc/data/more']) {
        expect(() => claim(directory)).toThrow(line)
      }
    },
  )
})

test('given a lock that is damaged, when a service or a worker starts, then it says what to do', () => {
  const damaged = join(folder, 'damaged')
  const states = statesFolder(readConfig({ DATA_DIR: damaged }), { sealed: true })
  for (const place of [damaged, join(states, '1')]) {
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'lock.db'), 'x'.repeat(4096))
  }
  for (const [, claim] of claims) {
    const refused = errorOf(() => claim(damaged))
    expect(refused?.message).toMatch(/lock\.db is damaged\. .* delete the file, and start again$/)
    expect(isFatal(refused)).toBe(true)
  }
})

function errorOf(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return asError(error)
  }
}

test('given a directory that can be used, when a worker claims it, then it has a name there, and another process another', async () => {
  const [one, other] = [statesIn(folder), statesIn(folder)]
  expect(other.keeper()).not.toBe(one.keeper())
  await Promise.all([one.close(), other.close()])
})

test('given states, when no one asks for their keeper, then the data directory is not touched', async () => {
  const states = statesIn(join(folder, 'none'))
  await states.close()
  expect(existsSync(join(folder, 'none'))).toBe(false)
})
