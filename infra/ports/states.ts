// The port to what processors decide from: of each partition a memory and a graph beside the process, brought up to the
// log before anything is decided and changed in step with what is committed (runtime/state-feed.ts). No reader asks them.
import type { GraphStore } from './graph-store.ts'
import type { MemoryStore } from './memory-store.ts'

export type State = { memory: MemoryStore; graph: GraphStore }

export interface States {
  /**
   * True where the states are the stores that readers ask: one process holds them all, and they obey a forget as those
   * do. False where they lie beside the process, which alone can tell that it has let go.
   */
  readonly shared: boolean
  /** Opened at the first call. */
  of(partition: number): State
  /** A processor has been given the partition: its state is kept until each that was has given it back. */
  assigned(partition: number): void
  /** The state goes, files included, unless the partition comes back soon. */
  released(partition: number): void
  /** Removes a state that does not belong to the log; `of` opens an empty one. */
  discard(partition: number): Promise<void>
  /** What is there is found again after the next start. */
  close(): Promise<void>
}

/** States that are the readers' own stores: where one process holds them all, one copy is enough. */
export function sharedStates(state: State): States {
  return {
    shared: true,
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
