// Rebuilds a projection: applies every record of its topics, from the first to the last, to an empty store. Nothing
// else runs: no model is asked and no notice raised, because those answers are events already.
import type { TopicName } from '../../../schemas/topics.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { Projector } from '../run/processor.ts'
import { project } from '../run/run-projector.ts'
import type { RuntimeParts } from '../run/runtime-parts.ts'

type ReplayProgress = { records: number; topic: TopicName }

/**
 * Replays what the log holds now into the projector's store, topic after topic: the stores obey fences in any order.
 * Resumes after the store's own checkpoints, so that an interrupted replay can be continued.
 */
export async function replay(
  parts: RuntimeParts,
  projector: Projector,
  progress: (done: ReplayProgress) => void,
): Promise<number> {
  let total = 0
  for (const topic of projector.reads) {
    const stands = await projector.checkpoints(topic)
    for (const partition of parts.log.partitions(topic)) {
      const after = stands.get(partition)
      for await (const records of parts.log.read({ topic, partition, after })) {
        parts.signal.throwIfAborted()
        await project(parts, projector, { topic, partition, records })
        total += records.length
        progress({ records: records.length, topic })
      }
    }
  }
  return total
}

/** How many records there are to read at most; some may have been erased. */
export async function replayLength(log: EventLog, projector: Projector): Promise<number> {
  let records = 0
  for (const topic of projector.reads) {
    for (const end of (await log.ends(topic)).values()) records += end
  }
  return records
}
