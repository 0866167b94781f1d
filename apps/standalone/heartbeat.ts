// Whether the processing thread answers, and what it has finished. It is asked every second; a thread that is stuck in
// its work cannot report that itself.
import { every } from '../../infra/runtime/wait/every.ts'
import type { ProcessingSigns } from '../../infra/runtime/watch/pipeline-watch.ts'

export type Heartbeat = ProcessingSigns & { stop(): void }

/** By processor. */
export type Units = Readonly<Record<string, number>>

const EVERY_MS = 1_000

/** `ask` resolves with the units that the thread has finished so far, or never if the thread does not answer. */
export function startHeartbeat(ask: () => Promise<Units>, everyMs = EVERY_MS): Heartbeat {
  let units: Units = {}
  let asked: Promise<void> | null = null
  // Counts ticks, not time: if this thread or the whole process was paused, the other thread is not to blame.
  let missed = 0
  const tick = () => {
    if (asked) {
      missed += 1
      return
    }
    asked = ask()
      .then((told) => {
        units = told
      })
      .catch(() => undefined)
      .finally(() => {
        asked = null
        missed = 0
      })
  }
  const stop = every(everyMs, tick)
  return {
    silentMs: () => missed * everyMs,
    units: (processor) => units[processor] ?? 0,
    stop,
  }
}
