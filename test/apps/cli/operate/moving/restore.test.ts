// What `restore` says of a folder that it does not restore.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../../../../apps/cli/main.ts'
import { createDirectories } from '../../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
afterEach(() => {
  vi.unstubAllEnvs()
})

const made = { type: 'palimpsest.backup', version: 1, madeBy: '0.1.0', madeAt: 'now', files: [] }

test.each([
  ['no manifest', null, 'it has no backup.json'],
  ['a manifest that was cut off', '{"type": "palim', 'backup.json is cut off: line 1'],
  ['a manifest that is none', '{"type": "other"}', 'its backup.json is damaged'],
  ['a manifest of other fields', JSON.stringify({ ...made, files: 1 }), 'backup.json is damaged'],
  [
    'the manifest of a newer version',
    JSON.stringify({ ...made, version: 2, madeBy: '9.0.0', more: {} }),
    'was made by a newer version (9.0.0): restore it with that one',
  ],
])(
  'given a folder with %s, when restored, then that is told, and nothing is made',
  async (_, text, said) => {
    const [folder, parent] = [newDirectory(), newDirectory()]
    const directory = join(parent, 'data')
    if (text !== null) writeFileSync(join(folder, 'backup.json'), text)
    const { code, told } = await run(directory, folder)
    expect([code, told]).toEqual([1, expect.stringContaining(said)])
    expect(told).toContain(folder)
    expect(existsSync(directory)).toBe(false)
  },
)

test('given a folder that is not there, when restored, then that is told', async () => {
  const folder = join(newDirectory(), 'none')
  expect(await run(newDirectory(), folder)).toEqual({
    code: 1,
    told: `there is no folder ${folder}`,
  })
})

test('given data in the directory, when restored, then nothing of the backup is read', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  const { code, told } = await run(directory, join(directory, 'none'))
  expect([code, told]).toEqual([1, expect.stringContaining('holds data: move it away')])
})

test('given a backup, when restored with --json, then what was restored is told in one line', async () => {
  const [folder, directory] = [newDirectory(), newDirectory()]
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(made))
  const { code, told } = await run(directory, folder, '--json')
  expect(code).toBe(0)
  const line = told.slice(0, told.indexOf('}') + 1)
  expect(JSON.parse(line)).toEqual({ directory, files: 0, madeAt: 'now' })
})

async function run(directory: string, folder: string, ...more: readonly string[]) {
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  vi.stubEnv('MASTER_KEY', 'a'.repeat(64))
  const told: string[] = []
  const say = (line: string) => void told.push(line)
  const { signal } = new AbortController()
  const code = await runCli(['restore', folder, ...more], {
    out: say,
    err: say,
    isTerminal: false,
    signal,
  })
  return { code, told: told.join() }
}
