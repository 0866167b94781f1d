// A log beside the one in use: what was written is read there, and what follows from it is kept here. So processors can
// read the past again without a trace in the log in use.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { EventLog } from '../../ports/event-log.ts'

/** What clients and partners wrote; everything else follows from it. */
const WRITTEN: readonly AnyTopicName[] = [
  'memory.inbox.v1',
  'memory.writes.v1',
  'memory.settings.v1',
]

/** Reads of what was written go to `inUse`; all else, checkpoints included, to `own`. Closing it closes `own` alone. */
export function logBeside(inUse: EventLog, own: EventLog): EventLog {
  const of = (topic: AnyTopicName) => (WRITTEN.includes(topic) ? inUse : own)
  return {
    ...own,
    subscribe: (options) => {
      const [log = own, ...others] = new Set(options.topics.map(of))
      if (others.length > 0) throw new Error('a subscription reads of one of the two logs')
      return log.subscribe(options)
    },
    read: (options) => of(options.topic).read(options),
    ends: (topic) => of(topic).ends(topic),
    partitionOf: (topic, scope) => of(topic).partitionOf(topic, scope),
    partitions: (topic) => of(topic).partitions(topic),
  }
}
