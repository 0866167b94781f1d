// How processors try again: whatever fails, each failed attempt is counted and told to operators.
import type { LogRecord } from '../../ports/event-log.ts'
import { defaultRetry, type RetryOptions } from '../fail/retry.ts'
import type { RuntimeParts } from './runtime-parts.ts'

/** `records`: what is worked on, so that clients can see that it is tried again; none where no record is to blame. */
export function toldRetry(
  { telemetry, signal }: Pick<RuntimeParts, 'telemetry' | 'signal'>,
  processor: string,
  records: readonly LogRecord[] = [],
): RetryOptions {
  return {
    ...defaultRetry,
    signal,
    onRetry: (error, attempt, delayMs) => {
      telemetry.retries.inc({ processor })
      telemetry.failures.failed({ processor, records, error, attempt, delayMs })
    },
  }
}
