// The Python client as its users get it: type-checked, installed from its own description, and run as its README says.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { keptBytecode, modelsOf, pythonEnvironment } from '../../apps/clients/python/environment.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import type { Service } from './service.ts'
import { sharedService } from './shared-service.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const source = join(root, 'apps/clients/python')
const INSTALLING_MS = 180_000
/** Of its README. */
const examples = ['example.py', 'async_example.py', 'langgraph_example.py', 'agents_example.py']

const python = await pythonEnvironment()
if (python === null) console.warn('not run, because it needs Python 3.11: the Python client')

describe.skipIf(python === null)('the Python client', () => {
  const service = sharedService('python-client')
  const folder = ownDirectory()
  beforeAll(async () => {
    // The equivalent of a user's `pip install`; its one dependency is there.
    const options = ['--quiet', '--no-deps', '--target', join(folder, 'modules')]
    await inPython(['-m', 'pip', 'install', ...options, source])
    for (const mark of examples) writeFileSync(join(folder, mark), exampleOf(mark))
  }, INSTALLING_MS)

  /** A failing tool reports the reason on stdout or on stderr. */
  async function inPython(args: string[], env: Record<string, string> = {}): Promise<string> {
    const paths = { PYTHONPATH: join(folder, 'modules'), MYPYPATH: source }
    const options = { cwd: folder, env: { ...process.env, ...keptBytecode, ...paths, ...env } }
    const ended = await run(python!, args, options).catch((error) => error)
    if (ended.code) throw new Error(`${ended.stdout}${ended.stderr}`)
    return ended.stdout
  }

  function exampleOf(mark: string): string {
    const text = readFileSync(join(source, 'README.md'), 'utf8')
    return new RegExp(`^\`\`\`python ${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)![1]!
  }

  test('has the version of the service', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(readFileSync(join(source, 'pyproject.toml'), 'utf8')).toContain(`version = "${version}"`)
  })

  test('has the types of the document that is served', async () => {
    const document = join(folder, 'openapi.json')
    writeFileSync(document, await (await fetch(`${service.url}/v1/openapi.json`)).text())
    const written = readFileSync(join(source, 'palimpsest_client/models.py'), 'utf8')
    const isSame = written === (await modelsOf(python!, document))
    expect(isSame, 'out of date: run `npm run generate`').toBe(true)
  })

  // In one process: to import the frameworks of agents takes longer than all that is asked of them.
  test('decides as its flows say, and does what its stories and examples tell', async () => {
    const told = ['test/apps/clients/python', 'test/journeys/python'].map((at) => join(root, at))
    const options = ['-p', 'no:cacheprovider', '-r', 'A', '--no-header', '--tb=short']
    const passed = await inPython(['-m', 'pytest', '-q', ...options, ...told], {
      ...addressOf(service),
      PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
    })
    for (const file of ['flows', 'memory', 'langgraph', 'openai_agents', 'examples'])
      expect(passed).toMatch(new RegExp(`PASSED .*/test_${file}\\.py::`))
  }, 240_000)

  test('is as its linter and formatter want it', async () => {
    const config = ['--config', join(source, 'pyproject.toml'), source]
    await inPython(['-m', 'ruff', 'check', '--no-cache', ...config])
    await inPython(['-m', 'ruff', 'format', '--no-cache', '--check', ...config])
  })

  test('is typed strictly, and so are its examples', async () => {
    const config = ['--config-file', join(source, 'pyproject.toml')]
    // The cache for the packages lies beside them.
    const cache = ['--cache-dir', join(dirname(dirname(python!)), 'mypy')]
    const checked = [...examples, join(source, 'palimpsest_client')]
    await inPython(['-m', 'mypy', '--strict', ...config, ...cache, ...checked])
  }, 240_000)
})

function addressOf({ url, key }: Service): Record<string, string> {
  return { PALIMPSEST_URL: url, PALIMPSEST_API_KEY: key }
}
