// `npm run check`: lint of what has changed since the last commit, the types of everything, the rules of the code, and the
// tests nearest to the change, side by side. What would take longer than its reader waits is left to `npm test`, by name.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { startVitest } from 'vitest/node'
import { importsOf, typescriptFiles } from '../architecture/source-files.ts'
import { fitting, nearestTests } from './nearest.ts'

/** Milliseconds that the tests near a change took when they last ran, all together. */
const BUDGET_MS = 8_000
const MOST_NAMED = 5

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '--relative', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const imports = new Map(
  typescriptFiles.map((file) => [file.path, importsOf(file).map(({ target }) => target)]),
)
const near = nearestTests(changed, imports)
const { run, left } = fitting(near, { changed, costs: await costs(), budgetMs: BUDGET_MS })
console.log(`${changed.length} files changed; ${run.length} tests are near them`)
// Random histories are fewer here (`test/long.ts`).
process.env.PALIMPSEST_TEST_NEAR = 'on'
const others = [lint(), ended('npm', ['run', '-s', 'types'])]
const vitest = await startVitest('test', ['test/architecture/', ...run], { watch: false })
await vitest.close()
for (const { output, code } of await Promise.all(others)) {
  process.stdout.write(output)
  if (code !== 0) process.exitCode = 1
}
if (left.length > 0) {
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : ''
  console.log(`Left to npm test: ${left.slice(0, MOST_NAMED).join(', ')}${more}`)
}

/** How long each test file took when it last ran, as the test runner noted it; nothing in a fresh clone. */
async function costs(): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  for await (const path of glob('node_modules/.vite/vitest/*/results.json')) {
    const { results } = JSON.parse(readFileSync(path, 'utf8'))
    for (const [name, { duration }] of results) known.set(name.replace(/^[^:]*:/, ''), duration)
  }
  return known
}

/** Every file where the rules themselves have changed. */
function lint() {
  const files = changed.filter((path) => existsSync(path))
  const options = ['--no-errors-on-unmatched', '--files-ignore-unknown=true']
  const paths = files.includes('biome.json') ? ['.'] : files
  if (paths.length === 0) return Promise.resolve({ output: '', code: 0 })
  return ended('npx', ['biome', 'check', ...options, ...paths])
}

function ended(
  command: string,
  args: readonly string[],
): Promise<{ output: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args)
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => output.push(data))
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ output: Buffer.concat(output).toString('utf8'), code }))
  })
}
