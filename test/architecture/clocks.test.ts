// No test asserts how long something took: under load the same code would pass and fail. Order, counts and work
// (work-of.ts) are asserted instead, and time where it matters is an argument.
import { describe, expect, it } from 'vitest'
import { typescriptFiles, withoutComments } from './source-files.ts'

/** Suites of their own that measure and print, outside `npm test`, and why. */
const measuring: readonly [string, string][] = [
  ['test/adversary/neighbour/', 'compare what a neighbour waits with and without an adversary'],
  ['test/distributed/faults/backlog.test.ts', 'tells how fast a store catches up'],
  ['test/scale/', 'tells what a forget takes beside more and more of others'],
]

const tests = typescriptFiles.filter(
  ({ path }) => path.startsWith('test/') && !measuring.some(([folder]) => path.startsWith(folder)),
)

const forbidden: Readonly<Record<string, RegExp>> = {
  'a stopwatch': /\bperformance\.(now|mark|measure|timeOrigin)\b|\bhrtime\b|\bconsole\.time/,
  'the time since': /(Date\.now\(\)|new Date\(\)(\.getTime\(\)|\.valueOf\(\))?)\s*-\s*[A-Za-z_$(]/,
  'the time until': /-\s*(Date\.now\(\)|new Date\(\))/,
  'a clock in an expectation':
    /\bexpect\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\b(?:Date\.now\(\)|new Date\(\))|\.to(?:Be|Equal)\w*\([^\n]*\b(?:Date\.now\(\)|new Date\(\))/,
}

/** The lines of a text in which the pattern occurs. */
function linesWith(text: string, pattern: RegExp): string[] {
  return withoutComments(text)
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.trim())
}

describe('the tests', () => {
  it('were seen, and the rule knows what it forbids', () => {
    expect(tests.length).toBeGreaterThan(100)
    const [stopwatch, since, until, clock] = Object.values(forbidden)
    expect('const started = performance.now()').toMatch(stopwatch!)
    expect('const ms = Date.now() - began').toMatch(since!)
    expect('reset - Date.now() / 1000').toMatch(until!)
    expect('expect(at(3, now())).toBeLessThan(Date.now() + 5)').toMatch(clock!)
    expect('expect(Date.now()).toBe(3)').toMatch(clock!)
    // A signature of a minute ago, and a deadline that ends a wait, assert nothing.
    expect(linesWith('send({ at: new Date(Date.now() - 60_000) })', since!)).toEqual([])
    expect(linesWith('if (Date.now() > deadline) throw error', clock!)).toEqual([])
  })

  it.each(Object.entries(forbidden))(
    'assert nothing about the time that passed: %s',
    (_, words) => {
      const own = 'test/architecture/clocks.test.ts'
      const found = tests
        .filter(({ path }) => path !== own)
        .flatMap(({ path, text }) => linesWith(text, words).map((line) => `${path}: ${line}`))
      expect(found).toEqual([])
    },
  )
})
