// Copies a log into another, empty one: event by event, sealed as they are. Only positions change, and with them the
// `source` by which events name the write that led to them. Projections rebuild themselves from the copy.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { deadLetterTopic, type TopicName, topicNames } from '../../../schemas/topics.ts'
import type { EventLog, LogPosition, LogRecord, Position } from '../../ports/event-log.ts'
import { getOrMake, nth } from '../certain.ts'
import { lastUpTo } from './last-up-to.ts'

/** In the order in which they must be copied: topics that others point at come first. */
const COPIED = [
  'memory.settings.v1',
  'memory.writes.v1',
  'memory.facts.v1',
  'memory.summaries.v1',
] as const

export type Consumer = { name: string; reads: readonly TopicName[]; replayed: boolean }

/** Dead letters point at places that the copy does not have. */
export class DeadLettersLeft extends Error {
  override readonly name = 'DeadLettersLeft'
  readonly fatal = true
}

/** The other log holds something already. */
export class LogNotEmpty extends Error {
  override readonly name = 'LogNotEmpty'
  readonly fatal = true
}

export async function copyLog(
  from: EventLog,
  to: EventLog,
  options: {
    /** Consumers that are not rebuilt; they resume in the copy where they stood. */
    consumers: readonly Consumer[]
    progress: (copied: number) => void
  },
): Promise<number> {
  await refuseCopying(from, to)
  const writes = createWriteMap()
  const resuming = await resumingConsumers(from, options.consumers)
  let copied = 0
  for (const topic of COPIED) {
    for (const partition of from.partitions(topic)) {
      for await (const records of from.read({ topic, partition })) {
        for (const [old, now] of await copyBatch(to, topic, { records, writes })) {
          if (topic === 'memory.writes.v1') writes.add(old, now.position)
          for (const each of resuming) each.moved(old, now)
        }
        copied += records.length
        options.progress(records.length)
      }
    }
  }
  for (const { name, at } of resuming) {
    for (const checkpoint of at.values()) {
      await to.commit({ group: name, records: [], checkpoints: [checkpoint] })
    }
  }
  return copied
}

/** Throws where the copy would be none. */
export async function refuseCopying(from: EventLog, to: EventLog): Promise<void> {
  for (const topic of COPIED) {
    if ((await to.ends(topic)).size > 0) {
      throw new LogNotEmpty(
        `${topic} of the new log is not empty: a log is copied into a fresh one: set another NAMESPACE, or remove what a copy that was interrupted has left`,
      )
    }
  }
  for (const topic of topicNames.map(deadLetterTopic)) {
    if ((await from.ends(topic)).size > 0) {
      throw new DeadLettersLeft(
        `${topic} is not empty: a log is copied when nothing waits for repair (dead-letters replay)`,
      )
    }
  }
}

type Readable = LogRecord & { event: StoredEvent }

/** Returns each record with its place in the copy. */
async function copyBatch(
  to: EventLog,
  topic: (typeof COPIED)[number],
  { records, writes }: { records: readonly LogRecord[]; writes: WriteMap },
): Promise<[Readable, LogPosition][]> {
  const readable = records.filter((record): record is Readable => record.event !== null)
  const positions = await to.append(
    readable.map(({ event }) => ({ topic, event: withSource(event, writes) })),
  )
  return readable.map((record, index) => [record, nth(positions, index)])
}

function withSource(event: StoredEvent, writes: WriteMap): StoredEvent {
  const { source } = event.open
  if (typeof source !== 'number') return event
  return { ...event, open: { ...event.open, source: writes.placeOf(event, source) } }
}

type WriteMap = {
  add(old: Readable, now: Position): void
  /** Where a write of this user is in the copy; an erased write stands where the one before it stands. */
  placeOf(of: Scope, position: Position): Position
}

/** Two numbers for each write: an event of any later topic may name any write of its user. */
function createWriteMap(): WriteMap {
  const users = new Map<string, { old: Position; now: Position }[]>()
  const stepsOf = (of: Scope) => getOrMake(users, scopeName(of), () => [])
  return {
    add: (old, now) => void stepsOf(old.event).push({ old: old.position, now }),
    placeOf: (of, position) => lastUpTo(stepsOf(of), position)?.now ?? 0,
  }
}

type Resuming = {
  name: string
  /** The newest places of the copy, by partition, that the consumer had passed in the original. */
  at: ReadonlyMap<number, LogPosition>
  moved(old: LogRecord, now: LogPosition): void
}

/** One for each topic of a consumer that is not rebuilt. */
async function resumingConsumers(
  from: EventLog,
  consumers: readonly Consumer[],
): Promise<Resuming[]> {
  const topics = consumers
    .filter(({ replayed }) => !replayed)
    .flatMap(({ name, reads }) => reads.map((topic) => ({ name, topic })))
  return Promise.all(
    topics.map(async ({ name, topic }) => {
      const stood = Math.max(-1, ...(await from.checkpoints(name, topic)).values())
      const at = new Map<number, LogPosition>()
      return {
        name,
        at,
        moved: (old: LogRecord, now: LogPosition) => {
          if (old.topic === topic && old.position <= stood) at.set(now.partition, now)
        },
      }
    }),
  )
}
