// The last part of `npm run check`: the rules of the code, and the tests nearest to what has changed since the last
// commit.
import { execFileSync } from 'node:child_process'
import { startVitest } from 'vitest/node'
import { importsOf, typescriptFiles } from '../architecture/source-files.ts'
import { nearestTests } from './nearest.ts'

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '--relative', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const imports = new Map(
  typescriptFiles.map((file) => [file.path, importsOf(file).map(({ target }) => target)]),
)
const tests = nearestTests(changed, imports)
console.log(`${changed.length} files changed; ${tests.length} tests are near them`)
// Random histories are fewer here (`test/long.ts`).
process.env.PALIMPSEST_TEST_NEAR = 'on'
const vitest = await startVitest('test', ['test/architecture/', ...tests], { watch: false })
await vitest.close()
