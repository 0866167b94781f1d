// What a processor is: a named value that says what it reads and writes, and what it does with an event. It never
// acknowledges, retries or parks: the runtime does.
import type { DomainEvent, NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { TopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../../ports/event-log.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { ProjectionName } from '../../ports/ports.ts'
import type { StateName, StateRows } from '../../ports/states.ts'
import type { WorkNote } from '../turns/progress.ts'
import type { Turn } from '../turns/turns.ts'
import type { RuntimeParts } from './runtime-parts.ts'

/** An event in a processor's hands: decoded, with its place in the log and the key that sealed it. */
export type Delivered<Event extends DomainEvent = DomainEvent> = LogPosition & {
  event: Event
  /** Generation of the data key that sealed the event; null where nothing is sealed. */
  keyGeneration: number | null
}

export type Topology = {
  /** Consumer group and folder name. */
  name: string
  reads: readonly TopicName[]
  /** The event types that it acts on; the others are not even opened. */
  handles: readonly DomainEvent['type'][]
  writes: readonly TopicName[]
  /** Stores that it writes to. */
  stores: readonly (ProjectionName | 'deliveries' | 'objects' | 'keys')[]
  /** What it decides from lies beside it, and a forget waits until it has let go. */
  state?: 'memory' | 'graph'
  /** Stores of readers that it waits for: until they hold what it tells of, or so as not to run ahead of them. */
  awaits?: readonly (ProjectionName | 'deliveries')[]
  /** Event types that it passes over and that others wait for it to pass: a checkpoint behind one is written soon. */
  awaitedPast?: readonly DomainEvent['type'][]
  /**
   * Event types, all of one topic, whose steps wait for no other of their user, and none for them: whichever is taken
   * first, the store ends up the same, because what it holds of them gives way to what came of them.
   */
  inAnyOrder?: readonly DomainEvent['type'][]
  /** True where a replay builds it anew; false where its output is in the log already. */
  replayed: boolean
}

/** An event to publish. It is sealed under the same key generation as the event that led to it. */
export type Emitted = { event: NewDomainEvent; keyGeneration: number | null }

export type Outcome =
  | {
      outcome: 'emit'
      events: readonly Emitted[]
      /** Called once the events are durable, with their places in the same order. */
      committed?: (positions: readonly LogPosition[]) => void
    }
  | {
      outcome: 'park'
      errorClass: string
      reason: string
      /** What is published beside the dead letter, such as that the write has failed. */
      events?: readonly Emitted[]
    }

/** What a handler holds while it works on an event, for work that is long or comes in parts. */
export type Work = {
  turn: Turn
  /** Aborted when the result will be thrown away: a later event has made this one void, or the partition has ended. */
  signal: AbortSignal
  /** What `publish` or `keep` said last, also before a restart. */
  note: WorkNote | null
  /** Publishes a part of the outcome together with a note of how far the work is. Resolves when it is durable. */
  publish(events: readonly Emitted[], note: WorkNote): Promise<readonly LogPosition[]>
  /** Keeps a note with the next checkpoint. Where many works have one there may be no room: then it is lost. */
  keep(note: WorkNote): void
}

/** The projections that a transformer decides from, one a partition (state-feed.ts). */
export type PartitionStates = {
  /** What a state is built of, where its transformer reads or writes it. */
  reads: readonly TopicName[]
  /** What feeds the state of a partition; it takes in the topics that the transformer reads or writes. */
  of(partition: number): Projector
  assigned(partition: number): void
  released(partition: number): void
  /** Runs one restoration of a partition's state after another, so that processors which share it restore it once. */
  inTurn(partition: number, restore: () => Promise<void>): Promise<void>
  /** Null where the state may not be thrown away: others read from it. */
  discard: ((partition: number) => Promise<void>) | null
  /** Which store of the state it is, and what snapshots are taken of; null where none are. */
  kept: { name: StateName; rows: StateRows; objects: ObjectStore } | null
}

/** Reads events and publishes others, exactly once: what it emits and where it stands are committed together. */
export type Transformer = Topology & {
  kind: 'transformer'
  /** How many users' events may be handled at a time, of all partitions together. */
  concurrency: number
  /** `event`: one event a call. `user`: all that waits of a user, in order, in one call. */
  grouping: 'event' | 'user'
  /** Called whenever a partition begins to be delivered here: whatever was remembered of it may be out of date. */
  assigned?: (partition: number) => void
  states?: PartitionStates
  /** Event types for which a user's events wait for no other user's. */
  urgent?: readonly DomainEvent['type'][]
  /** True for an event that makes all earlier ones of its user void: they are passed over. Sees the open part only. */
  voids?: (event: StoredEvent) => boolean
  handle: (group: readonly Delivered[], work: Work) => Promise<Outcome>
}

/** Reads events into a store, which keeps the checkpoint in the same step. */
export type Projector = Topology & {
  kind: 'projector'
  /** True where others feed the same store: what it holds already is not opened again. */
  shared?: boolean
  checkpoints: (topic: TopicName) => Promise<Checkpoints>
  /** Applies a batch of one partition, in order. `checkpoint` is stored with it. */
  apply: (batch: readonly Delivered[], checkpoint: LogPosition) => Promise<void>
  /** Work of its own beside the log: what is in the store is due at times. Workers start it; a replay does not. */
  start?: (runtime: RuntimeParts) => { stop(): Promise<void> }
}

export type Processor = Transformer | Projector

export const nothing: Outcome = { outcome: 'emit', events: [] }
