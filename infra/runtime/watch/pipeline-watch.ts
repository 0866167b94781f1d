// Watches the pipeline from outside: how far each processor is behind, which ones are stalled, and which component is
// down. It runs by itself, because a stall shows only over time. It never waits long for an answer.
import type { Registry } from 'prom-client'
import { memberNamesOf } from '../certain.ts'
import { oneAtATime } from '../wait/shared-answer.ts'
import { orNull } from '../wait/within.ts'
import type { ComponentStates, Components } from './components.ts'
import { createLagMeter, type Lag, type LagMeterParts, recordsBehind } from './lag-meter.ts'
import { createStallWatch, type StallRules } from './stalls.ts'
import { registerWatchGauges } from './watch-gauges.ts'

/** The processing thread of this process, as the answering thread sees it. */
export type ProcessingSigns = {
  /** How long it has been silent, in milliseconds. */
  silentMs(): number
  /** How many work units a processor has finished in it. */
  units(processor: string): number
}

export type PipelineWatchParts<Name extends string> = Omit<LagMeterParts, 'limitMs'> &
  StallRules & {
    components: Components<Name>
    /** The components that a processor needs, for itself or because it waits for another processor. */
    needs: (processor: string) => readonly Name[]
    processing?: ProcessingSigns | undefined
    registry: Registry
    everyMs?: number
  }

export type Verdict<Name extends string> = {
  components: ComponentStates<Name>
  /** Processors that are stalled although everything that they need is up. */
  stalled: readonly string[]
  /** The processing thread does not answer. */
  isSilent: boolean
}

export type PipelineWatch<Name extends string> = {
  verdict(): Promise<Verdict<Name>>
  /** How many records a processor has not done, now; as last known where the log is down. */
  behind(processor: string): Promise<number>
  /** The lag of every processor, now; as last known where something cannot be asked. */
  lag(): Promise<Lag>
  stop(): Promise<void>
}

const EVERY_MS = 1_500
export const PATIENCE_MS = 10_000
/** A scrape shortly after a look reports what the look found. */
const FRESH_MS = 500
/** A scrape and a health report wait no longer than this, then report what was known last. */
const SCRAPE_MS = 500
const REPORT_MS = 2_000

export function watchPipeline<Name extends string>(
  parts: PipelineWatchParts<Name>,
): PipelineWatch<Name> {
  const { components, needs, processing, everyMs = EVERY_MS } = parts
  const meter = createLagMeter(parts)
  const findStalled = createStallWatch(parts)
  let stalled: readonly string[] = []
  let states: ComponentStates<Name> | null = null
  let lag: Lag = []
  let measuredAt = Number.NEGATIVE_INFINITY
  const measure = oneAtATime(async (): Promise<Lag> => {
    lag = await meter.measure()
    measuredAt = performance.now()
    return lag
  })
  let lookedAt = performance.now()
  const look = async () => {
    const [seen] = await Promise.all([components.look(), measure()])
    states = seen
    const elapsedMs = performance.now() - lookedAt
    lookedAt = performance.now()
    stalled = findStalled({
      lag,
      units: (processor) => processing?.units(processor) ?? 0,
      isExcused: (processor) => needs(processor).some((name) => !seen[name].up),
      elapsedMs,
    })
  }
  const looking = everySoOften(look, everyMs)
  const isSilent = () => (processing?.silentMs() ?? 0) >= PATIENCE_MS
  registerWatchGauges({
    registry: parts.registry,
    now: parts.now,
    lag: async () =>
      performance.now() - measuredAt < FRESH_MS
        ? lag
        : ((await orNull(measure(), SCRAPE_MS)) ?? lag),
    stalled: () => stalled,
    processors: parts.processors.map(({ name }) => name),
    components: () => states,
    ...(processing ? { threadAnswers: () => processing.silentMs() === 0 } : {}),
  })
  return {
    verdict: async () => ({ components: await components.look(), stalled, isSilent: isSilent() }),
    behind: async (processor) => {
      const exact = meter.measure({ exact: true, only: processor })
      return recordsBehind((await orNull(exact, REPORT_MS)) ?? lag, processor)
    },
    lag: async () => (await orNull(measure(), REPORT_MS)) ?? lag,
    stop: looking.stop,
  }
}

/**
 * Names what keeps the service from doing everything that it should: components, and `queue` for stalled processors.
 */
export function troubles<Name extends string>({
  components,
  stalled,
  isSilent,
}: Verdict<Name>): readonly (Name | 'queue')[] {
  const down: (Name | 'queue')[] = memberNamesOf(components).filter((name) => !components[name].up)
  if (stalled.length > 0 || isSilent) down.push('queue')
  return [...new Set(down)]
}

/** One after another: a look that takes long delays the next. */
function everySoOften(look: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const next = () => {
    timer = setTimeout(() => {
      // A look that fails reports nothing new; the previous one holds.
      running = look()
        .catch(() => undefined)
        .finally(() => {
          if (!stopped) next()
        })
    }, everyMs).unref()
  }
  next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
