// Programs that tests run and the service does not need, such as Deno, in which the TypeScript client runs too: those of
// the machine. Without one its test says so and is skipped; with CI=true each is installed from npm, where all are
// packages.
import { execFile } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('../../.stack/runtimes', import.meta.url))
const INSTALL_TIMEOUT_MS = 180_000

/** Null where it is missing, which has been reported then: `what` is not run. `from`: the package that brings it. */
export async function findRuntime(name: string, what: string, from = name): Promise<string | null> {
  const installed = join(FOLDER, name, 'node_modules/.bin')
  const folders = [...(process.env.PATH ?? '').split(delimiter), installed]
  const find = () => folders.map((folder) => join(folder, name)).find(isProgram)
  if (find() === undefined && process.env.CI === 'true') await install(name, from)
  const found = find()
  if (found === undefined) console.warn(`not run, because ${name} is not installed: ${what}`)
  return found ?? null
}

/** Each in a folder of its own: npm removes from a folder what the second installation does not name. */
async function install(name: string, from: string): Promise<void> {
  const folder = join(FOLDER, name)
  mkdirSync(folder, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, '--prefix', folder, from], {
    timeout: INSTALL_TIMEOUT_MS,
  })
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
