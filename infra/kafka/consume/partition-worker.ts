// One partition of a subscription: takes what is fetched, delivers it one batch at a time, and says when it has enough.
// A slow delivery here delays no other partition.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Position, SubscribeOptions } from '../../ports/event-log.ts'
import { isOutage } from '../../runtime/fail/retry.ts'
import { PositionLost } from '../client/failures.ts'
import type { TopicLayout } from '../topics/topics.ts'
import type { Codec } from '../wire/codec.ts'
import type { RawRecord } from '../wire/record-batches.ts'
import type { FetchedPartition } from './fetch-response.ts'

export type WorkerParts = {
  topic: TopicLayout
  partition: number
  codec: Codec
  maxRecords: number
  resumeAfter: (topic: AnyTopicName, partition: number) => Promise<Position | undefined>
  deliver: SubscribeOptions['deliver']
  /** The partition is no longer delivered. Resolves when work that is still running has ended. */
  released: () => Promise<void>
  /** The first offset that exists. */
  firstOffset: () => Promise<number>
  /** Room has become free, or there is something to fetch. */
  wake: (worker: PartitionWorker) => void
  /** The partition cannot continue. Not called after `stop`. */
  failed: (error: Error) => void
  warn: (details: Record<string, unknown>, text: string) => void
}

export type PartitionWorker = {
  /** The partition's key. */
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

/** Enough to work on while the next fetch is on its way. */
const MAX_WAITING_RECORDS = 2_000
const MAX_WAITING_BYTES = 4 * 1024 * 1024
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

export function startWorker(parts: WorkerParts, after: Promise<unknown>): PartitionWorker {
  const { topic, partition } = parts
  const stopped = new AbortController()
  const progress = { at: Date.now(), delivering: false, lag: 0 }
  let waiting: RawRecord[] = []
  let waitingBytes = 0
  let next: number | null = null
  let arrived: () => void = () => undefined

  async function run(): Promise<void> {
    await after
    if (stopped.signal.aborted) return
    next = await untilUp(() => startAt(parts))
    // It was released before it had learned where to continue.
    if (stopped.signal.aborted) return parts.released()
    parts.wake(worker)
    while (!stopped.signal.aborted) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
      } else await deliverSome()
    }
  }

  async function deliverSome(): Promise<void> {
    const raw = waiting.slice(0, parts.maxRecords)
    progress.delivering = true
    const records = await untilUp(() => parts.codec.decode(topic.name, partition, raw))
    if (records.length > 0 && !stopped.signal.aborted) {
      await parts.deliver({ topic: topic.name, partition, records }, fail)
    }
    progress.delivering = false
    progress.at = Date.now()
    waiting = waiting.slice(raw.length)
    waitingBytes -= bytesOf(raw)
    parts.wake(worker)
  }

  /** Waits out outages; the worker has nothing else to do meanwhile. */
  async function untilUp<T>(work: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await work()
      } catch (error) {
        stopped.signal.throwIfAborted()
        if (!isOutage(error)) throw error
        parts.warn({ topic: topic.name, partition }, (error as Error).message)
        await sleep(pause, undefined, { signal: stopped.signal })
      }
    }
  }

  const isFull = () => waiting.length >= MAX_WAITING_RECORDS || waitingBytes >= MAX_WAITING_BYTES
  const fail = (error: unknown) => {
    progress.delivering = false
    if (stopped.signal.aborted) return
    stopped.abort()
    parts.failed(error as Error)
  }
  const worker: PartitionWorker = {
    key: keyOf(topic.kafka, partition),
    topic,
    partition,
    progress,
    wants: () => (stopped.signal.aborted || isFull() ? null : next),
    accept: (offset, fetched) => {
      // It may have been fetched for other workers, which stand elsewhere and have room.
      const from = worker.wants()
      if (from === null || offset > from) return
      if (fetched.next > from) {
        progress.at = Date.now()
        const fresh = fetched.records.filter((record) => record.offset >= from)
        waiting.push(...fresh)
        waitingBytes += bytesOf(fresh)
        next = fetched.next
        if (fresh.length > 0) arrived()
      }
      progress.lag = fetched.lastStableOffset - Math.max(from, fetched.next)
    },
    outOfRange: async (offset) => {
      const first = await parts.firstOffset()
      if (next !== offset) return
      if (topic.forEver || first < offset) return fail(lost(parts, offset, first))
      parts.warn({ topic: topic.name, partition }, 'records have expired before they were read')
      next = first
    },
    stop: async () => {
      stopped.abort()
      arrived()
      await Promise.all([ended, parts.released()])
    },
  }
  const ended = run().catch(fail)
  return worker
}

/** A partition's name, from its topic's name in Kafka. */
export function keyOf(topic: string, partition: number): string {
  return `${topic}/${partition}`
}

async function startAt(parts: WorkerParts): Promise<number> {
  const { topic, partition } = parts
  const after = await parts.resumeAfter(topic.name, partition)
  if (after !== undefined) return after + 1
  const first = await parts.firstOffset()
  if (topic.forEver && first > 0) throw lost(parts, 0, first)
  return first
}

function lost({ topic, partition }: WorkerParts, wanted: number, first: number): PositionLost {
  return new PositionLost(
    `${topic.name}/${partition} has no record at ${wanted}; its first is ${first}: records are lost`,
  )
}

function bytesOf(records: readonly RawRecord[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
}
