// What `restore` says of a folder that it does not restore.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../../../../apps/cli/main.ts'
import { claimDataDir } from '../../../../../apps/composition/embedded/claim-directory.ts'
import { holdsData } from '../../../../../apps/composition/embedded/data-files.ts'
import { openEmbedded } from '../../../../../apps/composition/embedded/embedded.ts'
import { createOfflineLanguageModel } from '../../../../../infra/language/offline/offline-language-model.ts'
import { storedEvent } from '../../../../contracts/given.ts'
import { createDirectories } from '../../../../infra/sqlite/directory.ts'
import { receiptFor, remember } from './written-and-forgotten.ts'

const MASTER_KEY = Buffer.alloc(32, 0xaa)
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
  const { code, told } = await run(directory, folder, { more: ['--json'] })
  expect(code).toBe(0)
  const line = told.slice(0, told.indexOf('}') + 1)
  expect(JSON.parse(line)).toEqual({ directory, files: 0, madeAt: 'now' })
})

test('given a restore that was interrupted, then no process starts over what it left, and the next one replaces it', async () => {
  const [folder, directory] = [newDirectory(), newDirectory()]
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(made))
  mkdirSync(join(directory, 'log'))
  for (const name of ['log/half.db', 'own.txt']) writeFileSync(join(directory, name), '')
  writeFileSync(join(directory, 'restoring.json'), '["own.txt"]')
  expect(() => claimDataDir(directory)).toThrow('call restore again')
  expect(await run(directory, folder)).toMatchObject({ code: 0 })
  expect(existsSync(join(directory, 'log/half.db'))).toBe(false)
  expect(existsSync(join(directory, 'own.txt'))).toBe(true)
  claimDataDir(directory)()
})

test('given a restore that has not ended, then no process starts over it', async () => {
  const [folder, directory] = [newDirectory(), newDirectory()]
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(made))
  const refused: string[] = []
  await run(directory, folder, {
    heard: (line) => {
      if (line.includes('forgotten since is back')) refused.push(refusalOf(directory))
    },
  })
  expect(refused).toEqual([expect.stringContaining('because a restore was interrupted')])
})

test('given receipts that are left, then what was restored may be served for them', async () => {
  const [written, directory] = [newDirectory(), newDirectory()]
  const folder = join(newDirectory(), 'backup')
  const anna = { appId: 'shop', userId: 'anna' }
  const ports = openEmbedded({
    directory: written,
    masterKey: MASTER_KEY,
    language: createOfflineLanguageModel(),
  })
  await remember(ports, anna, 'I work at Acme.')
  const inbox = storedEvent(anna, { type: 'SomethingElse' })
  await ports.log.append([{ topic: 'memory.inbox.v1', event: inbox }])
  const receipts = join(newDirectory(), 'receipts')
  writeFileSync(receipts, (await receiptFor(ports, anna, 'work')).line)
  await ports.close()
  await run(written, folder, { command: 'backup' })
  const more = ['--receipts', receipts, '--json']
  const { code, told } = await run(directory, folder, { more })
  expect([code, told]).toEqual([1, expect.stringContaining('these receipts are left')])
  // The result is told already, and is the only JSON.
  expect(told).not.toContain('"error"')
  claimDataDir(directory)()
  expect(holdsData(directory)).toBe(true)
})

function refusalOf(directory: string): string {
  try {
    claimDataDir(directory)()
    return 'none'
  } catch (error) {
    return String(error)
  }
}

type Given = { command?: string; more?: readonly string[]; heard?: (line: string) => void }

async function run(directory: string, folder: string, given: Given = {}) {
  const { command = 'restore', more = [], heard = () => undefined } = given
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  vi.stubEnv('MASTER_KEY', MASTER_KEY.toString('hex'))
  const told: string[] = []
  const say = (line: string) => {
    told.push(line)
    heard(line)
  }
  const { signal } = new AbortController()
  const code = await runCli([command, folder, ...more], {
    out: say,
    err: say,
    isTerminal: false,
    signal,
  })
  return { code, told: told.join() }
}
