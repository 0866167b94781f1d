// What a processor is: a named value that says what it reads and writes, and what it does with an event. It never
// acknowledges, retries or dead-letters: the runtime does.
import type { DomainEvent, NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { AnyTopicName, TopicName } from '../../../schemas/topics.ts'
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
  /** The event types that it acts on; others are not even opened. */
  handles: readonly DomainEvent['type'][]
  writes: readonly TopicName[]
  /** Stores that it writes to. */
  stores: readonly (ProjectionName | 'deliveries' | 'objects' | 'keys')[]
  /** The state that it decides from lies beside it; a forget waits until what was forgotten is removed from it. */
  state?: 'memory' | 'graph'
  /** Readers' stores that it waits for: until they hold what it reports, or so as not to run ahead of them. */
  awaits?: readonly (ProjectionName | 'deliveries')[]
  /**
   * Event types that it ignores but that others wait for it to pass: what was decided before for the user and is not
   * committed is decided again, and a checkpoint behind the event is written soon.
   */
  awaitedPast?: readonly DomainEvent['type'][]
  /**
   * Event types, all of one topic, whose steps neither wait for other steps of their user nor hold them up: the store
   * ends up the same in any order, because what followed from such an event replaces what the store holds of it.
   */
  inAnyOrder?: readonly DomainEvent['type'][]
  /** True where a replay rebuilds it; false where its output is in the log already. */
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
      outcome: 'dead-letter'
      errorClass: string
      reason: string
      /** What is published beside the dead letter, such as that the write has failed. */
      events?: readonly Emitted[]
    }

/** What a handler holds while it works on an event, for work that is long or comes in parts. */
export type Work = {
  turn: Turn
  /** Aborted when the result would be thrown away: a later event has made this one void, or the partition has ended. */
  signal: AbortSignal
  /** The last note that `publish` or `keep` was given, even before a restart. */
  note: WorkNote | null
  /** Answers that earlier attempts have paid for, by what was asked; gone with the work. */
  paid: Map<string, unknown>
  /** Publishes a part of the outcome with a note of how far the work is. Resolves when both are durable. */
  publish(events: readonly Emitted[], note: WorkNote): Promise<readonly LogPosition[]>
  /**
   * Resolves when there is room for a note of this work, which may last until an earlier work has ended; keeps this one
   * unless it has one. So a later `publish` waits for no other work.
   */
  reserve(note: WorkNote): Promise<void>
  /** At most so many of the user's next events, to prepare them meanwhile; none while others wait for a turn. */
  following(most: number): Promise<Delivered[]>
  /** Keeps a note with the next checkpoint. Where many works have one there may be no room: then the note is lost. */
  keep(note: WorkNote): void
}

/** The projections that a transformer decides from, one a partition (state-feed.ts). */
export type PartitionStates = {
  /** The topics that a state is built of, as far as its transformer reads or writes them. */
  reads: readonly TopicName[]
  /** The projector that feeds the state of a partition from the topics that the transformer reads or writes. */
  of(partition: number): Projector
  assigned(partition: number): void
  released(partition: number): void
  /** Runs one restoration of a partition's state after another, so that processors which share it restore it once. */
  inTurn(partition: number, restore: () => Promise<void>): Promise<void>
  /** Null where the state must not be thrown away, because others read from it. */
  discard: ((partition: number) => Promise<void>) | null
  /** Which store of the state it is, the rows that snapshots hold, and where they are kept; null: none are taken. */
  kept: { name: StateName; rows: StateRows; objects: ObjectStore } | null
}

/** Reads events and publishes others, exactly once: its output and its checkpoint are committed together. */
export type Transformer = Topology & {
  kind: 'transformer'
  /** How many users' events may be handled at a time, in all partitions together. */
  concurrency: number
  /** `event`: one event a call. `user`: all of a user's waiting events, in order, in one call. */
  grouping: 'event' | 'user'
  /**
   * After a call, the next ones of its partition wait for at least so many milliseconds (turns/rests.ts): fewer calls
   * take more, and share a commit. A few calls now and then wait for nothing.
   */
  restMs?: number
  /** Called whenever a partition begins to be delivered here: anything remembered about it may be out of date. */
  assigned?: (partition: number) => void
  states?: PartitionStates
  /** Event types that make the waiting events of their user go before those of other users. */
  urgent?: readonly DomainEvent['type'][]
  /**
   * Event types that neither wait for other events nor hold them up: each user's have a line of their own, and they have
   * turns of their own, as many as `concurrency`. Not beside `voids`, which ends what waits of a user in order.
   */
  apart?: readonly DomainEvent['type'][]
  /** True for an event that makes all earlier ones of its user void: these are skipped. Sees the open part only. */
  voids?: (event: StoredEvent) => boolean
  handle: (group: readonly Delivered[], work: Work) => Promise<Outcome>
}

/** Reads events into a store, which keeps the checkpoint in the same step. */
export type Projector = Topology & {
  kind: 'projector'
  /** True where other feeds write to the same store: events that it holds already are not opened again. */
  shared?: boolean
  checkpoints: (topic: AnyTopicName) => Promise<Checkpoints>
  /** Applies a batch of one partition, in order. `checkpoint` is stored with it. */
  apply: (batch: readonly Delivered[], checkpoint: LogPosition) => Promise<void>
  /** Its own work beside the log, on what becomes due in the store. Workers start it; a replay does not. */
  start?: (runtime: RuntimeParts) => { stop(): Promise<void> }
}

export type Processor = Transformer | Projector

export const nothing: Outcome = { outcome: 'emit', events: [] }
