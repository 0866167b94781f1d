// Keeps the state that a transformer decides from in step with the log: a projection beside it. The state catches up
// with the log when the partition is assigned, and applies each delivery before it is handled and each commit once it
// is durable. So a decision sees all earlier decisions, and a crash at any point leaves a state that is behind at
// worst.
import type { AnyTopicName, TopicName } from '../../../schemas/topics.ts'
import type { LogPosition, NewRecord, Position, RecordBatch } from '../../ports/event-log.ts'
import { firstOf, lastOf, nth, present } from '../certain.ts'
import { withRetry } from '../fail/retry.ts'
import { hold, isKept, type Keeping, keepSnapshots } from '../snapshots/keep-snapshots.ts'
import { type RestorationProgress, tellRestoration } from '../snapshots/restoration-progress.ts'
import { type Restoring, restoreSnapshot, usableSnapshot } from '../snapshots/restore-snapshot.ts'
import type { PartitionStates, Projector, Transformer } from './processor.ts'
import { project } from './run-projector.ts'
import type { RuntimeParts } from './runtime-parts.ts'
import { toldRetry } from './told-retry.ts'

export type StateFeed = {
  /** Resolves when the state holds all that the log held when the partition was assigned. Rejects where it cannot. */
  restored: Promise<void>
  /** Applies what the log delivers, before it is handled. Waits for `restored`. */
  deliver(delivery: RecordBatch): Promise<void>
  /** Applies what has been committed, with its positions. */
  committed(records: readonly NewRecord[], positions: readonly LogPosition[]): Promise<void>
  /** The partition is no longer delivered here. */
  close(): void
}

/** Stands before the first place of every log. */
const BEFORE_ALL: Position = -1

/** The topics of a state that its transformer reads or writes. */
export function stateTopics(
  { reads, writes }: Pick<Transformer, 'reads' | 'writes'>,
  state: Pick<Projector, 'reads'>,
): TopicName[] {
  return state.reads.filter((topic) => reads.includes(topic) || writes.includes(topic))
}

type Feeding = {
  partition: number
  topic: AnyTopicName
  /** Where the deliveries of the topic resume. */
  position: Position | undefined
  /** False for a standby: it only keeps the state ready. */
  takesSnapshots?: boolean
}

export function createStateFeed(
  parts: RuntimeParts,
  transformer: Transformer,
  { partition, takesSnapshots = true, ...resumed }: Feeding,
): StateFeed {
  const states = present(transformer.states, 'state to feed')
  states.assigned(partition)
  const topics = stateTopics(transformer, states)
  /** Where this feed last ended in each topic. Others may feed the same state. */
  const fed = new Map([[resumed.topic, resumed.position ?? BEFORE_ALL]])
  const retrying = (work: () => Promise<void>) =>
    withRetry(work, toldRetry(parts, transformer.name))
  const restored = states.inTurn(partition, () =>
    retrying(() => restore(parts, states, { topics, partition })),
  )
  let stopKeeping = () => {}
  let closed = false
  const keep = () => {
    if (closed || !states.kept) return
    const kept = keeping(states, states.kept, partition)
    stopKeeping = takesSnapshots ? keepSnapshots(parts, kept) : hold(kept)
  }
  // Callers that await `restored` get the failure.
  restored.then(keep, () => undefined)

  /** `follows`: true where nothing is missing between what the state holds and the delivery. */
  async function take(
    delivery: RecordBatch,
    follows: (stands: Position, before: Position) => boolean,
  ): Promise<void> {
    const { topic, records } = delivery
    const state = states.of(partition)
    const stands = (await state.checkpoints(topic)).get(partition) ?? BEFORE_ALL
    const last = lastOf(records).position
    if (stands < last) {
      const before = fed.get(topic)
      if (before !== undefined && follows(stands, before)) await project(parts, state, delivery)
      else
        await replayStretch(parts, state, {
          stretch: { topic, partition, after: stands, upTo: last },
        })
    }
    fed.set(topic, last)
  }

  return {
    restored,
    deliver: async (delivery) => {
      await restored
      if (!topics.some((topic) => topic === delivery.topic)) return
      // A subscription leaves nothing out, and others may have fed a part of it.
      await retrying(() => take(delivery, (stands, before) => before <= stands))
    },
    committed: async (records, positions) => {
      for (const delivery of deliveriesOf(records, positions, topics)) {
        const first = firstOf(delivery.records).position
        await retrying(() =>
          take(delivery, (stands, before) => before === stands && parts.log.isNext(stands, first)),
        )
      }
    },
    close: () => {
      closed = true
      stopKeeping()
      // When the service stops, the state stays for the next start.
      if (!parts.signal.aborted) states.released(partition)
    },
  }
}

/** Topic after topic: a state obeys fences in any order of topics. */
async function restore(
  parts: RuntimeParts,
  states: PartitionStates,
  { topics, partition }: { topics: readonly TopicName[]; partition: number },
): Promise<void> {
  const progress = tellRestoration(parts, { name: states.kept?.name ?? 'memory', partition })
  await throwAwayUnusable(parts, states, partition)
  await fromSnapshot(parts, states, { partition, progress })
  const state = states.of(partition)
  for (const topic of topics) {
    const after = (await state.checkpoints(topic)).get(partition) ?? BEFORE_ALL
    const end = (await parts.log.ends(topic)).get(partition) ?? BEFORE_ALL
    await replayStretch(parts, state, {
      stretch: { topic, partition, after },
      applied: (upTo) => progress.at('log', upTo - after, end - after),
    })
  }
  progress.ended()
}

/** Discards a state that is damaged or belongs to another log, so that it is restored like a lost one. */
async function throwAwayUnusable(
  parts: RuntimeParts,
  states: PartitionStates,
  partition: number,
): Promise<void> {
  const { discard, kept } = states
  if (!discard) return
  const { logger } = parts.telemetry
  if (kept && !(await kept.rows.isSound({ name: kept.name, partition }))) {
    logger.warn({ state: kept.name, partition }, 'a damaged state is rebuilt')
    await discard(partition)
  } else if (await isAhead(parts, states.of(partition), partition)) {
    logger.warn({ partition }, 'a state that is ahead of the log is rebuilt')
    await discard(partition)
  }
}

/** Restores a state that is empty or far behind. Changes nothing where no snapshot can be used. */
async function fromSnapshot(
  parts: RuntimeParts,
  states: PartitionStates,
  { partition, progress }: { partition: number; progress: RestorationProgress },
): Promise<void> {
  const { kept } = states
  if (!kept) return
  const of = { name: kept.name, partition }
  if (isKept(kept.rows, of)) return
  const restoring: Restoring = {
    ...parts,
    ...kept,
    of,
    progress: (done, total) => progress.at('snapshot', done, total),
    unusable: (why) => {
      const about = { state: kept.name, partition, why }
      parts.telemetry.logger.warn(about, 'a snapshot is not used, and the log is replayed instead')
    },
  }
  const snapshot = await usableSnapshot(restoring, await standsOf(states.of(partition), partition))
  if (snapshot) await restoreSnapshot(restoring, snapshot)
}

/** What snapshots are taken of, and where the state stands. */
function keeping(
  states: PartitionStates,
  { name, ...kept }: NonNullable<PartitionStates['kept']>,
  partition: number,
): Keeping {
  return {
    ...kept,
    of: { name, partition },
    checkpoints: () => standsOf(states.of(partition), partition),
  }
}

async function standsOf(state: Projector, partition: number): Promise<Map<TopicName, Position>> {
  const stands = new Map<TopicName, Position>()
  for (const topic of state.reads) {
    const position = (await state.checkpoints(topic)).get(partition)
    if (position !== undefined) stands.set(topic, position)
  }
  return stands
}

/**
 * True where the state holds what the log never did, so that it belongs to another log. Checks every topic: a
 * transformer that shares the state and feeds that topic would otherwise discard it later, while this one decides from
 * it.
 */
async function isAhead(
  { log }: RuntimeParts,
  state: Projector,
  partition: number,
): Promise<boolean> {
  for (const [topic, stands] of await standsOf(state, partition))
    if (stands > ((await log.ends(topic)).get(partition) ?? BEFORE_ALL)) return true
  return false
}

type Stretch = {
  topic: AnyTopicName
  partition: number
  after: Position
  upTo?: Position
}

/** `applied` is told of each place up to which the state is. */
async function replayStretch(
  parts: RuntimeParts,
  state: Projector,
  { stretch, applied }: { stretch: Stretch; applied?: (upTo: Position) => void },
): Promise<void> {
  for await (const records of parts.log.read(stretch)) {
    parts.signal.throwIfAborted()
    await project(parts, state, { ...stretch, records })
    applied?.(lastOf(records).position)
  }
}

/** One delivery for each topic, in the order of the log. */
function deliveriesOf(
  records: readonly NewRecord[],
  positions: readonly LogPosition[],
  topics: readonly TopicName[],
): RecordBatch[] {
  return topics.flatMap((topic) => {
    const own = records.flatMap(({ event }, n) =>
      nth(positions, n).topic === topic ? { ...nth(positions, n), event, defect: null } : [],
    )
    if (own.length === 0) return []
    const { partition } = firstOf(own)
    return { topic, partition, records: own.sort((a, b) => a.position - b.position) }
  })
}
