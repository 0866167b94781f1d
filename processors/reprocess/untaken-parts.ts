// Parts of a promotion that extract-facts has not taken in yet: they lie in the log, and nothing of them holds. What they
// hold names positions of this log, so they belong to no other.
import type { Checkpoints, EventLog, LogRecord } from '../../infra/ports/event-log.ts'
import { WRITES } from '../../schemas/topics.ts'
import { topology } from '../extract-facts/topology.ts'

type Place = Pick<LogRecord, 'partition' | 'position'>
type Log = Pick<EventLog, 'checkpoints' | 'partitions' | 'read'>

/** How far extraction was in memory.writes.v1 when this was asked. */
export function extracted(log: Pick<EventLog, 'checkpoints'>): Promise<Checkpoints> {
  return log.checkpoints(topology.name, WRITES)
}

export function isUntaken(
  stood: Checkpoints,
  { partition, position }: Place,
  type: string | undefined,
): boolean {
  return type === 'FactsReread' && position > (stood.get(partition) ?? -1)
}

/** True while a promotion is under way, or was interrupted. */
export async function hasUntakenParts(log: Log): Promise<boolean> {
  const stood = await extracted(log)
  for (const partition of log.partitions(WRITES)) {
    const after = stood.get(partition)
    for await (const records of log.read({ topic: WRITES, partition, after, openOnly: true })) {
      if (records.some((record) => isUntaken(stood, record, record.event?.type))) return true
    }
  }
  return false
}
