// Reads a stretch of a partition, without a group: fetches from an offset up to the end that the log had at the start,
// and fetches the next part while the caller works on the one before, unless the caller asks for few records at a time.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { LogRecord, Position, ReadOptions } from '../../ports/event-log.ts'
import { getFrom } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { failureOf, isPassing, PositionLost } from '../client/failures.ts'
import type { FetchLimits, RawClient } from '../client/raw-client.ts'
import type { TopicLayout } from '../topics/topics.ts'
import type { Codec } from '../wire/codec.ts'
import type { RawRecord } from '../wire/record-batches.ts'
import type { FetchedPartition } from './fetch-response.ts'

export type ReaderParts = { client: RawClient; codec: Codec; topic: TopicLayout }

const LIMITS = { maxWaitMs: 100, maxBytes: 8 * 1024 * 1024, maxBytesPerPartition: 8 * 1024 * 1024 }
/** For records that lie apart, and for a caller that may want no more: little more than the batch that holds one. */
const SMALL_LIMITS = { maxWaitMs: 100, maxBytes: 64 * 1024, maxBytesPerPartition: 64 * 1024 }
/** Positions that are read side by side. */
const LANES = 4
const BATCH = 500
/** Who asks for so few records at a time mostly wants the first. */
const FEW = 16
/** A broker that restarts after a crash checks its files first. */
const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
/** The broker aborts a hanging transaction well before this. */
const STANDSTILL_MS = 90_000
const OFFSET_OUT_OF_RANGE = 1

export async function* readStretch(
  parts: ReaderParts,
  options: ReadOptions,
): AsyncIterable<readonly LogRecord[]> {
  const { topic, partition, scope, maxRecords = BATCH } = options
  const mayBeWanted = scope ? parts.codec.mayBeOf(topic, scope) : () => true
  const stretch = options.at
    ? readPlaces(parts, { ...options, at: options.at })
    : readRaw(parts, { ...options, isFew: maxRecords <= FEW })
  for await (const fetched of stretch) {
    const raw = fetched.filter(mayBeWanted)
    for (let at = 0; at < raw.length; at += maxRecords) {
      const some = raw.slice(at, at + maxRecords)
      const decoded = await parts.codec.decode(topic, partition, some)
      const records = scope ? decoded.filter(({ event }) => isOf(event, scope)) : decoded
      if (records.length > 0) yield records
    }
  }
}

function isOf(event: StoredEvent | null, { appId, userId }: Scope): boolean {
  return event?.appId === appId && event.userId === userId
}

/**
 * Yields the records of the stretch as they arrive. A record that a later record of the same part erases is left out.
 */
export async function* readRaw(
  parts: ReaderParts,
  {
    partition,
    after,
    upTo,
    isFew = false,
  }: Pick<ReadOptions, 'partition' | 'after' | 'upTo'> & { isFew?: boolean },
): AsyncIterable<RawRecord[]> {
  const { topic } = parts
  const next = await offsetOf(parts, partition, 'next')
  const end = upTo === undefined ? next : Math.min(upTo + 1, next)
  // On a topic that keeps records for ever, the broker refuses a fetch from before its first record.
  const first = topic.forEver ? 0 : await offsetOf(parts, partition, 'first')
  let from = Math.max(after === undefined ? 0 : after + 1, first)
  const limits = isFew ? SMALL_LIMITS : LIMITS
  const fetchFrom = (offset: number) => fetchSome(parts, { partition, offset, limits })
  let ahead: Promise<FetchedPartition> | null = null
  while (from < end) {
    const fetched: FetchedPartition = await (ahead ?? fetchFrom(from))
    from = fetched.next
    // Not awaited yet: the caller works meanwhile.
    ahead = from < end && !isFew ? fetchFrom(from) : null
    ahead?.catch(() => undefined)
    const records = fetched.records.filter(({ offset }) => offset < end)
    if (records.length > 0) yield records
  }
}

/** Yields the records at these positions; what follows each is taken from the same fetch as far as that reaches. */
async function* readPlaces(
  parts: ReaderParts,
  { partition, at }: { partition: number; at: readonly Position[] },
): AsyncIterable<RawRecord[]> {
  const size = Math.max(1, Math.ceil(at.length / LANES))
  const lanes = Array.from({ length: LANES }, (_, n) => at.slice(n * size, (n + 1) * size))
  const read = await Promise.all(lanes.map((lane) => readLane(parts, partition, lane)))
  yield read.flat()
}

async function readLane(
  parts: ReaderParts,
  partition: number,
  places: readonly Position[],
): Promise<RawRecord[]> {
  const wanted = new Set(places)
  const found: RawRecord[] = []
  let next = 0
  for (const place of places) {
    if (place < next) continue
    const fetched = await fetchSome(parts, { partition, offset: place, limits: SMALL_LIMITS })
    found.push(...fetched.records.filter(({ offset }) => wanted.has(offset)))
    next = fetched.next
  }
  return found
}

async function offsetOf(
  { client, topic }: ReaderParts,
  partition: number,
  which: 'first' | 'next',
) {
  const found = await persist(client, () => client.offsets(topic.kafka, [partition], which))
  return getFrom(found, partition)
}

type FetchAsked = { partition: number; offset: number; limits: FetchLimits }

/** Waits while an open transaction stands before the end: the records behind it are already acknowledged. */
async function fetchSome(
  { client, topic }: ReaderParts,
  asked: FetchAsked,
): Promise<FetchedPartition> {
  const { partition, offset: from } = asked
  const deadline = Date.now() + STANDSTILL_MS
  while (Date.now() < deadline) {
    const fetched = await persist(client, () => fetchOnce(client, topic, asked))
    if (fetched.errorCode === OFFSET_OUT_OF_RANGE) {
      throw new PositionLost(`${topic.name}/${partition} has no record at ${from}`)
    }
    if (fetched.next > from) return fetched
    // Alone in its request, a partition is never left out for lack of room: up to this offset there is nothing to read.
    if (fetched.lastStableOffset > from) return { ...fetched, next: fetched.lastStableOffset }
  }
  throw new Outage(`${topic.name}/${partition} has a transaction that does not end`)
}

async function fetchOnce(
  client: RawClient,
  topic: TopicLayout,
  { partition, offset, limits }: FetchAsked,
): Promise<FetchedPartition> {
  const node = (await client.leaders(topic.kafka)).get(partition)
  if (node === undefined || node < 0) throw new Outage('the partition has no leader')
  const from = [{ topic: topic.kafka, partition, offset }]
  const [fetched] = await client.fetch(node, from, limits)
  if (!fetched) throw new Outage('the fetch was not answered')
  if (fetched.errorCode === 0 || fetched.errorCode === OFFSET_OUT_OF_RANGE) return fetched
  throw new Outage(`the fetch was refused with code ${fetched.errorCode}`)
}

/** A leader that moves, or a broker that restarts, delays a read but does not end it. */
async function persist<T>(client: RawClient, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw failureOf(error, 'reading the log')
      client.reset()
      await sleep(pause)
    }
  }
}
