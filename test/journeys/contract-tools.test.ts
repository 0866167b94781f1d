// The OpenAPI document in the hands of tools that others have made: two linters, and a generator of Python clients.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { keptBytecode, pythonEnvironment } from '../../apps/clients/python/environment.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { findRuntime } from './runtimes.ts'
import { sharedService } from './shared-service.ts'

const run = promisify(execFile)
const given = (file: string) => fileURLToPath(new URL(`./contract-tools/${file}`, import.meta.url))

const redocly = await findRuntime('redocly', 'Redocly over the document', '@redocly/cli@2.77.0')
const spectral = await findRuntime(
  'spectral',
  'Spectral over the document',
  '@stoplight/spectral-cli@6.16.3',
)
const python = await pythonEnvironment(given('requirements.txt'))
if (python === null) console.warn('not run, because it needs Python 3.11: openapi-python-client')

const service = sharedService('contract-tools')
const folder = ownDirectory()
beforeAll(async () => {
  const document = await fetch(`${service.url}/v1/openapi.json`)
  writeFileSync(join(folder, 'openapi.json'), await document.text())
  writeFileSync(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n')
})

/** The tools report what they found on stdout or on stderr, and call no one. */
async function told(program: string, args: string[]): Promise<string> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' }
  const env = { ...process.env, ...keptBytecode, ...quiet }
  const ended = await run(program, args, { cwd: folder, env }).catch((error) => error)
  expect(ended.code, `${ended.stdout}${ended.stderr}`).toBeUndefined()
  return `${ended.stdout}${ended.stderr}`
}

test.skipIf(redocly === null)('Redocly finds no error and no warning in it', async () => {
  const words = await told(redocly!, ['lint', 'openapi.json', '--extends', 'recommended'])
  expect(words).toContain('Your API description is valid')
  expect(words).not.toMatch(/warning/i)
})

test.skipIf(spectral === null)('Spectral finds nothing in it', async () => {
  const rules = ['--ruleset', 'spectral.yaml', '--fail-severity', 'hint']
  expect(await told(spectral!, ['lint', 'openapi.json', ...rules])).toContain('No results')
})

test.skipIf(python === null)(
  'openapi-python-client makes a client of it, which imports and makes calls',
  { timeout: 120_000 },
  async () => {
    const places = ['--path', 'openapi.json', '--output-path', 'palimpsest_generated']
    const options = ['--meta', 'none', '--config', given('generator.yaml')]
    const words = await told(python!, [
      '-m',
      'openapi_python_client',
      'generate',
      ...places,
      ...options,
    ])
    // It knows no lines of JSON: what is exported and imported alone is left out.
    expect(words.match(/WARNING parsing .*/g)).toEqual([
      expect.stringContaining('POST /v1/import'),
      expect.stringContaining('GET /v1/export/{appId} '),
      expect.stringContaining('GET /v1/export/{appId}/{userId}'),
    ])
    expect(words).not.toMatch(/Unable to process/)
    const answer = await told(python!, [given('use_client.py'), service.url, service.key])
    expect(answer.split('\n')).toEqual([
      expect.stringMatching(/^[1-9]\d\d modules$/),
      'status queued',
      'True',
      'UNAUTHORIZED',
      '',
    ])
  },
)
