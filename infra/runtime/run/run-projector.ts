// Runs a projector: decode, apply in batches. It waits for the end of an outage of the store; a batch that fails for
// another reason is applied event by event, and what still fails is dead-lettered.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogPosition, LogRecord, RecordBatch, Subscription } from '../../ports/event-log.ts'
import { getOrMake, lastOf } from '../certain.ts'
import { createDecoder, type Decoded, decodeAll, isForOthers } from '../envelope/codec.ts'
import { deadLetterOf, UNDECODABLE, type Why, whyOf } from '../fail/dead-letter.ts'
import { GaveUp, withRetry } from '../fail/retry.ts'
import type { Delivered, Projector } from './processor.ts'
import type { RuntimeParts } from './runtime-parts.ts'
import { createStepOrder, type Step, type StepOrder, usersOf } from './step-order.ts'
import { deliveredAs, logParked, place, subscribe } from './subscribe.ts'
import { toldRetry } from './told-retry.ts'

export function runProjector(parts: RuntimeParts, projector: Projector): Promise<Subscription> {
  const orders = new Map<number, StepOrder>()
  const orderOf = (partition: number) => getOrMake(orders, partition, createStepOrder)
  const { name } = projector
  const { stands } = parts
  /** Tells where the store stands. */
  const askStore = async (topic: AnyTopicName, partition: number) => {
    const position = (await projector.checkpoints(topic)).get(partition)
    if (position !== undefined) stands?.tell(name, { topic, partition }, position)
    return position
  }
  return subscribe(parts, projector, {
    resumeAfter: (topic, partition) => {
      // Before the store is asked: the partition may be released while it answers.
      stands?.begin(name, { topic, partition })
      return askStore(topic, partition)
    },
    released: async (topic, partition) => stands?.forget(name, { topic, partition }),
    deliver: (delivery) =>
      orderOf(delivery.partition).run(stepOf(projector, delivery), async () => {
        if (!(await isTakenIn(projector, delivery))) await project(parts, projector, delivery)
        stands?.tell(name, delivery, lastOf(delivery.records).position)
      }),
    // Others may wait for this position, so the write is tried until it succeeds.
    takenInUpTo: projector.shared ? askStore : undefined,
    // At once: code that waits here needs what the store holds, and not what it would resume from.
    passed: (at) => stands?.tell(name, at, at.position),
    checkpoint: (at) =>
      orderOf(at.partition)
        .run({ topic: at.topic, users: NOBODY }, () =>
          applyAll(parts, projector, { batch: [], checkpoint: at }),
        )
        .catch((error) => {
          if (!parts.signal.aborted) parts.failed(name, error)
          // The store does not stand there, so the position is not announced.
          throw error
        }),
  })
}

const NOBODY: ReadonlySet<string> = new Set()

function stepOf({ handles, inAnyOrder }: Projector, { topic, records }: RecordBatch): Step {
  const inOrder = handles.filter((type) => !inAnyOrder?.includes(type))
  return { topic, users: usersOf(records.filter((record) => !isForOthers(record, inOrder))) }
}

/** True where another feed of the same store has applied the delivery. */
async function isTakenIn(
  { shared, checkpoints }: Projector,
  { topic, partition, records }: RecordBatch,
): Promise<boolean> {
  if (!shared) return false
  const stands = (await checkpoints(topic)).get(partition)
  return stands !== undefined && stands >= lastOf(records).position
}

/** Applies one delivery to the store. A replay does the same, batch after batch. */
export async function project(
  parts: RuntimeParts,
  projector: Projector,
  delivery: RecordBatch,
): Promise<void> {
  const done = parts.telemetry.batch.startTimer({ processor: projector.name })
  const batch: { record: LogRecord; delivered: Delivered }[] = []
  const wanted = delivery.records.filter((record) => !isForOthers(record, projector.handles))
  // One by one where keys cannot be fetched: that may last, or be the fault of one record.
  const isShared = parts.readsAlone !== true
  const results = await decodeAll(parts.keys, wanted, { isShared }).catch(() =>
    decodeEach(parts, projector, wanted),
  )
  for (const [index, record] of wanted.entries()) {
    const decoded = results[index]
    if (!decoded) continue
    if (decoded.ok) batch.push({ record, delivered: deliveredAs(record, decoded) })
    else {
      const why = { errorClass: UNDECODABLE, reason: decoded.reason, attempts: 1 }
      await deadLetter(parts, projector, { record, why })
    }
  }
  const checkpoint = place(lastOf(delivery.records))
  await applyAll(parts, projector, { batch, checkpoint })
  done()
  parts.telemetry.events.inc({ processor: projector.name, outcome: 'handled' }, batch.length)
}

/** In parallel, because the keys of many users may have to be fetched. */
function decodeEach(
  parts: RuntimeParts,
  projector: Projector,
  records: readonly LogRecord[],
): Promise<(Decoded | null)[]> {
  const decode = createDecoder(parts.keys)
  return Promise.all(records.map((record) => tryDecode(parts, projector, { decode, record })))
}

/** Null where the record was dead-lettered, because its key cannot be fetched for a reason other than an outage. */
async function tryDecode(
  parts: RuntimeParts,
  projector: Projector,
  { decode, record }: { decode: (record: LogRecord) => Promise<Decoded>; record: LogRecord },
): Promise<Decoded | null> {
  try {
    return await retrying(parts, projector, { records: [record], work: () => decode(record) })
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    await deadLetter(parts, projector, { record, why: whyOf(error) })
    return null
  }
}

/** Tries as often as it takes; every failure is counted and reported. */
async function retrying<T>(
  parts: RuntimeParts,
  { name: processor }: Projector,
  { records, work }: { records: readonly LogRecord[]; work: () => Promise<T> },
): Promise<T> {
  try {
    return await withRetry(work, toldRetry(parts, processor, records))
  } finally {
    parts.telemetry.failures.ended(processor, records)
  }
}

async function applyAll(
  parts: RuntimeParts,
  projector: Projector,
  {
    batch,
    checkpoint,
  }: { batch: readonly { record: LogRecord; delivered: Delivered }[]; checkpoint: LogPosition },
): Promise<void> {
  const apply = (some: typeof batch, upTo: LogPosition) =>
    retrying(parts, projector, {
      records: some.map(({ record }) => record),
      work: () =>
        projector.apply(
          some.map(({ delivered }) => delivered),
          upTo,
        ),
    })
  try {
    await apply(batch, checkpoint)
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    for (const each of batch) {
      const { record } = each
      try {
        await apply([each], place(record))
      } catch (single) {
        if (!(single instanceof GaveUp)) throw single
        await deadLetter(parts, projector, { record, why: whyOf(single) })
      }
    }
    await apply([], checkpoint)
  }
}

async function deadLetter(
  parts: RuntimeParts,
  projector: Projector,
  { record, why }: { record: LogRecord; why: Why },
): Promise<void> {
  const { name: processor } = projector
  const letter = deadLetterOf(record, { ...why, processor, recordedAt: parts.now().toISOString() })
  await withRetry(() => parts.log.append([letter]), toldRetry(parts, processor))
  parts.telemetry.events.inc({ processor, outcome: 'parked' })
  logParked(parts, processor, { record, why })
}
