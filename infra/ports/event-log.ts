// The port to the log: append-only topics of immutable events. Kafka is one; a SQLite file is another.
//
// Contract:
// - Order: the records of one (appId, userId) in one topic are read in the order in which they were appended.
// - Durability: once `append` or `commit` has resolved, its records survive the death of the process and of the
//   machine.
// - Positions are opaque: callers may compare them within a topic and partition, and nothing else. They are not
//   contiguous, and a position may have vanished (a tombstone).
// - `commit` is atomic: either all records are appended and all checkpoints moved, or nothing has happened. A
//   checkpoint's note replaces the one before; it is opaque to the log, ASCII, and at most `noteLimit` characters.
// - Idempotency: a record whose event id the topic already holds of this user may be dropped (`append` gives its
//   position) or appended again; readers must expect both. Another user's event of the same id is another event.
// - `erase` is physical: after it resolves no method here reads the record, and the technology removes its bytes from
//   disk by its own means (secure delete; compaction within its lag).
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

/** Where a consumer group stands: the position of the last record that it has finished, by partition. */
export type Checkpoints = ReadonlyMap<number, Position>

/** Where a group last stood in a partition, with the note that it left there. */
export type Standing = { position: Position; note: string | null }

/** Where a group is to stand, and the note that it is given when it resumes there. */
export type NewCheckpoint = LogPosition & { note?: string | null }

export type RecordBatch = {
  topic: AnyTopicName
  partition: number
  /** At least one, in order. */
  records: readonly LogRecord[]
}

export type SubscribeOptions = {
  /** The consumer group. Several subscribers of one group share the partitions. */
  group: string
  /**
   * The name of the process, the same in each of its groups and after a restart. As far as possible the process is
   * given the same partitions in each group, and the same again. Undefined: it has no name.
   */
  member?: string | undefined
  /**
   * Undefined: each partition goes to the member that decides for it. N: it goes to the member that would have it if
   * that one and the N-1 standbys before this one were gone, and to none where there are too few members.
   */
  standby?: number | undefined
  topics: readonly AnyTopicName[]
  /** Where to resume, exclusive; undefined: from the very beginning. Called whenever a partition is assigned. */
  resumeAfter: (topic: AnyTopicName, partition: number) => Promise<Position | undefined>
  /**
   * Called with one delivery at a time per partition; the next comes when it has resolved. Work on a delivery may
   * continue after that: `fail` then says that the partition cannot go on.
   */
  deliver: (batch: RecordBatch, fail: (error: Error) => void) => Promise<void>
  /** Up to where the subscriber has everything by another way: the log may leave that out. Asked after a delivery. */
  takenInUpTo?:
    | ((topic: AnyTopicName, partition: number) => Promise<Position | undefined>)
    | undefined
  /** The partition is no longer delivered here. Work on it must have ended when this resolves. */
  released?: (topic: AnyTopicName, partition: number) => Promise<void>
  /** Called once, when the subscription cannot go on. */
  failed: (error: Error) => void
  maxRecords: number
}

export interface Subscription {
  /**
   * Publishes where the group stands, for a group that keeps its checkpoints in a store of its own. For `standing`
   * only: best effort, and rejects where it could not be done.
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
  /** Only the records of this user, whose partition must be `partition`. */
  scope?: Scope | undefined
  /** Only the records at these positions, which are in order: fetched one by one where they lie far apart. */
  at?: readonly Position[] | undefined
  maxRecords?: number
  /** True: the caller needs the open part alone, and the log may leave the sealed part out. */
  openOnly?: boolean | undefined
}

export type EraseOptions = {
  topic: AnyTopicName
  scope: Scope
  /** Exclusive; undefined: from the beginning. */
  after?: Position | undefined
  /** Erases only records for which this is true. It sees the open part only. */
  matches: (record: LogRecord) => boolean
}

export interface EventLog {
  /** How many characters of a checkpoint's note are kept. */
  readonly noteLimit: number
  /** The first position of each partition, whatever has been erased or has expired since. */
  readonly begins: Position
  /** What may remain on disk of records that were erased, or that a forget leaves to expire. */
  readonly remainders: readonly Remainder[]
  /** True where a user's records are found without reading those of others, so that no index of them is needed. */
  readonly findsUsers: boolean
  append(records: readonly NewRecord[]): Promise<LogPosition[]>
  /** Appends and moves `group`'s checkpoints in one step. All records go to topics of one writer. */
  commit(commit: {
    group: string
    records: readonly NewRecord[]
    checkpoints: readonly NewCheckpoint[]
  }): Promise<LogPosition[]>
  /**
   * A member that was just assigned a partition gets its final checkpoint, which no other member can change from then
   * on. Other callers may get one that is a moment old.
   */
  checkpoints(group: string, topic: AnyTopicName): Promise<Checkpoints>
  /** The notes of the checkpoints, by partition; partitions without a note are left out. */
  notes(group: string, topic: AnyTopicName): Promise<ReadonlyMap<number, string>>
  /**
   * Where a group last stood, by topic and partition, including what was only announced. For reports: it claims no
   * partition, may be a moment old, and no subscriber resumes from it.
   */
  standing(
    group: string,
    topics: readonly AnyTopicName[],
  ): Promise<ReadonlyMap<AnyTopicName, ReadonlyMap<number, Standing>>>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /**
   * How far a group's standbys are: for each partition that a subscriber has now, the position that this subscriber
   * itself has announced, never one that a previous owner announced; null where it has announced none. Unassigned
   * partitions are left out. Null while the group reassigns partitions. Only for groups of standbys (`standby`).
   */
  standbys(group: string, topic: AnyTopicName): Promise<ReadonlyMap<number, Position | null> | null>
  /** Reads a stretch in batches, without a group. */
  read(options: ReadOptions): AsyncIterable<readonly LogRecord[]>
  /**
   * A position at or after the newest record of each partition; an empty partition may be left out. The position may
   * hold no readable record (a transaction's marker), so do not wait for a reader to reach exactly this position.
   */
  ends(topic: AnyTopicName): Promise<Checkpoints>
  /**
   * True where a record committed at `position` directly follows the one at `after` that the same processor committed
   * just before, so that no other record stands between them. False where one may.
   */
  isNext(after: Position, position: Position): boolean
  partitionOf(topic: AnyTopicName, scope: Scope): number
  partitions(topic: AnyTopicName): readonly number[]
  /** Removes records for ever; gives how many. */
  erase(options: EraseOptions): Promise<number>
  /** Removes the user's records of these events for ever, without reading any; gives how many it was told of. */
  eraseKnown(topic: AnyTopicName, scope: Scope, ids: readonly string[]): Promise<number>
  close(): Promise<void>
}
