// Reads of the log that end when the command is to stop.
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { nextTurn } from '../../../infra/runtime/turns/next-turn.ts'

export function interruptible(log: EventLog, signal: AbortSignal): EventLog {
  return {
    ...log,
    read: async function* (options) {
      for await (const records of log.read(options)) {
        await goOnUnless(signal)
        yield records
      }
    },
  }
}

/** A signal arrives between two turns of the event loop, and reading a file takes none by itself. */
export async function goOnUnless(signal: AbortSignal): Promise<void> {
  await nextTurn()
  signal.throwIfAborted()
}
