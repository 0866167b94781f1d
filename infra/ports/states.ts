// The port to what processors decide from: of each partition a memory and a graph beside the process, brought up to the
// log before anything is decided and changed in step with what is committed (runtime/run/state-feed.ts). No reader asks them.
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Position } from './event-log.ts'
import type { GraphStore } from './graph-store.ts'
import type { DecidingMemory } from './memory-store.ts'
import type { ObjectStore } from './object-store.ts'

export type State = { memory: DecidingMemory; graph: GraphStore }
export const stateNames = ['memory', 'graph'] as const satisfies readonly (keyof State)[]
export type StateName = (typeof stateNames)[number]

export interface States {
  /**
   * True where the states are the stores that readers ask: one process holds them all, and they obey a forget as those
   * do. False where they lie beside the process, which alone can tell that it has let go.
   */
  readonly shared: boolean
  /** The name of whoever keeps them, the same after a restart that finds them again. */
  keeper(): string
  /** Opened at the first call. */
  of(partition: number): State
  /** A processor has been given the partition: its state is kept until each that was has given it back. */
  assigned(partition: number): void
  /** The state goes, files included, unless the partition comes back soon. */
  released(partition: number): void
  /** Removes a state that does not belong to the log; `of` opens an empty one. */
  discard(partition: number): Promise<void>
  /** What snapshots are taken of, and where they are kept; null where none are taken. */
  readonly snapshots: { rows: StateRows; objects: ObjectStore } | null
  /** What is there is found again after the next start. */
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
        'the index is ahead of the log: restore the log, or delete memory.db and graph.db'
      throw Object.assign(new Error(message), { fatal: true })
    },
    close: async () => undefined,
  }
}

/** On so many other workers a copy of a state may stand by. */
export const MOST_STANDBYS = 2

/** One of the two stores of a partition's state. */
export type StateStore = { name: StateName; partition: number }

/** A row of a state, as only its own technology reads it: numbers, strings, nulls, bytes, and arrays of these. */
export type StateRow = readonly unknown[]

/** Rows of one user that were sealed under one key generation; null: they hold no words of the user's. */
export type UserRows = Scope & { keyGeneration: number | null; rows: StateRow[] }

/** Where a reading of rows goes on. */
export type RowsCursor =
  | { of: 'all'; kind: number; owner: number; key: string | number }
  | { of: 'changed'; after: number; upTo: number }

/**
 * The rows of states, for snapshots of them.
 *
 * Contract:
 * - Rows are read while the state goes on changing. Each is as it stood when its slice was read: at or after what
 *   `standing` gave before the first slice. Taking in the log from there on leads to the same state.
 * - What is restored is there as a whole or not at all, however the process dies.
 */
export interface StateRows {
  /** The layout of the rows; rows of another one cannot be restored. */
  readonly layout: number
  /** Under which key generations writes were sealed, by position. Told before what they led to is applied. */
  noteGenerations(of: StateStore, generations: ReadonlyMap<Position, number>): void
  /** `basedOn`: the snapshot since which changes are known, null where there is none. `change` numbers the last one. */
  standing(of: StateStore): { basedOn: string | null; sinceBase: number; change: number }
  /** From the first row, or the first that was changed since the last snapshot, up to `change`. */
  begin(of: StateStore, which: 'all' | 'changed', change: number): RowsCursor
  /** At most `limit` rows, in groups; `next` is null behind the last. */
  slice(
    of: StateStore,
    cursor: RowsCursor,
    limit: number,
  ): { groups: UserRows[]; next: RowsCursor | null }
  /** A snapshot holds all up to `change`. */
  taken(of: StateStore, snapshot: string, change: number): void
  /** False where a state that lies on the disk is damaged. Gives others their turn between its parts. */
  isSound(of: StateStore): Promise<boolean>
  /** Builds a state beside the one that is there. */
  restoring(of: StateStore): RowsRestoring
}

export interface RowsRestoring {
  /** Later rows replace earlier ones. */
  put(rows: UserRows): void
  /** Puts what was built in the place of the state that is there. */
  finish(stands: {
    snapshot: string
    checkpoints: ReadonlyMap<AnyTopicName, Position>
  }): Promise<void>
  /** Leaves nothing behind. */
  discard(): void
}
