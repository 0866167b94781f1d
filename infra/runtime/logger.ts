// The log lines of a process. Apart from its metrics, which a thread that only logs does not load.
import { type Logger, pino } from 'pino'

/** Services log to stdout; a command, whose stdout is its result, to stderr. */
export function createLogger(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino(options, pino.destination(to === 'stdout' ? 1 : 2))
}
