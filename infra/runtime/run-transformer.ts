// Moves a transformer: decode, handle in a bounded pool with order per user, commit what it emits together with its
// checkpoint. What fails for good is parked in the same commit, so nothing is lost or done twice.
import type { Delivery, EventLog, LogRecord, NewRecord, Subscription } from '../ports/event-log.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { createDecoder, type Decoded, encode, isForOthers } from './codec.ts'
import { runOrdered } from './ordered-pool.ts'
import { describeError, parkedRecord, UNDECODABLE } from './park.ts'
import type { Delivered, Emitted, Outcome, Transformer } from './processor.ts'
import { defaultRetry, GaveUp, withRetry } from './retry.ts'
import { observeLag, place, subscribe } from './subscribe.ts'
import type { Telemetry } from './telemetry.ts'

export type RuntimeParts = {
  log: EventLog
  keys: KeyStore
  telemetry: Telemetry
  now: () => Date
  /** Aborted when the service stops. */
  signal: AbortSignal
  /** Called when a processor cannot go on; the process should end. */
  failed: (processor: string, error: Error) => void
  /** How long a checkpoint waits where there was nothing to do. */
  idleCheckpointMs?: number | undefined
}

/** What became of a group of records: what to append, and whom to tell. */
type Settled = {
  group: readonly LogRecord[]
  records: readonly NewRecord[]
  parked: boolean
  committed?: Committed
}
type Committed = NonNullable<(Outcome & { outcome: 'emit' })['committed']>

export function runTransformer(
  parts: RuntimeParts,
  transformer: Transformer,
): Promise<Subscription> {
  const { log } = parts
  const group = transformer.name
  return subscribe(parts, transformer, {
    resumeAfter: async (topic, partition) => {
      transformer.assigned?.(partition)
      return (await log.checkpoints(group, topic)).get(partition)
    },
    deliver: (delivery) => deliver(parts, transformer, delivery),
    checkpoint: async (at) => {
      await log.commit({ group, records: [], checkpoints: [at] })
    },
  })
}

async function deliver(
  parts: RuntimeParts,
  transformer: Transformer,
  delivery: Delivery,
): Promise<void> {
  const done = parts.telemetry.batch.startTimer({ processor: transformer.name })
  const decode = createDecoder(parts.keys)
  const groups = groupsOf(delivery.records, transformer)
  const tasks = groups.map((group) => ({
    key: userOf(group[0]!),
    run: async () => {
      // What has not begun is done after the next start.
      parts.signal.throwIfAborted()
      return settle(parts, transformer, group, decode)
    },
  }))
  if (transformer.grouping === 'event') {
    // Groups are in the order of the log: whatever is finished up to a place can be committed up to there.
    await runOrdered(tasks, transformer.concurrency, (settled) =>
      commit(parts, transformer, settled, settled.at(-1)!.group.at(-1)!),
    )
  } else {
    const settled: Settled[] = []
    await runOrdered(tasks, transformer.concurrency, async (some) => void settled.push(...some))
    await commit(parts, transformer, settled, delivery.records.at(-1)!)
  }
  done()
}

function userOf(record: LogRecord): string {
  return `${record.event?.appId}/${record.event?.userId}`
}

/** With grouping `user`, records for others are left out; with `event`, they keep their place as empty work. */
function groupsOf(
  records: readonly LogRecord[],
  { grouping, handles }: Transformer,
): LogRecord[][] {
  if (grouping === 'event') return records.map((record) => [record])
  const users = new Map<string, LogRecord[]>()
  for (const record of records) {
    if (isForOthers(record, handles)) continue
    users.set(userOf(record), [...(users.get(userOf(record)) ?? []), record])
  }
  return [...users.values()]
}

/** Handles one group, as often as it takes. */
export async function settle(
  parts: RuntimeParts,
  transformer: Transformer,
  group: readonly LogRecord[],
  decode: (record: LogRecord) => Promise<Decoded>,
): Promise<Settled> {
  if (group.every((record) => isForOthers(record, transformer.handles))) {
    return { group, records: [], parked: false }
  }
  const { telemetry } = parts
  telemetry.inFlight.inc({ processor: transformer.name }, group.length)
  try {
    return await withRetry(() => handle(parts, transformer, group, decode), {
      ...defaultRetry,
      signal: parts.signal,
      onRetry: (error, attempt, delayMs) => {
        telemetry.retries.inc({ processor: transformer.name })
        const { errorClass } = describeError(error)
        telemetry.logger.warn(
          { processor: transformer.name, attempt, delayMs, errorClass },
          'retrying',
        )
      },
    })
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    return park(parts, transformer, group, {
      ...describeError(error.cause),
      attempts: error.attempts,
    })
  } finally {
    telemetry.inFlight.dec({ processor: transformer.name }, group.length)
  }
}

async function handle(
  parts: RuntimeParts,
  transformer: Transformer,
  group: readonly LogRecord[],
  decode: (record: LogRecord) => Promise<Decoded>,
): Promise<Settled> {
  const delivered: Delivered[] = []
  const unreadable: Settled[] = []
  for (const record of group) {
    const decoded = await decode(record)
    if (decoded.ok) {
      const { event, keyGeneration } = decoded
      delivered.push({ ...place(record), event, keyGeneration })
    } else {
      const why = { errorClass: UNDECODABLE, reason: decoded.reason, attempts: 1 }
      unreadable.push(park(parts, transformer, [record], why))
    }
  }
  const letters = unreadable.flatMap((each) => each.records)
  if (delivered.length === 0) return { group, records: letters, parked: true }
  const outcome = await transformer.handle(delivered)
  if (outcome.outcome === 'park')
    return park(parts, transformer, group, { ...outcome, attempts: 1 })
  const records = await encodeAll(parts, group.at(-1)!, outcome.events)
  const { committed } = outcome
  return {
    group,
    records: [...records, ...letters],
    parked: false,
    ...(committed ? { committed } : {}),
  }
}

/** An event whose key has been destroyed meanwhile says what was forgotten: it is not published. */
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
  const records: NewRecord[] = []
  for (const { event, keyGeneration } of emitted) {
    if (keyGeneration === null || event.sealed === null) {
      records.push(encode(event, provenance, null))
      continue
    }
    const key = await parts.keys.get(event, keyGeneration)
    if (key) records.push(encode(event, provenance, { generation: keyGeneration, key }))
  }
  return records
}

function park(
  parts: RuntimeParts,
  transformer: Transformer,
  group: readonly LogRecord[],
  why: { errorClass: string; reason: string; attempts: number },
): Settled {
  const recordedAt = parts.now().toISOString()
  const records = group.map((record) => {
    parts.telemetry.logger.error(
      { processor: transformer.name, ...place(record), errorClass: why.errorClass },
      'parked in the dead letters',
    )
    return parkedRecord(record, { ...why, processor: transformer.name, recordedAt })
  })
  return { group, records, parked: true }
}

/** Commits finished groups up to a place. A commit that fails is tried again with the same records and ids. */
async function commit(
  parts: RuntimeParts,
  transformer: Transformer,
  settled: readonly Settled[],
  upTo: LogRecord,
): Promise<void> {
  const records = settled.flatMap((each) => each.records)
  const positions = await withRetry(
    () => parts.log.commit({ group: transformer.name, records, checkpoints: [place(upTo)] }),
    { ...defaultRetry, signal: parts.signal },
  )
  let next = 0
  for (const each of settled) {
    each.committed?.(positions.slice(next, next + each.records.length))
    next += each.records.length
    const outcome = each.parked ? 'parked' : 'handled'
    parts.telemetry.events.inc({ processor: transformer.name, outcome }, each.group.length)
  }
  observeLag(parts, transformer.name, upTo)
}
