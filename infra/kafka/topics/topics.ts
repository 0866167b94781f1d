// The topics as Kafka has them: missing ones are created at start, existing ones are checked. A topic with another
// layout is refused: order, positions or history would silently be lost.
import kafkajs, { type Admin, type ITopicMetadata } from 'kafkajs'
import { type AnyTopicName, topics as declared, type Topic } from '../../../schemas/topics.ts'
import { getFrom, present } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import {
  failureOf,
  isCertificateRefused,
  isPassing,
  isSilent,
  LogRefused,
} from '../client/failures.ts'
import { MAX_COMPACTION_LAG_MS, type Pace } from './compaction.ts'
import { replicasAt, warningOfReplicas } from './replicas.ts'

export type TopicLayout = {
  name: AnyTopicName
  kafka: string
  partitions: readonly number[]
  /** False when old records expire. */
  forEver: boolean
}
export type Layout = {
  all: readonly TopicLayout[]
  of(topic: AnyTopicName): TopicLayout
  /** Throws if the log has no topic of this name. */
  byKafkaName(name: string): TopicLayout
}

export type NameOf = (topic: AnyTopicName) => string | null

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Room for the longest record and the batch around it. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024
/** A tombstone must outlast the longest outage of a reader and a rebuild. */
const TOMBSTONE_MS = 30 * DAY_MS
const SEGMENT_MS = 6 * HOUR_MS
const PREPARE_ATTEMPTS = 5
const PREPARE_PAUSE_MS = 300

/** `partitions`: of the topics of users; `nameOf`: a topic's name in the cluster; null where the log has no such topic. */
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
    byKafkaName: (name) => present(byKafkaName.get(name), `topic ${name} in this log`),
  }
}

function laidOut(
  { name, partitions, retentionMs }: Topic,
  kafka: string,
  wanted = partitions,
): TopicLayout {
  // What belongs to no user has one order.
  const count = partitions === 1 ? 1 : wanted
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

/** Settings that an operator may change, and that say when erased records are gone. */
const PACE = ['segment.ms', 'max.compaction.lag.ms']

type TopicsAdmin = Pick<
  Admin,
  | 'connect'
  | 'createTopics'
  | 'describeCluster'
  | 'describeConfigs'
  | 'disconnect'
  | 'fetchTopicMetadata'
  | 'listTopics'
>

/** A broker that is starting, or topics that another process is creating, take a moment. */
export async function prepareTopics(
  admin: TopicsAdmin,
  layout: Layout,
  warn: (details: Record<string, unknown>, text: string) => void,
): Promise<Pace[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.connect()
      const { paces, warning } = await prepare(admin, layout)
      if (warning) warn(warning.details, warning.text)
      return paces
    } catch (error) {
      await admin.disconnect().catch(() => undefined)
      const passes = isPassing(error) && !isCertificateRefused(error) && !isSilent(error)
      if (!passes || attempt === PREPARE_ATTEMPTS) {
        throw toldAtStart(failureOf(error, 'preparing the topics'))
      }
      await sleep(attempt * PREPARE_PAUSE_MS)
    }
  }
}

/** What a start cannot reach may never have been there. */
function toldAtStart(failure: Error): Error {
  if (!(failure instanceof Outage)) return failure
  return new Outage(
    `${failure.message}: look whether the brokers run, at KAFKA_BROKERS, and at KAFKA_TLS (NODE_EXTRA_CA_CERTS names an authority of your own)`,
  )
}

async function prepare(admin: TopicsAdmin, layout: Layout) {
  const there = new Set(await admin.listTopics())
  const missing = layout.all.filter(({ kafka }) => !there.has(kafka))
  const { brokers } = await admin.describeCluster()
  if (missing.length > 0) await createTopics(admin, missing, replicasAt(brokers.length))
  const { topics } = await admin.fetchTopicMetadata({ topics: layout.all.map((t) => t.kafka) })
  checkPartitions(topics, layout)
  const warning = warningOfReplicas(topics, brokers.length)
  return { paces: await checkConfigs(admin, layout), warning }
}

async function createTopics(
  admin: TopicsAdmin,
  missing: readonly TopicLayout[],
  replicas: number,
): Promise<void> {
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
  const declaration = declared.find((topic) => topic.name === name)
  return present(declaration, `declaration of ${name}`)
}

function checkPartitions(topics: readonly ITopicMetadata[], layout: Layout): void {
  for (const { name, partitions } of topics) {
    const wanted = layout.byKafkaName(name).partitions.length
    if (partitions.length === wanted) continue
    throw new LogRefused(
      `the topic ${name} has ${partitions.length} partitions and must have ${wanted}: a count is ` +
        `never changed, because order and positions would break; set KAFKA_PARTITIONS=${partitions.length} where it was ` +
        'made so, or copy the records to a new topic',
    )
  }
}

/** Returns what the topics are set to. */
async function checkConfigs(admin: TopicsAdmin, layout: Layout): Promise<Pace[]> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: layout.all.map(({ kafka }) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: kafka,
      configNames: [...ESSENTIAL, ...PACE],
    })),
  })
  return resources.map(({ resourceName, configEntries }) => {
    const { name } = layout.byKafkaName(resourceName)
    const wanted = topicConfig(declarationOf(name))
    const wrong = configEntries
      .filter(({ configName }) => ESSENTIAL.includes(configName))
      .filter(({ configName }) => configName !== 'compression.type' || name === 'memory.inbox.v1')
      .filter(({ configName, configValue }) => !sameSetting(configValue, wanted[configName]))
      .map(({ configName: name, configValue: is }) => `${name}=${is} must be ${wanted[name]}`)
    if (wrong.length > 0) {
      throw new LogRefused(`the topic ${resourceName} is set up wrongly: ${wrong.join('; ')}`)
    }
    const set = (name: string) =>
      Number(configEntries.find(({ configName }) => configName === name)?.configValue ?? Infinity)
    return { name, segmentMs: set('segment.ms'), lagMs: set('max.compaction.lag.ms') }
  })
}

/** The parts of `cleanup.policy` may come in any order. */
function sameSetting(is: string, wanted: string | undefined): boolean {
  const parts = (value: string) => value.split(',').sort().join(',')
  return wanted === undefined || parts(is) === parts(wanted)
}
