// Runs a transformer: takes in what the log delivers, and settles it: decode, handle, encode, retry, dead-letter. The
// run of each partition (partition-run.ts) decides whose turn it is, and what is committed when.
import type { LogRecord, NewRecord, Subscription } from '../../ports/event-log.ts'
import { firstOf, getFrom, lastOf } from '../certain.ts'
import { createDecoder, encode, keysOnce } from '../envelope/codec.ts'
import { deadLetterOf, UNDECODABLE, type Why, whyOf } from '../fail/dead-letter.ts'
import { GaveUp, restFor, withRetry } from '../fail/retry.ts'
import { metered } from '../model-use.ts'
import { createTurns } from '../turns/turns.ts'
import { partitionName } from '../wait/last-places.ts'
import type { Settled, WorkInParts } from './partition-parts.ts'
import { createPartitionRun, type PartitionRun } from './partition-run.ts'
import type { Delivered, Emitted, Transformer, Work } from './processor.ts'
import type { RuntimeParts } from './runtime-parts.ts'
import { createStateFeed, type StateFeed } from './state-feed.ts'
import { deliveredAs, logParked } from './subscribe.ts'
import { toldRetry } from './told-retry.ts'

const MAX_RECORDS = 256

export function runTransformer(
  parts: RuntimeParts,
  transformer: Transformer,
): Promise<Subscription> {
  const { log } = parts
  const { name: group, reads } = transformer
  const turns = createTurns(transformer.concurrency)
  const apartTurns = createTurns(transformer.concurrency)
  const runs = new Map<string, { run: PartitionRun; feed: StateFeed | null }>()
  /** The partition of each run, also of those that are being closed: their last commit may be under way. */
  const partitions = new Map<PartitionRun, number>()
  const recall = async (record: LogRecord) => {
    const here = [...partitions].filter(([, partition]) => partition === record.partition)
    await Promise.all(here.map(([run]) => run.recall(record)))
  }
  const settleHere = (records: readonly LogRecord[], work: WorkInParts) =>
    settle(parts, transformer, { group: records, work })
  return log.subscribe({
    group,
    member: parts.member,
    topics: reads,
    maxRecords: MAX_RECORDS,
    resumeAfter: async (topic, partition) => {
      transformer.assigned?.(partition)
      const position = (await log.checkpoints(group, topic)).get(partition)
      const note = (await log.notes(group, topic)).get(partition) ?? null
      // After the checkpoints were asked for: from then on no other member adds to what the state is restored from.
      const feed = transformer.states
        ? createStateFeed(parts, transformer, { topic, partition, position })
        : null
      const run = createPartitionRun({
        ...parts,
        transformer,
        turns,
        apartTurns,
        at: { topic, partition },
        stand: { position, note },
        recall,
        settle: settleHere,
        committed: feed?.committed,
      })
      runs.set(partitionName({ topic, partition }), { run, feed })
      partitions.set(run, partition)
      return position
    },
    deliver: async (delivery, fail) => {
      const { run, feed } = getFrom(runs, partitionName(delivery))
      // Decisions on the delivery must see the delivery, above all a forget.
      await feed?.deliver(delivery)
      await run.take(delivery.records, fail)
    },
    released: async (topic, partition) => {
      const name = partitionName({ topic, partition })
      const known = runs.get(name)
      if (!known) return
      runs.delete(name)
      await known.run.close()
      partitions.delete(known.run)
      known.feed?.close()
    },
    failed: (error) => parts.failed(group, error),
  })
}

/** Handles one group of records, trying as often as it takes. */
export async function settle(
  parts: RuntimeParts,
  transformer: Transformer,
  { group, work }: { group: readonly LogRecord[]; work: WorkInParts },
): Promise<Settled> {
  const { telemetry } = parts
  const { name: processor } = transformer
  const signal = AbortSignal.any([parts.signal, work.signal])
  const ended = telemetry.batch.startTimer({ processor })
  telemetry.inFlight.inc({ processor }, group.length)
  try {
    return await withRetry(() => handle(parts, transformer, { group, work }), {
      ...toldRetry({ telemetry, signal }, processor, group),
      // Work that fails again and again must not keep the turns of others.
      rest: (delayMs) => work.turn.rest(() => restFor(delayMs, signal)),
    })
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    return deadLetter(parts, transformer, { group, why: whyOf(error) })
  } finally {
    telemetry.failures.ended(processor, group)
    telemetry.inFlight.dec({ processor }, group.length)
    ended()
  }
}

async function handle(
  parts: RuntimeParts,
  transformer: Transformer,
  { group, work }: { group: readonly LogRecord[]; work: WorkInParts },
): Promise<Settled> {
  const { delivered, letters } = await decodeAll(parts, transformer, group)
  if (delivered.length === 0) return { group, records: letters, isDeadLettered: true }
  const cause = lastOf(group)
  const { appId } = firstOf(delivered).event
  const outcome = await metered(
    (use) => parts.spent?.(appId, use),
    () => transformer.handle(delivered, publishing(parts, cause, work)),
  )
  const records = await encodeAll(parts, cause, outcome.events ?? [])
  if (outcome.outcome === 'dead-letter') {
    const { errorClass, reason } = outcome
    const why = { errorClass, reason, attempts: 1 }
    const refused = deadLetter(parts, transformer, { group, why })
    return { ...refused, records: [...records, ...refused.records] }
  }
  const { committed } = outcome
  return { group, records: [...records, ...letters], isDeadLettered: false, committed }
}

/** Dead-letters what cannot be decoded; hands the rest to the processor. */
async function decodeAll(
  parts: RuntimeParts,
  transformer: Transformer,
  group: readonly LogRecord[],
): Promise<{ delivered: Delivered[]; letters: NewRecord[] }> {
  const decode = createDecoder(parts.keys)
  const delivered: Delivered[] = []
  const letters: NewRecord[] = []
  for (const record of group) {
    const decoded = await decode(record)
    if (decoded.ok) delivered.push(deliveredAs(record, decoded))
    else {
      const why = { errorClass: UNDECODABLE, reason: decoded.reason, attempts: 1 }
      letters.push(...deadLetter(parts, transformer, { group: [record], why }).records)
    }
  }
  return { delivered, letters }
}

function publishing(parts: RuntimeParts, cause: LogRecord, work: WorkInParts): Work {
  return {
    ...work,
    publish: async (events, note) => work.publish(await encodeAll(parts, cause, events), note),
    following: async (most) => {
      const decode = createDecoder(parts.keys)
      const read = work.following(most).map(async (record) => {
        const decoded = await decode(record)
        return decoded.ok ? [deliveredAs(record, decoded)] : []
      })
      return (await Promise.all(read)).flat()
    },
  }
}

/** Leaves out events whose key was destroyed meanwhile: they hold what was forgotten. */
async function encodeAll(
  parts: RuntimeParts,
  cause: LogRecord,
  emitted: readonly Emitted[],
): Promise<NewRecord[]> {
  const provenance = {
    recordedAt: parts.now().toISOString(),
    causationId: cause.event?.id ?? null,
    traceparent: cause.event?.traceparent ?? null,
  }
  const keyOf = keysOnce(parts.keys)
  const records: NewRecord[] = []
  for (const { event, keyGeneration } of emitted) {
    if (keyGeneration === null || event.sealed === null) {
      records.push(encode(event, provenance, null))
      continue
    }
    const key = await keyOf(event, keyGeneration)
    if (key) records.push(encode(event, provenance, { generation: keyGeneration, key }))
  }
  return records
}

function deadLetter(
  parts: RuntimeParts,
  transformer: Transformer,
  { group, why }: { group: readonly LogRecord[]; why: Why },
): Settled {
  const recordedAt = parts.now().toISOString()
  const { name: processor } = transformer
  const records = group.map((record) => {
    logParked(parts, processor, { record, why })
    return deadLetterOf(record, { ...why, processor, recordedAt })
  })
  return { group, records, isDeadLettered: true }
}
