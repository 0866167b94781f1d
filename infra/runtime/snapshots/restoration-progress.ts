// Reports how far the restoration of a state is: a line when it begins, one every few seconds, one when it has ended,
// and a gauge. Silent where there is nothing to restore.
import type { StateStore } from '../../ports/states.ts'
import type { RuntimeParts } from '../run/runtime-parts.ts'

const TOLD_EVERY_MS = 5_000

export type RestorationProgress = {
  /** `done` of `total` rows, or places of the log. */
  at(from: 'snapshot' | 'log', done: number, total: number): void
  ended(): void
}

export function tellRestoration(
  { telemetry }: Pick<RuntimeParts, 'telemetry'>,
  { name: state, partition }: StateStore,
): RestorationProgress {
  const { logger, stateRestored } = telemetry
  const beganAt = performance.now()
  const restored = { snapshot: 0, log: 0 }
  let toldAt: number | null = null
  const seconds = () => Math.round((performance.now() - beganAt) / 100) / 10
  const about = () => ({ state, partition, ...restored, seconds: seconds() })
  return {
    at: (from, done, total) => {
      restored[from] = done
      stateRestored.set({ state, partition }, Math.min(1, done / Math.max(1, total)))
      if (toldAt === null)
        logger.info({ state, partition, from, total }, 'a state is being restored')
      else if (performance.now() - toldAt < TOLD_EVERY_MS) return
      else logger.info({ ...about(), from, total }, 'a state is being restored still')
      toldAt = performance.now()
    },
    ended: () => {
      stateRestored.set({ state, partition }, 1)
      if (toldAt !== null) logger.info(about(), 'a state is restored')
    },
  }
}
