// Rebuilds a projection: applies every record of its topics, from the first to the last, to an empty store. Nothing
// else runs: no model is asked and no notice raised, because those answers are events already.
import type { TopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, EventLog } from '../../ports/event-log.ts'
import type { Projector } from '../run/processor.ts'
import { project } from '../run/run-projector.ts'
import type { RuntimeParts } from '../run/runtime-parts.ts'

type ReplayProgress = { records: number; topic: TopicName }

/** By topic and partition; partitions that are left out are replayed to their end. */
export type ReplayUpTo = ReadonlyMap<TopicName, Checkpoints>

/**
 * So many records are applied at once, over all partitions: in larger steps a store writes fewer pages, because many
 * records change the same ones. No partition takes fewer than `LEAST_AT_ONCE`.
 */
const AT_ONCE = 4_000
const LEAST_AT_ONCE = 500

/**
 * Replays what the log holds now into the projector's store: topic after topic, because the stores obey fences in any
 * order, and the partitions of a topic side by side. Resumes after the store's own checkpoints, so that an interrupted
 * replay can be continued.
 */
export function replay(
  parts: RuntimeParts,
  projector: Projector,
  progress: (done: ReplayProgress) => void,
): Promise<number> {
  return replayUpTo(parts, projector, { progress, upTo: new Map() })
}

type ReplayPart = {
  upTo: ReplayUpTo
  progress: (done: ReplayProgress) => void
}

export async function replayUpTo(
  parts: RuntimeParts,
  projector: Projector,
  { progress, upTo }: ReplayPart,
): Promise<number> {
  let total = 0
  for (const topic of projector.reads) {
    const stands = await projector.checkpoints(topic)
    const ends = upTo.get(topic)
    const partitions = parts.log.partitions(topic)
    const maxRecords = Math.max(LEAST_AT_ONCE, Math.floor(AT_ONCE / partitions.length))
    await allOrNone(parts.signal, partitions, async (partition, signal) => {
      const stretch = { topic, partition, after: stands.get(partition), upTo: ends?.get(partition) }
      for await (const records of parts.log.read({ ...stretch, maxRecords })) {
        signal.throwIfAborted()
        await project({ ...parts, signal, readsAlone: true }, projector, {
          topic,
          partition,
          records,
        })
        total += records.length
        progress({ records: records.length, topic })
      }
    })
  }
  return total
}

/** Works on all side by side. Where one fails the others end too, and when this rejects none runs any more. */
async function allOrNone<T>(
  signal: AbortSignal,
  all: readonly T[],
  work: (one: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  const ended = await Promise.allSettled(
    all.map((one) =>
      work(one, either).catch((error: unknown) => {
        failing.abort(error)
        throw error
      }),
    ),
  )
  if (ended.some(({ status }) => status === 'rejected')) throw either.reason
}

/** How many records there are to read at most, after what the store has taken in; some may have been erased. */
export async function replayLength(log: EventLog, projector: Projector): Promise<number> {
  let records = 0
  for (const topic of projector.reads) {
    const stands = await projector.checkpoints(topic)
    const ends = [...(await log.ends(topic))]
    const lengths = await Promise.all(
      ends.map(async ([partition, end]) => {
        const after = stands.get(partition) ?? (await beforeFirst(log, topic, partition))
        return Math.max(0, end - after)
      }),
    )
    records += lengths.reduce((sum, length) => sum + length, 0)
  }
  return records
}

/** Logs begin at 0 or at 1, and their first records may have been erased. */
async function beforeFirst(log: EventLog, topic: TopicName, partition: number): Promise<number> {
  for await (const [first] of log.read({ topic, partition, maxRecords: 1, openOnly: true })) {
    if (first) return first.position - 1
  }
  return Number.POSITIVE_INFINITY
}
