// Commands over a service's data refuse a directory that holds none, and make nothing there.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { newScope } from '../../../contracts/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  [['audit', 'verify']],
  [['audit', 'seal']],
  [['log', '--topic', 'memory.facts.v1']],
  [['dead-letters', 'list']],
  [['replay', '--projection', 'all']],
  [['keys', 'rotate-master']],
  [['backup', 'copy']],
])(
  'given a directory that is misspelt, when %j is called, then it says so and makes no data',
  async (args) => {
    const directory = join(newDirectory(), 'misspelt')
    vi.stubEnv('DATA_DIR', directory)
    vi.stubEnv('PROFILE', 'embedded')
    const told: string[] = []
    const say = (line: string) => void told.push(line)
    const { signal } = new AbortController()
    const code = await runCli(args, { out: say, err: say, isTerminal: false, signal })
    expect([code, told.join()]).toEqual([1, expect.stringContaining(`no data in ${directory}`)])
    expect(existsSync(directory)).toBe(false)
  },
)

test.each([
  [['audit', 'verify']],
  [['dead-letters', 'list']],
  [['replay', '--projection', 'all']],
  [['keys', 'rotate-master']],
])(
  'given data whose master key is not there, when %j is called, then it says so and makes no other',
  async (args) => {
    const directory = newDirectory()
    const path = join(directory, 'keys.db')
    const keys = createSqliteKeyStore({ path, masterKey: new Uint8Array(32) })
    await keys.current([newScope()])
    await keys.close()
    const { code, told } = await run(directory, args)
    expect([code, told]).toEqual([1, expect.stringContaining('the master key is not there')])
    expect(existsSync(join(directory, 'master.key'))).toBe(false)
  },
)

test('given a folder in the place of the master key, when a command is called, then it is named', async () => {
  const directory = newDirectory()
  for (const name of ['log', 'master.key']) mkdirSync(join(directory, name))
  const key = join(directory, 'master.key')
  expect(await run(directory, ['audit', 'verify'])).toEqual({
    code: 1,
    told: `${key} is a folder: give a file`,
  })
})

test('given a file of the data directory that is damaged, when a command is called, then it is named', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  writeFileSync(join(directory, 'master.key'), 'a'.repeat(64))
  const keys = join(directory, 'keys.db')
  writeFileSync(keys, 'x'.repeat(5_000))
  const { code, told } = await run(directory, ['audit', 'verify'])
  expect([code, told]).toEqual([1, expect.stringContaining(`${keys} is damaged`)])
})

async function run(directory: string, args: readonly string[]) {
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  const told: string[] = []
  const say = (line: string) => void told.push(line)
  const { signal } = new AbortController()
  const code = await runCli(args, { out: say, err: say, isTerminal: false, signal })
  return { code, told: told.join() }
}
