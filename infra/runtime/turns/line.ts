// The line in which a user's records wait in a partition.
import { NO_APP, NO_USER } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { LogRecord } from '../../ports/event-log.ts'
import type { Turns } from './turns.ts'

/** Waiting records of a user, in order. */
export type Line = {
  scope: Scope
  turns: Turns
  waiting: LogRecord[]
  /** Aborts what is being handled. */
  running: AbortController | null
  /** True where what is being handled has to be handled again. */
  isRecalled: boolean
  /** How many of its records, waiting or being handled, are urgent. */
  urgent: number
}

/** In the order of the log: what was recalled is before what came meanwhile. */
export function wait({ waiting }: Line, record: LogRecord): void {
  const last = waiting.findLastIndex(({ position }) => position < record.position)
  waiting.splice(last + 1, 0, record)
}

export function emptyLine({ event }: LogRecord, turns: Turns): Line {
  const scope = { appId: event?.appId ?? NO_APP, userId: event?.userId ?? NO_USER }
  return { scope, turns, waiting: [], running: null, isRecalled: false, urgent: 0 }
}
