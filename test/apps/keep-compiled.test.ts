// A start keeps Node's compile cache, for its threads too: most of the cost of a start is theirs.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, test } from 'vitest'

const module = new URL('../../apps/keep-compiled.ts', import.meta.url)
const inThread = `
  import { getCompileCacheDir } from 'node:module'
  import { parentPort } from 'node:worker_threads'
  parentPort.postMessage(getCompileCacheDir() ?? null)
`
const program = `
  const { keepCompiled } = await import(${JSON.stringify(module.href)})
  const { Worker } = await import('node:worker_threads')
  keepCompiled()
  new Worker(${JSON.stringify(inThread)}, { eval: true }).on('message', (folder) => console.log(folder))
`

async function folderOfThread(env: Record<string, string>): Promise<string> {
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...rest, ...env } })
  return stdout.trim()
}

it('beside the dependencies, where no other user of the machine can put code', async () => {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
  expect(await folderOfThread({})).toContain(folder)
})

it('where the environment says so, there', async () => {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/elsewhere', import.meta.url))
  expect(await folderOfThread({ NODE_COMPILE_CACHE: folder })).toContain(folder)
})

test.each([
  ['api/main.ts --help', 'api/program.ts'],
  ['standalone/main.ts --help', 'standalone/standalone.ts'],
  ['worker/main.ts --help', 'worker/program.ts'],
  ['cli/main.ts log --help', 'cli/operate/log.ts'],
])('given %s, when it runs, then Node keeps %s', async (main, module) => {
  const [path, ...args] = main.split(' ')
  const apps = fileURLToPath(new URL('../../apps/', import.meta.url))
  const { NODE_COMPILE_CACHE: _, ...rest } = process.env
  const env = { ...rest, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const told = await promisify(execFile)(process.execPath, [`${apps}${path}`, ...args], {
    env,
    maxBuffer: 16 * 1024 * 1024,
  })
  expect(`${told.stdout}${told.stderr}`).toContain(`ESM ${new URL(module, `file://${apps}`)}`)
})
