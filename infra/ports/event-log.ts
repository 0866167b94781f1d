// The port to the log: append-only topics of immutable events. Kafka is one; a SQLite file is another.
//
// Contract:
// - Order: the records of one (appId, userId) in one topic are read in the order in which they were appended.
// - Durability: what `append` or `commit` resolved for survives the death of the process and of the machine.
// - Positions are opaque: they compare within a topic and partition, and nothing else may be done with them.
//   They are not contiguous, and a position may have vanished (a tombstone).
// - `commit` is atomic: either all records are appended and all checkpoints moved, or nothing has happened. A checkpoint's
//   note replaces the one before; it is opaque to the log, ASCII, and at most `noteLimit` characters.
// - Idempotency: a record whose event id the topic already holds may be dropped (`append` gives its position) or
//   appended again; readers must expect both.
// - `erase` is physical: after it resolves the record can be read through no method here, and its bytes are
//   removed from disk by the technology's own means (secure delete; compaction within its lag).
// - `close` lets a running delivery finish, then releases everything; it may be called twice.
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Remainder } from './remainder.ts'

/** Opaque, comparable with `<` within one topic and partition. */
export type Position = number

export type LogPosition = { topic: AnyTopicName; partition: number; position: Position }

/** `event` is null where the bytes could not be understood; `defect` then says why. */
export type LogRecord = LogPosition & { event: StoredEvent | null; defect: string | null }

export type NewRecord = {
  topic: AnyTopicName
  event: StoredEvent
  /** For events that belong to no user; otherwise the partition follows from appId and userId. */
  partition?: number
}

/** Where a consumer group stands: the position of the last record that it has done with, by partition. */
export type Checkpoints = ReadonlyMap<number, Position>

/** Where a group was last seen to stand in a partition, with the note that it left there. */
export type Standing = { position: Position; note: string | null }

/** Where a group is to stand, and what it wants to be told when it resumes there. */
export type NewCheckpoint = LogPosition & { note?: string | null }

export type Delivery = {
  topic: AnyTopicName
  partition: number
  /** At least one, in order. */
  records: readonly LogRecord[]
}

export type SubscribeOptions = {
  /** The consumer group. Several subscribers of one group share the partitions. */
  group: string
  /**
   * The name of the process, the same in each of its groups and after a restart: it is given the same partitions in each,
   * and the same again, as far as it can be. Undefined: it has none.
   */
  member?: string | undefined
  /**
   * Undefined: each partition goes to the one who is to decide for it. N: to who would have it if that one and the N-1
   * who stand by before this one were gone, and to nobody where there are too few.
   */
  standby?: number | undefined
  topics: readonly AnyTopicName[]
  /** Where to go on, exclusive; undefined: from the very beginning. Asked whenever a partition is assigned. */
  resumeAfter: (topic: AnyTopicName, partition: number) => Promise<Position | undefined>
  /**
   * Called with one delivery at a time per partition; the next comes when it has resolved. What a delivery leads to may
   * go on after that: `fail` then says that the partition cannot go on.
   */
  deliver: (delivery: Delivery, fail: (error: Error) => void) => Promise<void>
  /** The partition is no longer delivered here. What still goes on for it must have ended when this resolves. */
  released?: (topic: AnyTopicName, partition: number) => Promise<void>
  /** Called once, if the subscription cannot go on. */
  failed: (error: Error) => void
  maxRecords: number
}

export interface Subscription {
  /**
   * Lets others see where the group stands, whose checkpoints lie in a store of its own. For `standing` only: best
   * effort, and rejects where it could not be done.
   */
  announce(at: readonly LogPosition[]): Promise<void>
  /** Stops delivering; resolves when the running delivery has ended. */
  close(): Promise<void>
}

export type ReadOptions = {
  topic: AnyTopicName
  partition: number
  /** Exclusive; undefined: from the beginning. */
  after?: Position | undefined
  /** Inclusive; undefined: up to what is there now. */
  upTo?: Position | undefined
  /** Only the records of this user, which must be those of the partition. */
  scope?: Scope | undefined
  maxRecords?: number
}

export type EraseOptions = {
  topic: AnyTopicName
  scope: Scope
  /** Only records for which this is true. Sees the open part only. */
  matches: (record: LogRecord) => boolean
}

export interface EventLog {
  /** How many characters of a checkpoint's note are kept. */
  readonly noteLimit: number
  /** What may lie on disk of records that have been erased, or that a forget leaves to their lifetime. */
  readonly remainders: readonly Remainder[]
  append(records: readonly NewRecord[]): Promise<LogPosition[]>
  /** Appends and moves `group`'s checkpoints in one step. All records go to topics of one writer. */
  commit(commit: {
    group: string
    records: readonly NewRecord[]
    checkpoints: readonly NewCheckpoint[]
  }): Promise<LogPosition[]>
  /**
   * Whoever was just assigned a partition is told the last word on it, and nobody else can change that then. What others
   * are told may be a moment old.
   */
  checkpoints(group: string, topic: AnyTopicName): Promise<Checkpoints>
  /** The notes that came with the checkpoints, by partition; where there was none, the partition is left out. */
  notes(group: string, topic: AnyTopicName): Promise<ReadonlyMap<number, string>>
  /**
   * Where a group was last seen to stand, by topic and partition, for telling it: also what was announced only. It claims
   * no partition, may be a moment old, and nobody goes on from there.
   */
  standing(
    group: string,
    topics: readonly AnyTopicName[],
  ): Promise<ReadonlyMap<AnyTopicName, ReadonlyMap<number, Standing>>>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /**
   * Who stands by in a group: for each partition that somebody has now, the place that this subscriber itself, and no one
   * who had the partition before, has announced; null where it has announced none. Partitions that nobody has are left
   * out. Null while the group settles who has what. Only for groups whose subscribers stand by (`standby`).
   */
  standbys(group: string, topic: AnyTopicName): Promise<ReadonlyMap<number, Position | null> | null>
  /** Reads a stretch in batches, without a group. */
  read(options: ReadOptions): AsyncIterable<readonly LogRecord[]>
  /**
   * A position at or after the newest record of each partition; a partition without any may be left out. It may hold
   * no record that can be read (a transaction's marker), so nobody may wait for a reader to come exactly there.
   */
  ends(topic: AnyTopicName): Promise<Checkpoints>
  /**
   * True where a record that was committed at `position` follows one at `after` that the same processor committed just
   * before, so that nobody's stands between them. False where one may.
   */
  isNext(after: Position, position: Position): boolean
  partitionOf(topic: AnyTopicName, scope: Scope): number
  partitions(topic: AnyTopicName): readonly number[]
  /** Removes records for ever; gives how many. */
  erase(options: EraseOptions): Promise<number>
  close(): Promise<void>
}
