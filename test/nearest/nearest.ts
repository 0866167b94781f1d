// Which tests are nearest to a change. Pure. All that depend on a file are most of the suite; those near it say in
// seconds what is most likely to be wrong.
import { dirname } from 'node:path'

/** What each file imports, by their paths from the root. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Tests here start whole services, browsers and servers; others do with what they import from here. */
const STARTS_MUCH = /^test\/(journeys|adversary|distributed)\//

/** Of a test that has not run here yet. */
const USUAL_MS = 1_000

/**
 * Of the tests near a change those that fit together into a time, the shorter first; changed ones always. `costs`:
 * milliseconds by path.
 */
export function fitting(
  tests: readonly string[],
  {
    changed,
    costs,
    budgetMs,
  }: { changed: readonly string[]; costs: ReadonlyMap<string, number>; budgetMs: number },
): { run: string[]; left: string[] } {
  const costOf = (path: string) => costs.get(path) ?? USUAL_MS
  const [own, others] = [
    tests.filter((path) => changed.includes(path)),
    tests.filter((path) => !changed.includes(path)),
  ]
  let spent = 0
  const fits = (path: string) => {
    if (spent + costOf(path) > budgetMs) return false
    spent += costOf(path)
    return true
  }
  const run = new Set([...own, ...others.toSorted((a, b) => costOf(a) - costOf(b)).filter(fits)])
  return {
    run: tests.filter((path) => run.has(path)),
    left: tests.filter((path) => !run.has(path)),
  }
}

/**
 * The changed tests, those in the folder that mirrors a changed file's, and those that import it; where there are none,
 * those that import what imports it, and so on. None of them starts a service.
 */
export function nearestTests(changed: readonly string[], imports: Imports): string[] {
  const tests = [...imports].flatMap(([path, targets]) =>
    path.endsWith('.test.ts') && ![path, ...targets].some((each) => STARTS_MUCH.test(each))
      ? path
      : [],
  )
  const found = new Set(changed.flatMap((path) => nearest(path, { tests, imports })))
  return tests.filter((path) => found.has(path)).sort()
}

function nearest(path: string, all: { tests: readonly string[]; imports: Imports }): string[] {
  const near = all.tests.filter(
    (test) => test === path || dirname(test) === `test/${dirname(path)}`,
  )
  const reached = new Set([path])
  let last: readonly string[] = [path]
  do {
    last = [...all.imports].flatMap(([importer, targets]) =>
      !reached.has(importer) && last.some((target) => targets.includes(target)) ? importer : [],
    )
    for (const importer of last) reached.add(importer)
    near.push(...last.filter((importer) => all.tests.includes(importer)))
  } while (near.length === 0 && last.length > 0)
  return near
}
