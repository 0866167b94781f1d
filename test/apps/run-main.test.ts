// What each main says of its command line, before it reads a setting or opens a port, and how it ends.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ownDirectory } from '../infra/sqlite/directory.ts'

/** Without an environment: what started would say what is missing. */
function run(main: string, ...args: readonly string[]) {
  return runOver('/dev/null/none', main, ...args)
}

function runOver(directory: string, main: string, ...args: readonly string[]) {
  const path = fileURLToPath(new URL(`../../apps/${main}/main.ts`, import.meta.url))
  const env = { DATA_DIR: directory }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { env })
  return { status, out: String(stdout), err: String(stderr) }
}

test.each([
  ['standalone', '--help', 'Usage: npm start\n'],
  ['api', '-h', 'Usage: npm run api\n'],
  ['worker', '--help', 'Usage: npm run worker -- [PROCESSOR ...]\n\nProcessors: accept-inbox,'],
])(
  'given %s %s, when run, then it tells how it is used, and does not start',
  (main, help, told) => {
    const { status, out, err } = run(main, help)
    expect([status, err]).toEqual([0, ''])
    expect(out).toContain(told)
  },
)

test.each([
  ['standalone', '--port', 'it takes none: npm start'],
  ['api', 'extract-facts', 'it takes none: npm run api'],
  ['worker', 'extract', 'choose from accept-inbox,'],
])('given %s %s, when run, then it is refused, with what is taken', (main, argument, told) => {
  const { status, out, err } = run(main, argument)
  expect([status, out]).toEqual([2, ''])
  expect(err).toContain(`palimpsest: unexpected argument ${argument}: ${told}`)
})

test.each([
  ['never stop', 'never-stops', 0, 'palimpsest: stopping now'],
  ['fail to stop', 'fails-to-stop', 1, 'palimpsest: stopping failed (RangeError)'],
])(
  'given parts that %s, when it is told to stop, then the process ends before supervisors kill it, and says why',
  async (_, name, code, why) => {
    const main = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
    const child = spawn(process.execPath, [main], { env: {} })
    const ended = once(child, 'exit')
    let told = ''
    child.stderr.on('data', (text) => {
      told += text
    })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await ended).toEqual([code, null])
    expect(told).toContain(why)
    expect(told).not.toContain('Oslo')
  },
)

test('given a file of the data directory that is damaged, when started, then the file is named in one line, and what to do', () => {
  const directory = ownDirectory()
  const damaged = join(directory, 'keys.db')
  writeFileSync(damaged, 'x'.repeat(5_000))
  const { status, out, err } = runOver(directory, 'standalone')
  expect([status, out]).toEqual([1, ''])
  expect(err).toMatch(new RegExp(`^palimpsest: ${damaged} is damaged.*restore a backup\n$`))
})
