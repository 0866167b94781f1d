// Keeps a worker from leaving a gap. A worker continues after the positions that it was given or wrote itself. If
// another build has come into use meanwhile, that build has to have read as much, or the worker must restart.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../../ports/event-log.ts'
import { ElasticsearchUnavailable } from '../client/client.ts'

export type Continuity = {
  /** The worker was told that the build stands at these positions. */
  told(meta: string, topic: AnyTopicName, stands: Checkpoints): void
  /** The step has been applied to the build. */
  done(meta: string, step: LogPosition): void
  /** Throws if the build lacks steps that this worker takes for done. `stands`: where the build stands. */
  check(meta: string, step: LogPosition, stands: () => Promise<Checkpoints>): Promise<void>
}

export function createContinuity(): Continuity {
  const known = new Map<string, { meta: string; position: number }>()
  const name = (topic: string, partition: number) => `${topic}:${partition}`
  return {
    told: (meta, topic, stands) => {
      for (const [partition, position] of stands) {
        const last = known.get(name(topic, partition))
        // A build that stands behind is no place to continue from: the known position stays, and the check will find
        // the gap.
        if (last && last.meta !== meta && last.position > position) continue
        known.set(name(topic, partition), { meta, position })
      }
    },
    done: (meta, { topic, partition, position }) => {
      known.set(name(topic, partition), { meta, position })
    },
    check: async (meta, { topic, partition }, stands) => {
      const last = known.get(name(topic, partition))
      if (!last || last.meta === meta) return
      if (((await stands()).get(partition) ?? -1) >= last.position) return
      throw new ElasticsearchUnavailable(
        `the build in use has changed to one that is behind in ${topic}: restart this worker`,
      )
    },
  }
}
