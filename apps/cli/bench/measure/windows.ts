// Windows: stretches of the same work, measured one after another, and the figures reported for them. Cold windows
// begin in the first minute of a service; warm ones come later, after a window that is thrown away.
import type { Subject } from '../load/load.ts'
import { percentile } from './measures.ts'
import { type Amounts, perCall, type Spent } from './meter.ts'

export type State = 'cold' | 'warm'

/** How much each part does. */
export type Sizes = {
  state: State
  windows: number
  windowMs: number
  /** The first window's size, before a processing rate is known. */
  manyUsersWrites: number
  oneUserWrites: number
  itemCounts: readonly number[]
  /** Items of other users, a thousand each, stored beside the users under measurement. */
  otherItems: number
}

/** `latenciesMs`: of the calls whose latency is known. */
type Work = { calls: number; latenciesMs: readonly number[] }
export type Window = Work & { elapsedMs: number; spent: Spent }

/** The measurements of one kind of call, and which of them the report shows. */
export type Measured = {
  call: string
  windows: readonly Window[]
  tells: readonly ('rate' | 'latency' | 'cost')[]
  /** Targets: at least so many a second, and p50 and p99 below so much. */
  targets?: Partial<Record<'rate' | 'p50Ms' | 'p99Ms', number | undefined>>
}

/** The figures of one kind of call; null for those that the report leaves out. */
export type Result = Omit<Measured, 'windows' | 'tells'> & {
  state: State
  calls: number
  perSecond: { median: number; least: number; most: number } | null
  latencyMs: { p50: number; p99: number } | null
  perCall: { cpuMs: Amounts; counts: Amounts } | null
}

/** `work` receives the window before. */
export async function windowsOf(
  { meter }: Pick<Subject, 'meter'>,
  { state, windows }: Pick<Sizes, 'state' | 'windows'>,
  work: (before: Window | undefined, index: number) => Promise<Work>,
): Promise<Window[]> {
  const done: Window[] = []
  const thrownAway = state === 'warm' ? 1 : 0
  for (let index = 0; index < windows + thrownAway; index++) {
    const spent = await meter()
    const startedAt = performance.now()
    const { calls, latenciesMs } = await work(done.at(-1), index)
    const elapsedMs = performance.now() - startedAt
    done.push({ calls, latenciesMs, elapsedMs, spent: await spent() })
  }
  return done.slice(thrownAway)
}

/** A window in which only these calls run; for measurements made elsewhere without their cost. */
export function windowOfCalls(calls: number, elapsedMs: number): Window {
  return { calls, elapsedMs, latenciesMs: [], spent: { cpuMs: {}, counts: {} } }
}

export function rateOf({ calls, elapsedMs }: Pick<Window, 'calls' | 'elapsedMs'>): number {
  return calls / (Math.max(elapsedMs, 1) / 1000)
}

export function resultOf(state: State, measured: Measured): Result {
  const { windows, tells, ...named } = measured
  const rates = windows.map(rateOf)
  const latenciesMs = windows.flatMap((window) => window.latenciesMs)
  const calls = windows.reduce((sum, window) => sum + window.calls, 0)
  const spent = windows.map((window) => window.spent)
  const told = <T>(what: Measured['tells'][number], value: T) =>
    tells.includes(what) ? value : null
  return {
    ...named,
    state,
    calls,
    perSecond: told('rate', {
      median: percentile(rates, 0.5),
      least: Math.min(...rates),
      most: Math.max(...rates),
    }),
    latencyMs: told('latency', {
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
    }),
    perCall: told('cost', {
      cpuMs: perCall(
        spent.map(({ cpuMs }) => cpuMs),
        calls,
      ),
      counts: perCall(
        spent.map(({ counts }) => counts),
        calls,
      ),
    }),
  }
}
