// A member of a consumer group. The client library keeps the membership (joining, heartbeats, rebalances) and fetches
// nothing: its fetches wait for the slowest handler and silently step over lost offsets. Each assigned partition has a
// worker here, and our own loop fetches for the workers of all subscriptions. A member's states: member-state.ts.
import type { Consumer } from 'kafkajs'
import type { LogPosition, SubscribeOptions, Subscription } from '../../ports/event-log.ts'
import { getFrom } from '../../runtime/certain.ts'
import { atMost } from '../../runtime/wait/within.ts'
import type { Coordinators } from '../client/coordinators.ts'
import { Fenced, failureOf } from '../client/failures.ts'
import type { RawClient } from '../client/raw-client.ts'
import type { Layout } from '../topics/topics.ts'
import type { Codec } from '../wire/codec.ts'
import { type Assignment, coPartitioned } from './assigner.ts'
import type { FetchLoop, Member } from './fetch-loop.ts'
import { JOINING, type MemberEffect, type MemberEvent, transition } from './member-state.ts'
import { keyOf, type PartitionWorker, startWorker } from './partition-worker.ts'
import { watch } from './watchdog.ts'

export type SubscriptionSettings = {
  sessionTimeoutMs: number
  rebalanceTimeoutMs: number
  /** How long a partition may stand still, with something to read and nothing in delivery. */
  watchdogMs: number
  /** How long `close` waits for running deliveries. */
  closeTimeoutMs: number
}

type SubscriptionParts = {
  coordinators: Coordinators
  groupId: string
  layout: Layout
  codec: Codec
  /** For offset queries. The subscription does not close it. */
  client: RawClient
  fetching: FetchLoop
  settings: SubscriptionSettings
  /** Records which partitions this process owns, for the group's commits. */
  ownership: {
    assigned(topic: string, partition: number): void
    revoked(topic: string, partition: number): void
  }
  warn: (details: Record<string, unknown>, text: string) => void
}

/** While everything is paused, the membership's loop wakes this often to send heartbeats. */
const MEMBERSHIP_PAUSE_MS = 250

export async function subscribe(
  parts: SubscriptionParts,
  options: SubscribeOptions,
): Promise<Subscription> {
  const member = createMember(parts, options)
  await member.join()
  return { close: member.close, announce: member.announce }
}

function createMember(parts: SubscriptionParts, options: SubscribeOptions) {
  const { settings, layout, fetching, ownership } = parts
  const consumer = createConsumer(parts, options)
  let state = JOINING
  let sign = Date.now()
  let workers = new Map<string, PartitionWorker>()
  /** Deliveries of stopped workers that still run. */
  const ending = new Map<string, Promise<void>>()
  const closed = Promise.withResolvers<void>()
  const member: Member = { workers: () => [...workers.values()], failed }

  function dispatch(event: MemberEvent): void {
    const step = transition(state, event)
    state = step.state
    for (const effect of step.effects) perform(effect)
  }

  function perform(effect: MemberEffect): void {
    if (effect.do === 'stopWorkers') stopWorkers()
    else if (effect.do === 'startWorkers') startWorkers(effect.assignment)
    else if (effect.do === 'awaitSuccessor') awaitSuccessor(effect)
    else if (effect.do === 'report') options.failed(effect.error)
    else closed.resolve(closeAll())
  }

  function stopWorkers(): void {
    for (const [key, worker] of workers) {
      ownership.revoked(worker.topic.kafka, worker.partition)
      ending.set(key, worker.stop())
    }
    workers = new Map()
  }

  function startWorkers(assignment: Assignment): void {
    for (const [name, partitions] of Object.entries(assignment)) {
      consumer.pause([{ topic: name, partitions }])
      for (const partition of partitions) startOn(name, partition)
    }
    fetching.changed()
  }

  function startOn(name: string, partition: number): void {
    const key = keyOf(name, partition)
    const topic = layout.byKafkaName(name)
    const worker = startWorker(
      {
        topic,
        partition,
        codec: parts.codec,
        maxRecords: options.maxRecords,
        resumeAfter: (of, at) => {
          ownership.assigned(name, partition)
          return options.resumeAfter(of, at)
        },
        deliver: options.deliver,
        released: async () => options.released?.(topic.name, partition),
        firstOffset: () => firstOffset(parts.client, name, partition),
        wake: fetching.wake,
        failed: workerFailed,
        warn: parts.warn,
      },
      ending.get(key) ?? Promise.resolve(),
    )
    workers.set(key, worker)
  }

  function awaitSuccessor({ error, generation }: Extract<MemberEffect, { generation: number }>) {
    parts.warn({ group: parts.groupId }, error.message)
    const late = () => dispatch({ name: 'successorUnknown', error, generation })
    setTimeout(late, settings.sessionTimeoutMs).unref()
  }

  async function closeAll(): Promise<void> {
    watchdog.stop()
    const stops = [...workers.values()].map((worker) => worker.stop())
    await atMost(Promise.all([...stops, ...ending.values()]), settings.closeTimeoutMs)
    fetching.remove(member)
    await consumer.disconnect().catch(() => undefined)
    for (const { topic, partition } of workers.values()) {
      ownership.revoked(topic.kafka, partition)
    }
  }

  function failed(error: Error): void {
    dispatch({ name: 'failed', error })
  }
  function workerFailed(error: Error): void {
    const isFenced = error instanceof Fenced || error.cause instanceof Fenced
    dispatch({ name: isFenced ? 'fenced' : 'failed', error })
  }
  function close(): Promise<void> {
    dispatch({ name: 'closed' })
    return closed.promise
  }

  const signs = () => {
    sign = Date.now()
  }
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    signs()
    const { memberId, memberAssignment } = payload
    dispatch({ name: 'joined', memberId, assignment: memberAssignment })
  })
  consumer.on(consumer.events.HEARTBEAT, signs)
  consumer.on(consumer.events.REBALANCING, signs)
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    signs()
    parts.coordinators.forget()
    if (!payload.restart) failed(failureOf(payload.error, 'being a member of the group'))
  })
  const watchdog = watch({
    group: options.group,
    limitMs: settings.watchdogMs,
    workers: () => [...workers.values()],
    signs: () => ({ fetching: fetching.lastSign(), membership: sign }),
    stuck: failed,
  })
  // Fetching that has failed already says so at once.
  fetching.add(member)

  return {
    join: async () => {
      try {
        await consumer.connect()
        const topics = options.topics.map((topic) => layout.of(topic).kafka)
        await consumer.subscribe({ topics, fromBeginning: true })
        await consumer.run({ autoCommit: false, eachBatch: async () => undefined })
      } catch (error) {
        parts.coordinators.forget()
        await close()
        throw failureOf(error, 'joining the group')
      }
    },
    close,
    announce: async (at: readonly LogPosition[]) => {
      const own = at.filter(({ topic, partition }) =>
        workers.has(keyOf(layout.of(topic).kafka, partition)),
      )
      // A standby announces its own member id, because `standbys` counts no position without it.
      const metadata = options.standby === undefined ? null : state.memberId
      if (own.length > 0) await announceOffsets(consumer, parts, { at: own, metadata })
    },
  }
}

/** Uses the membership's own commit: the broker refuses it from a member that the group no longer has. */
async function announceOffsets(
  consumer: Consumer,
  { layout, coordinators }: SubscriptionParts,
  { at, metadata }: { at: readonly LogPosition[]; metadata: string | null },
) {
  const offsets = at.map(({ topic, partition, position }) => ({
    topic: layout.of(topic).kafka,
    partition,
    offset: String(position + 1),
    metadata,
  }))
  try {
    await consumer.commitOffsets(offsets)
  } catch (error) {
    coordinators.forget()
    throw failureOf(error, 'announcing where the group stands')
  }
}

function createConsumer(
  parts: SubscriptionParts,
  { topics, member: name, standby }: SubscribeOptions,
): Consumer {
  const { layout, settings } = parts
  const partitionsOf = Object.fromEntries(
    topics.map((topic) => [layout.of(topic).kafka, layout.of(topic).partitions]),
  )
  return parts.coordinators.kafka.consumer({
    groupId: parts.groupId,
    partitionAssigners: [coPartitioned({ partitionsOf, name, standby })],
    sessionTimeout: settings.sessionTimeoutMs,
    rebalanceTimeout: settings.rebalanceTimeoutMs,
    heartbeatInterval: Math.floor(settings.sessionTimeoutMs / 10),
    maxWaitTimeInMs: MEMBERSHIP_PAUSE_MS,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => true },
  })
}

async function firstOffset(client: RawClient, topic: string, partition: number): Promise<number> {
  try {
    return getFrom(await client.offsets(topic, [partition], 'first'), partition)
  } catch (error) {
    client.reset()
    throw failureOf(error, 'looking for the first record')
  }
}
