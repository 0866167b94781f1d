// Commands over a service's data refuse a directory that holds none, and make nothing there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'
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
