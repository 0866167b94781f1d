// Copies a log into another, empty one: event by event, sealed as they are. Only positions change, and with them the
// `source` by which events name the write that led to them. Projections rebuild themselves from the copy.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { deadLetterTopic, type TopicName, topicNames } from '../../../schemas/topics.ts'
import type { EventLog, LogPosition, LogRecord } from '../../ports/event-log.ts'
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
  const moved = createPositionMap()
  let copied = 0
  for (const topic of COPIED) {
    for (const partition of from.partitions(topic)) {
      for await (const records of from.read({ topic, partition })) {
        await copyBatch(to, topic, { records, moved })
        copied += records.length
        options.progress(records.length)
      }
    }
  }
  for (const consumer of options.consumers) await copyCheckpoints(from, consumer, { to, moved })
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

async function copyBatch(
  to: EventLog,
  topic: (typeof COPIED)[number],
  { records, moved }: { records: readonly LogRecord[]; moved: PositionMap },
): Promise<void> {
  const readable = records.filter((record): record is Readable => record.event !== null)
  const positions = await to.append(
    readable.map(({ event }) => ({ topic, event: withSource(event, moved) })),
  )
  for (const [index, record] of readable.entries()) moved.add(record, nth(positions, index))
}

type Readable = LogRecord & { event: StoredEvent }

function withSource(event: StoredEvent, moved: PositionMap): StoredEvent {
  const { source } = event.open
  if (typeof source !== 'number') return event
  return { ...event, open: { ...event.open, source: moved.writeOf(event, source) } }
}

type PositionMap = {
  add(old: Readable, now: LogPosition): void
  /** Where a write of this user is in the copy; an erased write stands where the one before it stands. */
  writeOf(of: { appId: string; userId: string }, position: number): number
  /** Where each partition of the copy stands when the original stood at `position`. */
  upTo(topic: string, position: number): LogPosition[]
}

type Step = { old: number; now: LogPosition }

function createPositionMap(): PositionMap {
  const writes = new Map<string, Step[]>()
  const byTopic = new Map<string, Step[]>()
  const listOf = (map: Map<string, Step[]>, name: string) => getOrMake(map, name, () => [])
  return {
    add: (old, now) => {
      const step = { old: old.position, now }
      listOf(byTopic, old.topic).push(step)
      if (old.topic === 'memory.writes.v1') listOf(writes, scopeName(old.event)).push(step)
    },
    writeOf: (of, position) => lastUpTo(listOf(writes, scopeName(of)), position)?.now.position ?? 0,
    upTo: (topic, position) => {
      const newest = new Map<number, LogPosition>()
      for (const { old, now } of listOf(byTopic, topic)) {
        if (old <= position) newest.set(now.partition, now)
      }
      return [...newest.values()]
    },
  }
}

async function copyCheckpoints(
  from: EventLog,
  { name, reads, replayed }: Consumer,
  { to, moved }: { to: EventLog; moved: PositionMap },
): Promise<void> {
  if (replayed) return
  for (const topic of reads) {
    const stood = Math.max(-1, ...(await from.checkpoints(name, topic)).values())
    for (const checkpoint of moved.upTo(topic, stood)) {
      await to.commit({ group: name, records: [], checkpoints: [checkpoint] })
    }
  }
}
