// The browser in which the console is tested: Debian's Chromium, or the machine's. Where there is none the tests say so
// and are skipped; with CI=true it is installed, and where that fails so do they.
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const run = promisify(execFile)

/** The first that is there. The headless shell is the smallest: no window, no sound, a third of the libraries. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const INSTALL_TIMEOUT_MS = 180_000

/** Draws without a graphics card; and root, as which containers run tests, has no sandbox. */
const options = ['--enable-unsafe-swiftshader', '--no-sandbox']

/** Null where there is no browser, which has been said then. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findProgram() ?? (await installed())
  if (!executablePath) {
    console.warn('SKIPPED: the console in a browser: no Chromium (apt-get install chromium)')
    return null
  }
  return chromium.launch({ executablePath, args: options })
}

function findProgram(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Nobody wants packages installed by a test on a machine of their own, so only where CI=true says that it is none. */
async function installed(): Promise<string | undefined> {
  if (process.env.CI !== 'true') return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const asking = { env, timeout: INSTALL_TIMEOUT_MS }
  // Somebody else may be installing.
  const lock = ['-o', 'DPkg::Lock::Timeout=120']
  try {
    await run('apt-get', ['update'], asking)
    const install = ['install', '-y', '--no-install-recommends', programs[0]!]
    await run('apt-get', [...lock, ...install], asking)
  } catch (error) {
    throw new Error('cannot test the console: no Chromium, and apt-get cannot install it', {
      cause: error,
    })
  }
  return findProgram()
}
