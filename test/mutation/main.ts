// `npm run mutate`: changes the code in small ways, and asks the tests of each area whether they notice. Prints the
// survivors that have no reason yet, and fails where too many survive.
import { mkdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { areaOf, partOf } from './area-of.ts'
import { type Area, areas } from './areas.ts'
import { survivors } from './survivors.ts'

const USAGE = `Change the code in small ways, and see whether the tests notice.

Usage: npm run mutate -- [AREA ...] [--mutate GLOB] [--concurrency COUNT] [--force]

  --mutate GLOB        these files, judged by the tests that mirror them, or by those of the AREA that is named
  --concurrency COUNT  mutants at a time (default: 2)
  --force              also mutants that an earlier run has judged
  -h, --help           show this help

Areas: ${areas.map(({ name }) => name).join(', ')}`

const { values, positionals } = parsed()

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        mutate: { type: 'string' },
        concurrency: { type: 'string', default: '2' },
        force: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n\n${USAGE}\n`)
  process.exit(2)
}

if (values.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}

function chosen(): readonly Area[] {
  const unknown = positionals.filter((name) => !areas.some((area) => area.name === name))
  if (unknown.length > 0) refuse(`no such area: ${unknown.join(', ')}`)
  const named = areas.filter(({ name }) => positionals.includes(name))
  if (!values.mutate) return positionals.length === 0 ? areas : named
  if (named.length > 1) refuse('the files of a glob are judged by the tests of one area')
  const [area] = named
  // A comma in braces belongs to the glob.
  const globs = values.mutate.split(/,(?![^{]*\})/)
  return globs.map((glob) => (area ? partOf(area, glob) : areaOf(glob)))
}

const isDead = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout'
const isAlive = ({ status }: MutantResult) => status === 'Survived' || status === 'NoCoverage'

async function mutate(area: Area): Promise<MutantResult[]> {
  // The runner's processes read it in vitest-mutation.config.ts.
  process.env.MUTATION_TESTS = JSON.stringify(area.tests)
  const file = `.mutation/${area.name.replaceAll(/[^a-z-]+/g, '-')}`
  const stryker = new Stryker({
    configFile: 'stryker.config.ts',
    mutate: [...area.mutate],
    concurrency: Number(values.concurrency),
    force: values.force,
    incrementalFile: `${file}.incremental.json`,
    jsonReporter: { fileName: `${file}.json` },
    htmlReporter: { fileName: `${file}.html` },
  })
  return stryker.runMutationTest()
}

function lineOf({ fileName, location }: MutantResult): string {
  return readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1]!.trim()
}

function reasonOf(mutant: MutantResult): string | undefined {
  return survivors.find(
    ({ file, line, becomes }) =>
      mutant.fileName.endsWith(file) &&
      lineOf(mutant).includes(line) &&
      (becomes === undefined || (mutant.replacement ?? '').startsWith(becomes)),
  )?.why
}

function shown(mutant: MutantResult): string {
  const { fileName, location, mutatorName, replacement = '', status } = mutant
  const path = fileName.slice(process.cwd().length + 1)
  const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 70)
  return `  ${path}:${location.start.line} ${status} ${mutatorName}: ${lineOf(mutant)}  ->  ${text}`
}

mkdirSync('.mutation', { recursive: true })
const table: string[] = []
for (const area of chosen()) {
  const mutants = await mutate(area)
  const [dead, alive] = [mutants.filter(isDead).length, mutants.filter(isAlive)]
  const score = (100 * dead) / (dead + alive.length || 1)
  const unexplained = alive.filter((mutant) => reasonOf(mutant) === undefined)
  table.push(
    `${area.name}: ${score.toFixed(1)} % of ${dead + alive.length} (at least ${area.least}); ` +
      `${alive.length} survive, ${unexplained.length} of them without a reason`,
    ...unexplained.map(shown),
  )
  if (score < area.least || unexplained.length > 0) process.exitCode = 1
}
process.stdout.write(`${table.join('\n')}\n`)
