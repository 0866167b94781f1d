// How the cost of a kind grows with its size: the CPU time of this thread, never the clock's, because the machine has
// other work.
import type { Kind } from './kinds/kind.ts'
import { type Reach, runPurePath } from './pure-path.ts'

/** CPU time in `ms` at each of `bytes`, and the result of the largest. */
export type Cost = { kind: Kind; bytes: readonly number[]; ms: number[]; reach: Reach }

const SCOPE = { appId: 'app', userId: 'user' }
const KIB = 1024
/** The tick in which some kernels count CPU time: a shorter time cannot be told from zero. */
const LEAST_MS = 4

/** A quarter and a sixteenth of the largest: 64 KiB, 256 KiB and 1 MiB where a kind may be that large. */
export function sizesOf({ maxBytes }: Kind): number[] {
  const largest = Math.min(maxBytes, KIB * KIB)
  return [16, 4, 1].map((part) => Math.floor(largest / part))
}

/** Measures each size once; with earlier measurements, keeps the least of both. */
export async function measure(kind: Kind, before?: Cost): Promise<Cost> {
  const bytes = sizesOf(kind)
  const ms: number[] = []
  let reach: Reach | undefined
  for (const [n, size] of bytes.entries()) {
    const request = kind.request(size, SCOPE)
    const template = kind.prepare?.(SCOPE).template
    const started = process.threadCpuUsage()
    reach = await runPurePath(request, template)
    const { user, system } = process.threadCpuUsage(started)
    ms.push(Math.min((user + system) / 1000, before?.ms[n] ?? Number.POSITIVE_INFINITY))
  }
  return { kind, bytes, ms, reach: reach! }
}

/** The slope of cost over size, both as logarithms: 1 is linear, 2 quadratic. By least squares over all sizes. */
export function exponentOf({ bytes, ms }: Pick<Cost, 'bytes' | 'ms'>): number {
  const x = bytes.map(Math.log)
  const y = ms.map((each) => Math.log(Math.max(LEAST_MS, each)))
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [meanX, meanY] = [mean(x), mean(y)]
  const covariance = x.reduce((sum, each, n) => sum + (each - meanX) * (y[n]! - meanY), 0)
  return covariance / x.reduce((sum, each) => sum + (each - meanX) ** 2, 0)
}

/** The slope between the two largest sizes, where what grows fastest shows first. */
export function lastExponentOf({ bytes, ms }: Pick<Cost, 'bytes' | 'ms'>): number {
  return exponentOf({ bytes: bytes.slice(-2), ms: ms.slice(-2) })
}
