// The topics as Kafka has them: missing ones are created at start, existing ones are checked. A topic with another
// layout is refused: order, positions or history would silently be lost.
import kafkajs, { type Admin } from 'kafkajs'
import { type AnyTopicName, topics as declared, type Topic } from '../../../schemas/topics.ts'
import type { Remainder } from '../../ports/remainder.ts'
import { getFrom } from '../../runtime/certain.ts'
import { LogRefused } from '../client/failures.ts'

export type TopicLayout = {
  name: AnyTopicName
  /** The name in the cluster. */
  kafka: string
  partitions: readonly number[]
  /** False when old records expire. */
  forEver: boolean
}
export type Layout = {
  all: readonly TopicLayout[]
  of(topic: AnyTopicName): TopicLayout
  byKafkaName(name: string): TopicLayout | undefined
}

export type NameOf = (topic: AnyTopicName) => string | null

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Room for the longest record and the batch around it. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024
/** A tombstone must outlast the longest outage of a reader and a rebuild. */
const TOMBSTONE_MS = 30 * DAY_MS
const SEGMENT_MS = 6 * HOUR_MS
const MAX_COMPACTION_LAG_MS = 12 * HOUR_MS
const REPLICAS = 3

/**
 * A record goes with the file that holds it, and a file is closed after SEGMENT_MS. Compaction begins within its lag
 * after that. How long it takes is up to the broker and is given an hour here, as is the broker's check of retention.
 */
export const remainders: readonly Remainder[] = [
  {
    what: 'records under their tombstones, until compaction',
    goneWithinMs: SEGMENT_MS + MAX_COMPACTION_LAG_MS + HOUR_MS,
  },
  ...declared
    .filter(({ onForget }) => onForget === 'expires')
    .map(({ name, retentionMs }) => ({
      what: `records of ${name}, until they expire`,
      goneWithinMs: retentionMs === null ? null : retentionMs + SEGMENT_MS + HOUR_MS,
    })),
]

/** `nameOf`: a topic's name in the cluster; null where the log has no such topic. */
export function layOut(
  prefix: string,
  partitions?: number,
  nameOf: NameOf = (topic) => `${prefix}${topic}`,
): Layout {
  const all = declared.flatMap((topic) => {
    const kafka = nameOf(topic.name)
    return kafka === null ? [] : [laidOut(topic, kafka, partitions)]
  })
  const byName = new Map(all.map((topic) => [topic.name, topic]))
  const byKafkaName = new Map(all.map((topic) => [topic.kafka, topic]))
  return {
    all,
    of: (topic) => getFrom(byName, topic),
    byKafkaName: (name) => byKafkaName.get(name),
  }
}

function laidOut(
  { name, partitions, retentionMs }: Topic,
  kafka: string,
  count = partitions,
): TopicLayout {
  return {
    name,
    kafka,
    partitions: Array.from({ length: count }, (_, index) => index),
    forEver: retentionMs === null,
  }
}

/** Partners choose the keys of the inbox, so nothing there may be compacted. */
export function topicConfig({ name, retentionMs }: Topic): Record<string, string> {
  const compacted = name !== 'memory.inbox.v1'
  const expires = retentionMs !== null
  return {
    'cleanup.policy': [...(compacted ? ['compact'] : []), ...(expires ? ['delete'] : [])].join(','),
    'retention.ms': String(retentionMs ?? -1),
    'retention.bytes': '-1',
    // Partners choose their compression, including codecs that this service cannot read; no partner writes to the other
    // topics.
    'compression.type': name === 'memory.inbox.v1' ? 'gzip' : 'producer',
    'max.message.bytes': String(MAX_BATCH_BYTES),
    'message.timestamp.type': 'LogAppendTime',
    'segment.ms': String(SEGMENT_MS),
    'delete.retention.ms': String(TOMBSTONE_MS),
    'max.compaction.lag.ms': String(MAX_COMPACTION_LAG_MS),
    'min.cleanable.dirty.ratio': '0.1',
  }
}

/** Settings that must be as declared, because the data depend on them. */
const ESSENTIAL = [
  'cleanup.policy',
  'retention.ms',
  'retention.bytes',
  'compression.type',
  // The broker's clock, never the producer's, tells how old a signature in the inbox was when it was written.
  'message.timestamp.type',
]

export async function prepareTopics(admin: Admin, layout: Layout): Promise<void> {
  const there = new Set(await admin.listTopics())
  const missing = layout.all.filter(({ kafka }) => !there.has(kafka))
  if (missing.length > 0) await createTopics(admin, missing)
  await checkPartitions(admin, layout)
  await checkConfigs(admin, layout)
}

async function createTopics(admin: Admin, missing: readonly TopicLayout[]): Promise<void> {
  const { brokers } = await admin.describeCluster()
  const replicas = brokers.length === 1 ? 1 : REPLICAS
  const safety: Record<string, string> = replicas === 1 ? {} : { 'min.insync.replicas': '2' }
  // Resolves to false if another process has created one of them meanwhile; both create the same topics.
  await admin.createTopics({
    waitForLeaders: true,
    topics: missing.map(({ name, kafka, partitions }) => ({
      topic: kafka,
      numPartitions: partitions.length,
      replicationFactor: replicas,
      configEntries: Object.entries({ ...topicConfig(declarationOf(name)), ...safety }).map(
        ([key, value]) => ({ name: key, value }),
      ),
    })),
  })
}

function declarationOf(name: AnyTopicName): Topic {
  return declared.find((topic) => topic.name === name)!
}

async function checkPartitions(admin: Admin, layout: Layout): Promise<void> {
  const { topics } = await admin.fetchTopicMetadata({ topics: layout.all.map((t) => t.kafka) })
  for (const { name, partitions } of topics) {
    const wanted = layout.byKafkaName(name)!.partitions.length
    if (partitions.length === wanted) continue
    throw new LogRefused(
      `the topic ${name} has ${partitions.length} partitions and must have ${wanted}: a count is ` +
        'never changed, because order and positions would break; copy the records to a new topic',
    )
  }
}

async function checkConfigs(admin: Admin, layout: Layout): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: layout.all.map(({ kafka }) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: kafka,
      configNames: [...ESSENTIAL],
    })),
  })
  for (const { resourceName, configEntries } of resources) {
    const { name } = layout.byKafkaName(resourceName)!
    const wanted = topicConfig(declarationOf(name))
    const wrong = configEntries
      .filter(({ configName }) => configName !== 'compression.type' || name === 'memory.inbox.v1')
      .filter(({ configName, configValue }) => !sameSetting(configValue, wanted[configName]))
      .map(({ configName: name, configValue: is }) => `${name}=${is} must be ${wanted[name]}`)
    if (wrong.length > 0) {
      throw new LogRefused(`the topic ${resourceName} is set up wrongly: ${wrong.join('; ')}`)
    }
  }
}

/** The parts of `cleanup.policy` may come in any order. */
function sameSetting(is: string, wanted: string | undefined): boolean {
  const parts = (value: string) => value.split(',').sort().join(',')
  return wanted === undefined || parts(is) === parts(wanted)
}
