// The log and what was made of it belong together: where the log ends before what was read of it, every reader would pass
// over what comes next.
import { join } from 'node:path'
import type { Ports } from '../../infra/ports/ports.ts'
import { givenPositions } from '../../infra/sqlite/log/given-positions.ts'
import { flow } from '../../processors/flow.ts'
import { topicNames } from '../../schemas/topics.ts'

type Verified = Pick<Ports, 'log' | 'memory' | 'graph' | 'audit'>

/** Throws a fatal error where a processor, or a store, has read further than the log in the data directory goes. */
export async function verifyLog(
  { log, memory, graph, audit }: Verified,
  directory: string,
): Promise<void> {
  const given = givenPositions(join(directory, 'log'))
  for (const topic of topicNames) {
    const read = await Promise.all([
      ...flow.map(({ name }) => log.checkpoints(name, topic)),
      ...[memory, graph, audit].map((store) => store.checkpoints(topic)),
    ])
    const furthest = Math.max(0, ...read.flatMap((checkpoints) => [...checkpoints.values()]))
    if (furthest > (given.get(topic) ?? 0)) throw new LogIsShort(topic)
  }
}

class LogIsShort extends Error {
  override readonly name = 'LogIsShort'
  readonly fatal = true
  constructor(topic: string) {
    super(
      `the log ends before what has been read of it (${topic}): a file of DATA_DIR/log is missing or empty. Restore DATA_DIR as a whole from a backup, or start with an empty one`,
    )
  }
}
