// How much work code does: how often the blocks of our code run, counted by the engine. Unlike time it is the same on
// every machine and under any load, so a test can hold it to a bound.
import { type Profiler, Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { expect } from 'vitest'

const OURS = ['schemas', 'infra', 'processors', 'apps'].map((folder) =>
  fileURLToPath(new URL(`../${folder}/`, import.meta.url)),
)

/** Runs it once. What it does after its first pause is not counted. */
export function workOf(run: () => unknown): number {
  compilers('off')
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  try {
    run()
    return taken(session)
  } finally {
    session.post('Profiler.stopPreciseCoverage')
    session.post('Profiler.disable')
    session.disconnect()
    compilers('on')
  }
}

/** Optimised code is not counted in full. */
function compilers(are: 'on' | 'off'): void {
  for (const name of ['opt', 'maglev', 'sparkplug']) {
    setFlagsFromString(`--${are === 'on' ? '' : 'no-'}${name}`)
  }
}

/** A fourfold input is at most about four times as much work. */
export function expectLinear(run: (size: number) => unknown, size: number): void {
  // One-time setup runs before the count.
  run(size)
  const [once, fourTimes] = [workOf(() => run(size)), workOf(() => run(4 * size))]
  expect(once).toBeGreaterThan(size)
  expect(fourTimes / once).toBeLessThan(4.4)
}

function taken(session: Session): number {
  let counted = 0
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    counted = result
      .filter(isOurs)
      .flatMap(countsOf)
      .reduce((sum, count) => sum + count, 0)
  })
  return counted
}

function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return OURS.some((folder) => path.startsWith(folder))
}

function countsOf({ functions }: Profiler.ScriptCoverage): number[] {
  return functions.flatMap(({ ranges }) => ranges.map(({ count }) => count))
}
