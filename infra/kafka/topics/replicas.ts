// How many brokers keep a copy of each topic. A topic keeps the number that it was made with, and one that was made
// while a single broker was up would have one copy for good, without a sign of it. Pure.
import type { ITopicMetadata } from 'kafkajs'

const MOST_REPLICAS = 3

/** Where several brokers belong to the cluster, others may be down or yet to come. */
export function replicasAt(brokers: number): number {
  return brokers === 1 ? 1 : MOST_REPLICAS
}

/** Null where each partition has as many copies as the brokers of now can keep. */
export function warningOfReplicas(topics: readonly ITopicMetadata[], brokers: number) {
  const wanted = Math.min(MOST_REPLICAS, brokers)
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
