// The browser in which the console is tested: Debian's Chromium, or the machine's. Without one the tests say so and are
// skipped; with CI=true it is installed, and the tests fail where that fails.
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { isProgram } from './runtimes.ts'

const run = promisify(execFile)

/** The first one found. The headless shell is the smallest: no window, no sound, a third of the libraries. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const INSTALL_TIMEOUT_MS = 300_000
const INSTALL = `command -v ${programs[0]} || { apt-get update &&
  apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${programs[0]}; }`
/** Draws without a graphics card; and without a sandbox, which root, the user of tests in containers, lacks. */
const options = ['--enable-unsafe-swiftshader', '--no-sandbox']

/** Null where there is no browser, which has been reported then. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findProgram() ?? (await installed())
  if (!executablePath) {
    console.warn('SKIPPED: the console in a browser: no Chromium (apt-get install chromium)')
    return null
  }
  return chromium.launch({ executablePath, args: options })
}

export function findProgram(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isProgram)
}

/** Installs only where CI=true marks a disposable machine: a test must not install packages on a developer's. */
async function installed(): Promise<string | undefined> {
  if (process.env.CI !== 'true') return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // One test file after another: apt-get waits for one of its locks, and two at once take files from each other.
  const lock = join(tmpdir(), 'palimpsest-apt-get.lock')
  try {
    await run('flock', [lock, 'sh', '-c', INSTALL], { env, timeout: INSTALL_TIMEOUT_MS })
  } catch (error) {
    throw new Error('cannot test the console: no Chromium, and apt-get cannot install it', {
      cause: error,
    })
  }
  return findProgram()
}
