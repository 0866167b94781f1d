// The service against its own OpenAPI document: Schemathesis makes valid and invalid calls of the document, and checks
// the answers against it. A small part of what `PALIMPSEST_TEST_SCHEMATHESIS_EXAMPLES` can request.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { keptBytecode, pythonEnvironment } from '../../apps/clients/python/environment.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { startedService } from './started-service.ts'

const run = promisify(execFile)
const given = (file: string) => fileURLToPath(new URL(`./schemathesis/${file}`, import.meta.url))
/** Cases of an operation; the examples of the document come besides. */
const EXAMPLES = process.env.PALIMPSEST_TEST_SCHEMATHESIS_EXAMPLES ?? '3'
const PATIENCE_MS = EXAMPLES === '3' ? 240_000 : 3_600_000

const python = await pythonEnvironment(given('requirements.txt'))
if (python === null) console.warn('not run, because it needs Python 3.11: Schemathesis')

describe.skipIf(python === null)('the OpenAPI document', () => {
  const service = startedService()
  const folder = ownDirectory()

  test('tells all that is answered, and what is taken', { timeout: PATIENCE_MS }, async () => {
    const key = ['-H', `Authorization: Bearer ${service.key}`]
    const phases = ['--phases', 'examples,fuzzing', '-n', EXAMPLES, '--seed', '1', '--no-color']
    const config = ['--config-file', given('schemathesis.toml')]
    const args = [
      '-m',
      'schemathesis.cli',
      ...config,
      'run',
      `${service.url}/v1/openapi.json`,
      ...key,
      ...phases,
    ]
    const hooks = { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: given('.') }
    const options = {
      cwd: folder,
      maxBuffer: 2 ** 26,
      env: { ...process.env, ...keptBytecode, ...hooks },
    }
    const ended = await run(python!, args, options).catch((error) => error)
    expect(ended.code, `${ended.stdout}${ended.stderr}`).toBeUndefined()
    const [cases] = /\d+ generated, \d+ passed/.exec(ended.stdout) ?? []
    expect(cases).toBeDefined()
    if (EXAMPLES !== '3') console.log(`Schemathesis: ${cases}`)
  })
})
