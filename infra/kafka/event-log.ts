// The event log on Kafka, for many processes: partitioned topics, Avro in the Schema Registry, and transactions that
// hold what processors emit together with where they stand. How it works and why: README.md.
import type { Admin, Kafka } from 'kafkajs'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type {
  Checkpoints,
  EventLog,
  LogPosition,
  NewRecord,
  SubscribeOptions,
  Subscription,
} from '../ports/event-log.ts'
import type { LogNames } from '../ports/rules/own-names.ts'
import { memberNamesOf } from '../runtime/certain.ts'
import type { Telemetry } from '../runtime/telemetry.ts'
import { within } from '../runtime/wait/within.ts'
import { type ConnectOptions, connect, type LogServers, openingAdmin } from './client/connect.ts'
import { type Coordinators, rememberCoordinators } from './client/coordinators.ts'
import { failureOf, LogRefused } from './client/failures.ts'
import { createRawClient, type RawClient } from './client/raw-client.ts'
import { type FetchLoop, startFetchLoop } from './consume/fetch-loop.ts'
import { readStretch } from './consume/reader.ts'
import { checkpointsOf, notesOf, standbysOf, standingOf } from './consume/standing.ts'
import { type SubscriptionSettings, subscribe } from './consume/subscription.ts'
import type { Message } from './produce/batcher.ts'
import { createOwnership } from './produce/ownership.ts'
import { createSender, type Place, type Sender } from './produce/producer.ts'
import { createPromptSender } from './produce/prompt-sender.ts'
import { createTransactions, type Transactions } from './produce/transactions.ts'
import { type Closing, createClosing, placesOf, remaindersOf } from './topics/compaction.ts'
import { erase, eraseKnown } from './topics/erase.ts'
import { partitionFor } from './topics/partition.ts'
import { type Layout, layOut, type NameOf, prepareTopics } from './topics/topics.ts'
import { type Codec, createCodec } from './wire/codec.ts'
import { createSchemaCache } from './wire/schema-cache.ts'
import { avroWire, type Wire } from './wire/wire.ts'

export type KafkaEventLogOptions = LogServers &
  Omit<ConnectOptions, 'logger'> &
  Partial<SubscriptionSettings> & {
    /** Comes before the names of topics, groups and writers: for tests that share a cluster. */
    topicPrefix?: string
    /** Replaces the names of topics: for a log that shares topics with another, or has only some of them. */
    nameOf?: NameOf
    /** Replaces the declared partition count of the topics of users. */
    partitions?: number
    telemetry?: Telemetry
    /** Refuses an append soon when the cluster cannot be reached: for processes whose clients wait. */
    prompt?: boolean
    /** Replaces the events' own schemas: for tests. */
    wire?: Wire
    /** How records name their users; by default, as the events do. */
    names?: LogNames
  }

const SETTINGS: SubscriptionSettings = {
  sessionTimeoutMs: 30_000,
  rebalanceTimeoutMs: 60_000,
  watchdogMs: 60_000,
  closeTimeoutMs: 60_000,
}

/** A request without an answer is sent again over another connection. */
const SIGN_OF_LIFE_MS = 2_000
/** A broker keeps at most 4,096 bytes of metadata beside an offset (offset.metadata.max.bytes). */
const NOTE_LIMIT = 4_000
/** No record has this key. */
const CLOSING_KEY = 'closing'

type Log = {
  prefix: string
  layout: Layout
  codec: Codec
  admin: Admin
  coordinators: Coordinators
  client: RawClient
  /** Null until the first subscription. */
  fetching: FetchLoop | null
  sender: Sender
  closing: Closing
  transactions: Transactions
  ownership: ReturnType<typeof createOwnership>
  subscriptions: Set<Subscription>
  closed: boolean
}

/** Resolves when topics and schemas are in place. */
export async function createKafkaEventLog(options: KafkaEventLogOptions): Promise<EventLog> {
  const { topicPrefix: prefix = '', telemetry, wire = avroWire, clientId } = options
  const kafka = connect({ ...options, ...(telemetry ? { logger: telemetry.logger } : {}) })
  const layout = layOut(prefix, options.partitions, options.nameOf)
  const { registryUrl: host, registryLogin: auth } = options
  const schemas = createSchemaCache({ host, auth, clientId })
  // Kept apart from the coordinators of transactions, which are forgotten when a transaction fails.
  const coordinators = rememberCoordinators(kafka)
  const admin = coordinators.kafka.admin()
  // Before anything is connected, so that a registry that is down leaves no connection behind.
  await Promise.all(
    layout.all.map((topic) =>
      schemas.register(topic.name, `${topic.kafka}-value`, wire.schemaOf(topic.name)),
    ),
  )
  const warn = (details: Record<string, unknown>, text: string) =>
    telemetry?.logger.warn(details, text)
  const opening = openingAdmin(options)
  const paces = await prepareTopics(opening, layout, warn).finally(() => opening.disconnect())
  await admin.connect()
  const transactions = createTransactions(kafka)
  const names = layout.all.map(({ kafka }) => kafka)
  const newClient = () => createRawClient(kafka, names)
  const sender = options.prompt ? promptly(kafka, layout) : createSender(kafka)
  const log: Log = {
    prefix,
    layout,
    codec: createCodec(schemas, wire, options.names),
    admin,
    coordinators,
    client: newClient(),
    fetching: null,
    sender,
    closing: createClosing(
      paces,
      ({ topic, partition }) =>
        sender.send([{ topic: layout.of(topic).kafka, partition, key: CLOSING_KEY, value: null }]),
      (place, error) => warn(place, failureOf(error, 'closing a file with erased records').message),
    ),
    transactions,
    ownership: createOwnership(transactions),
    subscriptions: new Set(),
    closed: false,
  }
  const settings = { ...SETTINGS, ...definedOf(options) }
  return {
    noteLimit: NOTE_LIMIT,
    begins: 0,
    remainders: remaindersOf(paces),
    findsUsers: false,
    append: (records) => append(log, records),
    commit: (commit) => commitTo(log, commit),
    checkpoints: (group, topic) => checkpointsOf(log, group, topic),
    notes: (group, topic) => notesOf(log, group, topic),
    standing: (group, topics) => standingOf(log, group, topics),
    standbys: (group, topic) => standbysOf(log, group, topic),
    subscribe: (wanted) => {
      log.fetching ??= startFetchLoop({ newClient, warn })
      const { codec, client, fetching } = log
      return subscribeTo(log, noting(log, wanted), {
        coordinators,
        layout,
        codec,
        client,
        fetching,
        settings,
        warn,
      })
    },
    read: (stretch) => readStretch({ ...log, topic: layout.of(stretch.topic) }, stretch),
    ends: (topic) => endsOf(log, topic),
    // The mark that ended a writer's transaction lies between it and the writer's next one.
    isNext: (after, position) => position === after + 2,
    partitionOf: (topic, scope) => partitionFor(scope, layout.of(topic).partitions.length),
    partitions: (topic) => layout.of(topic).partitions,
    erase: (wanted) => erase(erasingIn(log, wanted.topic, wanted.scope), wanted),
    eraseKnown: (topic, scope, ids) => eraseKnown(erasingIn(log, topic, scope), scope, ids),
    close: () => closeLog(log),
  }
}

/** Uses a connection of its own for its signs of life, so that it does not disturb the log's readers. */
function promptly(kafka: Kafka, layout: Layout): Sender {
  const { kafka: topic } = layout.of('memory.settings.v1')
  const client = createRawClient(kafka, [topic])
  const sender = createPromptSender(createSender(kafka), async () => {
    try {
      await within(client.offsets(topic, [0], 'next'), SIGN_OF_LIFE_MS, 'Kafka')
    } catch (error) {
      client.reset()
      throw error
    }
  })
  return {
    ...sender,
    close: async () => {
      await sender.close()
      await client.close()
    },
  }
}

function definedOf(options: KafkaEventLogOptions): Partial<SubscriptionSettings> {
  const names = memberNamesOf(SETTINGS)
  return Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
}

async function append(log: Log, records: readonly NewRecord[]): Promise<LogPosition[]> {
  assertOpen(log)
  return positionsOf(log, await log.sender.send(messagesOf(log, records)))
}

/** Throws before anything has been sent. */
function messagesOf({ layout, codec }: Log, records: readonly NewRecord[]): Message[] {
  return records.map((record) => {
    const { kafka, partitions } = layout.of(record.topic)
    return {
      topic: kafka,
      partition: record.partition ?? partitionFor(record.event, partitions.length),
      ...codec.encode(record),
    }
  })
}

function positionsOf({ layout }: Log, places: readonly Place[]): LogPosition[] {
  return places.map(({ topic, partition, offset }) => ({
    topic: layout.byKafkaName(topic).name,
    partition,
    position: offset,
  }))
}

async function commitTo(
  log: Log,
  { group, records, checkpoints }: Parameters<EventLog['commit']>[0],
): Promise<LogPosition[]> {
  assertOpen(log)
  const places = await log.transactions.commit({
    group: `${log.prefix}${group}`,
    messages: messagesOf(log, records),
    checkpoints: checkpoints.map(({ topic, partition, position, note = null }) => ({
      topic: log.layout.of(topic).kafka,
      partition,
      offset: position + 1,
      note,
    })),
  })
  return positionsOf(log, places)
}

async function subscribeTo(
  log: Log,
  options: SubscribeOptions,
  parts: Omit<Parameters<typeof subscribe>[0], 'groupId' | 'ownership'>,
): Promise<Subscription> {
  assertOpen(log)
  const groupId = `${log.prefix}${options.group}`
  const ownership = log.ownership.of(groupId)
  const inner = await subscribe({ ...parts, groupId, ownership }, options)
  const subscription: Subscription = {
    announce: inner.announce,
    close: async () => {
      await inner.close()
      log.subscriptions.delete(subscription)
    },
  }
  log.subscriptions.add(subscription)
  return subscription
}

/** The last offset in use, by a record or by the mark of a transaction. */
async function endsOf({ client, layout }: Log, topic: AnyTopicName): Promise<Checkpoints> {
  const { kafka, partitions } = layout.of(topic)
  try {
    const next = await client.offsets(kafka, partitions, 'next')
    return new Map([...next].flatMap(([at, offset]) => (offset > 0 ? [[at, offset - 1]] : [])))
  } catch (error) {
    client.reset()
    throw failureOf(error, 'looking for the ends')
  }
}

function erasingIn(log: Log, name: AnyTopicName, scope: Scope) {
  const topic = log.layout.of(name)
  const partition = partitionFor(scope, topic.partitions.length)
  const erased = () => log.closing.mayHoldErased({ topic: name, partition })
  return { ...log, topic, partition, erased }
}

/** What a process has erased that is gone, the next one that is given its partitions answers for. */
function noting({ closing }: Log, options: SubscribeOptions): SubscribeOptions {
  const resumeAfter: SubscribeOptions['resumeAfter'] = (topic, partition) => {
    for (const place of placesOf({ topic, partition })) closing.mayHoldErased(place)
    return options.resumeAfter(topic, partition)
  }
  return { ...options, resumeAfter }
}

function assertOpen({ closed }: Log): void {
  if (closed) throw new LogRefused('the log is closed')
}

async function closeLog(log: Log): Promise<void> {
  log.closed = true
  log.closing.stop()
  await Promise.all([...log.subscriptions].map((subscription) => subscription.close()))
  await log.fetching?.stop()
  await Promise.all([log.sender.close(), log.transactions.close(), log.client.close()])
  await log.admin.disconnect().catch(() => undefined)
}
