// One partition of a subscription: takes what is fetched, delivers it one batch at a time, and says when it has enough.
// A slow delivery here delays no other partition. Its states: partition-state.ts.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Position, SubscribeOptions } from '../../ports/event-log.ts'
import { asError } from '../../runtime/certain.ts'
import { isOutage } from '../../runtime/fail/retry.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { PositionLost } from '../client/failures.ts'
import type { TopicLayout } from '../topics/topics.ts'
import type { Codec } from '../wire/codec.ts'
import type { RawRecord } from '../wire/record-batches.ts'
import type { FetchedPartition } from './fetch-response.ts'
import {
  type PartitionEffect,
  type PartitionEvent,
  startingAt,
  transition,
  wantedBy,
} from './partition-state.ts'

type WorkerParts = {
  topic: TopicLayout
  partition: number
  codec: Pick<Codec, 'decode'>
  maxRecords: number
  resumeAfter: (topic: AnyTopicName, partition: number) => Promise<Position | undefined>
  deliver: SubscribeOptions['deliver']
  /** The partition is no longer delivered. Resolves when work that is still running has ended. */
  released: () => Promise<void>
  firstOffset: () => Promise<number>
  /** Room has become free, or there is something to fetch. */
  wake: (worker: PartitionWorker) => void
  /** The partition cannot continue. Not called after `stop`. */
  failed: (error: Error) => void
  warn: (details: Record<string, unknown>, text: string) => void
}

export type PartitionWorker = {
  readonly key: string
  readonly topic: TopicLayout
  readonly partition: number
  /** The offset to fetch from; null while there is enough, or while nothing may be fetched yet. */
  wants(): number | null
  /** Takes what it wants from what was fetched at an offset. */
  accept(offset: number, fetched: FetchedPartition): void
  /** The broker has nothing at the requested offset. */
  outOfRange(offset: number): Promise<void>
  /** What the watchdog reads. */
  readonly progress: { at: number; delivering: boolean; lag: number }
  /** Starts no further delivery; resolves when the running one has ended. */
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

/** Begins when `earlier`, the partition's earlier delivery, has ended. */
export function startWorker(parts: WorkerParts, earlier: Promise<unknown>): PartitionWorker {
  const { topic, partition, maxRecords } = parts
  const rules = { maxRecords, forEver: topic.forEver }
  const stopped = new AbortController()
  let state = startingAt(Date.now())

  function dispatch(event: PartitionEvent): Promise<unknown> {
    const step = transition(state, event, rules)
    state = step.state
    if (state.name === 'ended') stopped.abort()
    return Promise.all(step.effects.map(perform))
  }

  function perform(effect: PartitionEffect): Promise<void> | undefined {
    if (effect.do === 'release') return parts.released()
    if (effect.do === 'wake') parts.wake(worker)
    else if (effect.do === 'deliver') working = deliver(effect.records).catch(fail)
    else if (effect.do === 'fail') parts.failed(effect.error)
    else if (effect.do === 'failLost') parts.failed(lost(parts, effect))
    else parts.warn({ topic: topic.name, partition }, 'records have expired before they were read')
    return undefined
  }

  async function start(): Promise<void> {
    await earlier
    if (stopped.signal.aborted) return
    // Once: what it begins would be begun twice, and one of the two never be released.
    const after = await untilUp(() => parts.resumeAfter(topic.name, partition))
    try {
      const next = await untilUp(() => startAt(parts, after))
      await dispatch({ name: 'located', next })
    } catch (error) {
      // Taken away meanwhile: what has begun since is released as well.
      if (stopped.signal.aborted) await parts.released()
      throw error
    }
  }

  async function deliver(raw: readonly RawRecord[]): Promise<void> {
    const records = await untilUp(() => parts.codec.decode(topic.name, partition, raw))
    if (records.length > 0 && !stopped.signal.aborted) {
      await parts.deliver({ topic: topic.name, partition, records }, fail)
    }
    void dispatch({ name: 'delivered', at: Date.now() })
  }

  /** Waits out outages; the worker has nothing else to do meanwhile. */
  async function untilUp<T>(work: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await work()
      } catch (error) {
        stopped.signal.throwIfAborted()
        if (!isOutage(error)) throw error
        parts.warn({ topic: topic.name, partition }, asError(error).message)
        await sleep(pause, stopped.signal)
      }
    }
  }

  const fail = (error: unknown) => void dispatch({ name: 'failed', error: asError(error) })
  const worker: PartitionWorker = {
    key: keyOf(topic.kafka, partition),
    topic,
    partition,
    get progress() {
      return { at: state.at, lag: state.lag, delivering: state.name === 'delivering' }
    },
    wants: () => wantedBy(state),
    accept: (offset, fetched) =>
      void dispatch({ name: 'fetched', offset, fetched, at: Date.now() }),
    outOfRange: async (offset) => {
      const first = await parts.firstOffset()
      void dispatch({ name: 'outOfRange', offset, first })
    },
    stop: async () => {
      void dispatch({ name: 'stopped' })
      await Promise.all([working, parts.released()])
    },
  }
  let working = start().catch(fail)
  return worker
}

/** A partition's name, from its topic's name in Kafka. */
export function keyOf(topic: string, partition: number): string {
  return `${topic}/${partition}`
}

async function startAt(parts: WorkerParts, after: Position | undefined): Promise<number> {
  const { topic } = parts
  if (after !== undefined) return after + 1
  const first = await parts.firstOffset()
  if (topic.forEver && first > 0) throw lost(parts, { wanted: 0, first })
  return first
}

function lost(
  { topic, partition }: WorkerParts,
  { wanted, first }: { wanted: number; first: number },
): PositionLost {
  return new PositionLost(
    `${topic.name}/${partition} has no record at ${wanted}; its first is ${first}: records are lost`,
  )
}
