// What every projection's store has in common: checkpoints, fences and receipts.
//
// Contract of every projection store:
// - A step may be applied again: nothing doubles. A step at or before the checkpoint changes nothing.
// - The checkpoint never runs ahead: when it says that a step was applied, all of it can be read and searched. A
//   process that dies within a step may leave a part of it; applying the step again completes it.
// - Fences hold by construction: data with a `source` before a fence of its user (and category) is removed when the
//   fence arrives, and ignored when the data arrives later. So the order of topics does not matter.
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName, TopicName } from '../../schemas/topics.ts'
import type { Checkpoints, LogPosition, Position } from './event-log.ts'
import type { Remainder } from './remainder.ts'

/** Nothing written before `before` may be seen. `category` null: the fence concerns all of the user's data. */
export type Fence = Scope & {
  category: string | null
  /** Position in memory.writes.v1 of the MemoryForgotten. */
  before: Position
  /** Data keys up to this generation are gone; 0 for a category. */
  keyGeneration: number
}

/** What a fence removed from one store when it was first applied. Kept for the answer of /forget, not in the digest. */
export type Receipt = {
  before: Position
  /** How many of what: items, resources, summaries, entities ... */
  removed: Readonly<Record<string, number>>
  /** Resources that were removed with the last fact that they led to (a category was forgotten). */
  resourceIds: readonly string[]
}

/** A resource of which a forget of a category leaves nothing. `source`: the position of its write. */
export type Emptied = { id: string; source: Position }

export interface ProjectionStore {
  readonly remainders: readonly Remainder[]
  checkpoints(topic: AnyTopicName): Promise<Checkpoints>
  fences(scopes: readonly Scope[]): Promise<Fence[]>
  /** Null until the fence has been applied. */
  receipt(scope: Scope, before: Position): Promise<Receipt | null>
  /** A hash over everything that can be read from the store, independent of the order in which it was written. */
  digest(): Promise<string>
  /** Throws where the store cannot be used. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * A user's fence of a reach once another comes: a later one includes those before. The key generation may go down in the
 * log, where two processes forget a user at once: of two forgets, the one with the newer key may come first.
 */
export function raisedFence(known: readonly Fence[], fence: Fence): Fence {
  const { appId, userId, category } = fence
  const all = [fence, ...known.filter((each) => each.category === category)]
  const before = Math.max(...all.map((each) => each.before))
  const keyGeneration = Math.max(...all.map((each) => each.keyGeneration))
  return { appId, userId, category, before, keyGeneration }
}

/** True where a fence forbids what a write at `source`, sealed under `keyGeneration`, led to. */
export function isFenced(
  fences: readonly Fence[],
  what: Scope & { source: Position; category?: string | null; keyGeneration?: number },
): boolean {
  return fences.some(
    (fence) =>
      fence.appId === what.appId &&
      fence.userId === what.userId &&
      (fence.category === null || fence.category === what.category) &&
      (what.source < fence.before ||
        (what.keyGeneration !== undefined && what.keyGeneration <= fence.keyGeneration)),
  )
}

/** True where fences forbid every category in which a write at `source` said something. */
export function isAllFenced(
  fences: readonly Fence[],
  { appId, userId, source, saidIn }: Scope & { source: Position; saidIn: readonly string[] },
): boolean {
  return saidIn.every((category) => isFenced(fences, { appId, userId, source, category }))
}

/** The part of a step that all projections share. */
export type Step = {
  fences: readonly Fence[]
  /** Where the store stands after this step. */
  checkpoint: LogPosition
}

export type Resuming = {
  /** By default true. False: throws away what an earlier rebuild has left, and begins again. */
  resumes?: boolean | undefined
}

/** A projection's store that is rebuilt beside the one in use. */
export type Rebuild<Store extends ProjectionStore = ProjectionStore> = {
  /** The store in use; its digest can be compared. */
  before: Store
  fresh: Store
  /** True where `fresh` holds what an earlier rebuild had read when it was killed: this one goes on from there. */
  resumed: boolean
  /** Absent if nothing fills the fresh store faster than `read`, step by step. Returns how many records it read. */
  fill?(filling: Fill): Promise<number>
  /**
   * Replaces the store in use with the fresh one, and closes both. `catchUp` replays what has come meanwhile, where
   * other processes may write to the old store while the fresh one is built.
   */
  swap(catchUp?: () => Promise<void>): Promise<void>
  /** Throws the fresh store away, and closes both. */
  discard(): Promise<void>
  /**
   * Call where neither follows or succeeds: keeps what the fresh store holds, closes both, and lets the next rebuild begin
   * at once. Absent if nothing has to be closed, and that one need not wait for this process to end.
   */
  leave?(): Promise<void>
}

export type Fill = {
  /** Of each partition that holds something: where to end. */
  upTo: ReadonlyMap<TopicName, Checkpoints>
  /** Reads the log up to there, on this thread. */
  read(): Promise<number>
  progress(records: number): void
  /** Is given the ids of dead letters that other threads append to logs of their own, again or for the first time. */
  deadLettered(ids: readonly string[]): void
  signal: AbortSignal
}
