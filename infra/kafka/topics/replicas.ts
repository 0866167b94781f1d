// How many brokers keep a copy of each topic. A topic keeps the number that it was made with, and one that was made
// while a single broker was up would have one copy for good, without a sign of it. Pure.
import type { ITopicMetadata } from 'kafkajs'

const MOST_REPLICAS = 3

/** A broker that is down, or yet to come, gets no copy by itself: the next start warns. */
export function replicasAt(brokers: number): number {
  return Math.min(MOST_REPLICAS, brokers)
}

/** Null where each partition has as many copies as the brokers of now can keep. */
export function warningOfReplicas(topics: readonly ITopicMetadata[], brokers: number) {
  const wanted = replicasAt(brokers)
  const few = topics.filter(({ partitions }) =>
    partitions.some(({ replicas }) => replicas.length < wanted),
  )
  if (few.length === 0) return null
  return {
    details: { topics: few.map(({ name }) => name), brokers },
    text:
      `topics have fewer than ${wanted} replicas, although there are brokers for them, and lose their records with ` +
      `the brokers that hold them: give them ${wanted} with kafka-reassign-partitions.sh, and then set ` +
      'min.insync.replicas=2 with kafka-configs.sh',
  }
}
