// The port to what processors decide from: for each partition a memory and a graph beside the process, which catch up
// with the log before anything is decided and change with each commit (runtime/run/state-feed.ts). No reader asks them.
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Position } from './event-log.ts'
import type { DecidingGraph } from './graph-store.ts'
import type { DecidingMemory } from './memory-store.ts'
import type { ObjectStore } from './object-store.ts'

export type State = { memory: DecidingMemory; graph: DecidingGraph }
export const stateNames = ['memory', 'graph'] as const satisfies readonly (keyof State)[]
export type StateName = (typeof stateNames)[number]

export interface States {
  /**
   * True where the states are the stores that readers ask: one process holds them all, and they obey a forget as those
   * stores do. False where they lie beside the process, which alone can say that it has removed what was forgotten.
   */
  readonly shared: boolean
  /** Names the process that keeps them; stays the same after a restart that finds them again. */
  keeper(): string
  /** Opened at the first call. */
  of(partition: number): State
  /** A processor has been assigned the partition: its state is kept until every such processor has released it. */
  assigned(partition: number): void
  /** Removes the state, files included, unless the partition comes back soon. */
  released(partition: number): void
  /** Removes a state that does not belong to the log; `of` opens an empty one. */
  discard(partition: number): Promise<void>
  /** The rows that snapshots hold, and where snapshots are kept; null where none are taken. */
  readonly snapshots: { rows: StateRows; objects: ObjectStore } | null
  /** Keeps the files for the next start. */
  close(): Promise<void>
}

/** States that are the readers' own stores: where one process holds them all, one copy is enough. */
export function sharedStates(state: State): States {
  return {
    shared: true,
    snapshots: null,
    keeper: () => 'embedded',
    of: () => state,
    assigned: () => undefined,
    released: () => undefined,
    discard: async () => {
      const message =
        'the index is ahead of the log: restore the log, or delete the files of memory and graph'
      throw Object.assign(new Error(message), { fatal: true })
    },
    close: async () => undefined,
  }
}

/** On how many other workers a copy of a state may stand by, at most. */
export const MOST_STANDBYS = 2

/** One of the two stores of a partition's state. */
export type StateStore = { name: StateName; partition: number }

export type StateValue = number | string | null | Uint8Array | Int8Array
/** A row of a state, as only its own technology reads it. */
export type StateRow = readonly StateValue[]

/** Rows of one user that were sealed under one key generation; null: they hold no words of the user's. */
export type UserRows = Scope & { keyGeneration: number | null; rows: StateRow[] }

/** Where reading rows continues. */
export type RowsCursor =
  | { of: 'all'; kind: number; owner: number; key: string | number }
  | { of: 'changed'; after: number; upTo: number }

/**
 * The rows of states, for snapshots of them.
 *
 * Contract:
 * - Rows are read while the state keeps changing. Each is as it stood when its slice was read: at or after what
 *   `standing` gave before the first slice. Applying the log from there on leads to the same state.
 * - A restored state appears as a whole or not at all, however the process dies.
 */
export interface StateRows {
  /** The layout of the rows; rows of another one cannot be restored. */
  readonly layout: number
  /** The key generations that writes were sealed under, by position. Called before what they led to is applied. */
  noteGenerations(of: StateStore, generations: ReadonlyMap<Position, number>): void
  /** `basedOn`: the snapshot since which changes are known, null where there is none. `change` numbers the last one. */
  standing(of: StateStore): { basedOn: string | null; sinceBase: number; change: number }
  /** Starts at the first row, or at the first that changed since the last snapshot, and ends at `change`. */
  begin(of: StateStore, which: 'all' | 'changed', change: number): RowsCursor
  /** At most `limit` rows, in groups; `next` is null behind the last. */
  slice(
    of: StateStore,
    cursor: RowsCursor,
    limit: number,
  ): { groups: UserRows[]; next: RowsCursor | null }
  /** Records that a snapshot holds everything up to `change`. */
  taken(of: StateStore, snapshot: string, change: number): void
  /** False where the state on the disk is damaged. Yields to other work between its parts. */
  isSound(of: StateStore): Promise<boolean>
  /** Builds a state beside the one that is there. */
  restoring(of: StateStore): RowsRestoring
}

export interface RowsRestoring {
  /** Later rows replace earlier ones. */
  put(rows: UserRows): void
  /** Replaces the existing state with what was built. */
  finish(stands: {
    snapshot: string
    checkpoints: ReadonlyMap<AnyTopicName, Position>
  }): Promise<void>
  /** Leaves nothing behind. */
  discard(): void
}
