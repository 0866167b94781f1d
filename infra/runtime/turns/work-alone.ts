// A transformer's work on one event outside its partition, such as a dead letter that is tried again: it takes no
// turns, its parts are appended as they come, and no note outlives it.
import type { EventLog } from '../../ports/event-log.ts'
import type { WorkInParts } from '../run/partition-parts.ts'

export function workAlone(log: Pick<EventLog, 'append'>, signal: AbortSignal): WorkInParts {
  return {
    turn: { pass: async () => undefined, aside: (wait) => wait(), rest: (wait) => wait() },
    signal,
    paid: new Map(),
    note: null,
    publish: (records) => log.append(records),
    following: () => [],
    keep: () => undefined,
    reserve: async () => undefined,
  }
}
