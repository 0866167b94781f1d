// Which files a backup may name: all that an embedded service has, whatever its settings, and none outside its folder.
// And what a backup that does not end leaves.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runCli } from '../../../../../apps/cli/main.ts'
import { manifest } from '../../../../../apps/cli/operate/moving/backup.ts'
import { embeddedProjections } from '../../../../../apps/composition/embedded/embedded-projections.ts'
import { createSqliteEventLog } from '../../../../../infra/sqlite/event-log.ts'
import { createDirectories } from '../../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
afterEach(() => {
  vi.unstubAllEnvs()
})

const names = (name: string) => ({
  type: 'palimpsest.backup',
  version: 1,
  madeBy: '0.0.0',
  madeAt: '2026-11-25T00:00:00.000Z',
  files: [{ name, sha256: '', bytes: 0 }],
})

test('given a projection of any kind, layout and generation, then a backup may name its file', () => {
  const files = Object.values(embeddedProjections).flatMap((projection) =>
    [true, false].flatMap((sealed) => {
      const { file, others } = projection.files({ sealed, generation: 3 })
      return [file, ...others]
    }),
  )
  expect(files).toContain('memory-sealed_v3.db')
  expect(files).toContain('graph-3.db')
  for (const file of files) expect(manifest.safeParse(names(file)).success, file).toBe(true)
})

test.each(['../keys.db', 'log/../keys.db', '/keys.db', 'other/keys.db', 'keys.txt'])(
  'given the name %s, then it is refused',
  (name) => {
    expect(manifest.safeParse(names(name)).success).toBe(false)
  },
)

/** Interrupted while the first file is copied. */
async function interrupted(folder: string) {
  const directory = newDirectory()
  await createSqliteEventLog({ directory: join(directory, 'log') }).close()
  vi.stubEnv('PROFILE', 'embedded')
  vi.stubEnv('DATA_DIR', directory)
  const stop = new AbortController()
  const told: string[] = []
  const err = (line: string) => {
    told.push(line)
    if (told.length === 1) stop.abort()
  }
  const io = { out: err, err, isTerminal: false, signal: stop.signal }
  return { code: await runCli(['backup', folder], io), told }
}

test.each([
  ['a new folder', false],
  ['a folder that was there', true],
])('given %s, when a backup is interrupted, then nothing of it is left', async (_, isThere) => {
  const folder = join(newDirectory(), 'backup')
  if (isThere) mkdirSync(folder)
  const { code, told } = await interrupted(folder)
  expect([code, told.length]).toEqual([130, 2])
  expect(existsSync(folder) ? readdirSync(folder) : 'none').toEqual(isThere ? [] : 'none')
})

test.each([
  [['log'], 'it holds what a backup that was killed has copied. Remove it, or give a folder'],
  [['log', 'keys.db'], 'it holds what a backup that was killed has copied'],
  [['log', 'backup.json'], 'is not empty: give a folder of its own'],
  [['log', 'mine.txt'], 'is not empty: give a folder of its own'],
])('given a folder with %s, then a backup says what it is, and leaves it', async (names, said) => {
  const folder = newDirectory()
  for (const name of names) writeFileSync(join(folder, name), '')
  const { code, told } = await interrupted(folder)
  expect([code, told]).toEqual([1, [expect.stringContaining(said)]])
  expect(readdirSync(folder).sort()).toEqual([...names].sort())
})
