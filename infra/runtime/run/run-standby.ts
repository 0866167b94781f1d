// Keeps copies of a transformer's states for partitions that other workers decide for: each is restored as theirs are,
// then applies what the log delivers. It decides and commits nothing; it announces where a copy stands, because a
// forget waits until each copy has passed it. When a partition moves here, only the tail of its state is missing.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogPosition, SubscribeOptions, Subscription } from '../../ports/event-log.ts'
import { getFrom, lastOf, present } from '../certain.ts'
import { withRetry } from '../fail/retry.ts'
import { createLastPlaces, partitionName } from '../wait/last-places.ts'
import type { Transformer } from './processor.ts'
import type { RuntimeParts } from './runtime-parts.ts'
import { createStateFeed, type StateFeed, stateTopics } from './state-feed.ts'
import { closingWith } from './subscribe.ts'
import { toldRetry } from './told-retry.ts'

const MAX_RECORDS = 256
/** Short, because a forget waits for it. */
const ANNOUNCE_AFTER_MS = 100

export function standbyGroup(processor: string, nth: number): string {
  return `${processor}.standby-${nth}`
}

export async function runStandby(
  parts: RuntimeParts,
  transformer: Transformer,
  nth: number,
): Promise<Subscription> {
  const group = standbyGroup(transformer.name, nth)
  const announcer = createLastPlaces(
    // An announcement that fails because partitions are reassigned is made again after that.
    async (at) => withRetry(async () => (await subscribed).announce(at), toldRetry(parts, group)),
    ANNOUNCE_AFTER_MS,
  )
  const subscribed = parts.log.subscribe({
    ...standingBy(parts, transformer, announcer.add),
    group,
    member: parts.member,
    standby: nth,
    maxRecords: MAX_RECORDS,
    failed: (error) => parts.failed(group, error),
  })
  return closingWith(await subscribed, [announcer])
}

/** `stands` is told how far a copy is, once it is restored and after each delivery. */
export function standingBy(
  parts: RuntimeParts,
  transformer: Transformer,
  stands: (at: LogPosition) => void,
): Pick<SubscribeOptions, 'topics' | 'resumeAfter' | 'deliver' | 'released'> {
  const states = present(transformer.states, 'state to copy')
  const topics = stateTopics(transformer, states)
  const feeds = new Map<string, StateFeed>()
  /** A partition is followed in several topics. */
  const count = (topic: AnyTopicName, more: 1 | -1) => {
    const processor = transformer.name
    if (topic === topics[0]) parts.telemetry.standbys.inc({ processor }, more)
  }
  const release = (topic: AnyTopicName, partition: number) => {
    const name = partitionName({ topic, partition })
    feeds.get(name)?.close()
    if (feeds.delete(name)) count(topic, -1)
  }
  return {
    topics,
    resumeAfter: async (topic, partition) => {
      const at = { topic, partition }
      // It is called again where it failed because the state could not be asked.
      release(topic, partition)
      const feed = createStateFeed(parts, transformer, {
        ...at,
        position: undefined,
        takesSnapshots: false,
      })
      // Before waiting for it: the partition may be taken away meanwhile.
      feeds.set(partitionName({ topic, partition }), feed)
      count(topic, 1)
      await feed.restored
      const position = (await states.of(partition).checkpoints(topic)).get(partition)
      if (position !== undefined) stands({ ...at, position })
      return position
    },
    deliver: async (delivery) => {
      const { topic, partition, records } = delivery
      await getFrom(feeds, partitionName({ topic, partition })).deliver(delivery)
      stands({ topic, partition, position: lastOf(records).position })
    },
    released: async (topic, partition) => release(topic, partition),
  }
}
