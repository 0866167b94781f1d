// Parts of a promotion that extract-facts has not taken in yet: they lie in the log, and nothing of them holds. What they
// hold names positions of this log, so they belong to no other.
import type { Checkpoints, EventLog, LogRecord } from '../../infra/ports/event-log.ts'
import { WRITES } from '../../schemas/topics.ts'
import { topology } from '../extract-facts/topology.ts'

export const PART = 'FactsReread'

type Place = Pick<LogRecord, 'partition' | 'position'>
type Log = Pick<EventLog, 'checkpoints' | 'partitions' | 'read'>

/** How far extraction was in memory.writes.v1 when this was asked. */
export function extracted(log: Pick<EventLog, 'checkpoints'>): Promise<Checkpoints> {
  return log.checkpoints(topology.name, WRITES)
}

export function isUntaken(stood: Checkpoints, { partition, position }: Place): boolean {
  return position > (stood.get(partition) ?? -1)
}

/** True while a promotion is under way, or was interrupted. */
export async function hasUntakenParts(log: Log): Promise<boolean> {
  const stood = await extracted(log)
  for (const partition of log.partitions(WRITES)) {
    const after = stood.get(partition)
    for await (const records of log.read({ topic: WRITES, partition, after, openOnly: true })) {
      const isPart = ({ event }: LogRecord) => event?.type === PART
      if (records.some((record) => isPart(record) && isUntaken(stood, record))) return true
    }
  }
  return false
}
