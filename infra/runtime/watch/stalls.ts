// Which processors are stalled: they have something to do, and none of it gets done. Pure: time is an argument.
import { getFrom } from '../certain.ts'
import type { Lag } from './lag-meter.ts'

export type StallRules = {
  /** The processors that a processor waits for: while one of them makes progress, it is not stalled. */
  waitsFor: (processor: string) => readonly string[]
  /** How long a processor may make no progress, in milliseconds. */
  patienceMs: (processor: string) => number
}

export type Look = {
  lag: Lag
  /** How many work units a processor has finished, where that is known: one checkpoint may cover many. */
  units: (processor: string) => number
  /** True where something that a processor needs is down: that is reported instead, and the processor is not blamed. */
  isExcused: (processor: string) => boolean
  /** Since the previous look. */
  elapsedMs: number
}

/** A process that was paused has not seen the progress made meanwhile. */
const MAX_ELAPSED_MS = 4_000

export function createStallWatch({ waitsFor, patienceMs }: StallRules) {
  const seen = new Map<string, { progress: string; stillMs: number; isBehind: boolean }>()
  const stillMs = (processor: string) =>
    Math.min(
      ...[processor, ...waitsFor(processor)].map((name) => {
        const each = seen.get(name)
        // A processor that has nothing to do does not hold up those that wait for it.
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
      const { isBehind } = getFrom(seen, name)
      return isBehind && stillMs(name) >= patienceMs(name)
    })
  }
}
