// Which processors stand still: they have something to do, and nothing of it gets done. Pure: time is an argument.
import type { Lag } from './lag-meter.ts'

export type StallRules = {
  /** Whom a processor waits for: while one of them gets on, it does not stand still. */
  waitsFor: (processor: string) => readonly string[]
  /** How long nothing may get done, in milliseconds. */
  patienceMs: (processor: string) => number
}

export type Look = {
  lag: Lag
  /** Work units finished so far by a processor, where they can be seen: within one checkpoint there may be many. */
  units: (processor: string) => number
  /** True where something that a processor needs is down: that is told instead, and it is not blamed. */
  isExcused: (processor: string) => boolean
  /** Since the look before. */
  elapsedMs: number
}

/** A process that was paused has not seen what got done meanwhile. */
const MAX_ELAPSED_MS = 4_000

type Seen = { progress: string; stillMs: number; isBehind: boolean }

/** Gives, for each look, the processors that stand still. */
export function createStallWatch({ waitsFor, patienceMs }: StallRules) {
  const seen = new Map<string, Seen>()
  const stillMs = (processor: string) =>
    Math.min(
      ...[processor, ...waitsFor(processor)].map((name) => {
        const each = seen.get(name)
        // One that has nothing to do is not what is waited for.
        return each?.isBehind ? each.stillMs : Number.POSITIVE_INFINITY
      }),
    )
  return ({ lag, units, isExcused, elapsedMs }: Look): string[] => {
    const byProcessor = Map.groupBy(lag, ({ processor }) => processor)
    for (const [name, partitions] of byProcessor) {
      const checkpoints = partitions.map(({ checkpoint, note }) => [checkpoint ?? null, note])
      const progress = JSON.stringify([checkpoints, units(name)])
      const isBehind = partitions.some(({ records }) => records > 0)
      const before = seen.get(name)
      const isStill = isBehind && before?.progress === progress && !isExcused(name)
      const still = isStill ? before.stillMs + Math.min(elapsedMs, MAX_ELAPSED_MS) : 0
      seen.set(name, { progress, stillMs: still, isBehind })
    }
    return [...byProcessor.keys()].filter((name) => {
      const { isBehind } = seen.get(name)!
      return isBehind && stillMs(name) >= patienceMs(name)
    })
  }
}
