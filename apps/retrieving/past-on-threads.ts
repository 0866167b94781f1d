// Stores whose reads of another time run on the retrieval threads: such a read undoes what was learnt since in
// everything that a user has, and would block all other calls on the event loop.
import type { GraphStore, PastGraph } from '../../infra/ports/graph-store.ts'
import type { MemoryStore, PastMemory } from '../../infra/ports/memory-store.ts'
import type { Time } from '../../infra/ports/time.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { type PastRead, type PastStore, pastReads } from './requests.ts'

export type ReadPast = (read: PastRead, scope: Scope) => Promise<unknown>

export function pastOnThreads<Stores extends { memory: MemoryStore; graph: GraphStore }>(
  stores: Stores,
  readPast: ReadPast,
): Stores {
  const at = (store: PastStore, time: Time) => readsOf(store, time, readPast)
  return {
    ...stores,
    memory: { ...stores.memory, at: (time: Time) => at('memory', time) as PastMemory },
    graph: { ...stores.graph, at: (time: Time) => at('graph', time) as PastGraph },
  }
}

function readsOf(store: PastStore, time: Time, readPast: ReadPast): object {
  const reads = Object.keys(pastReads[store]).map((read) => [
    read,
    (...args: readonly [Scope, ...unknown[]]) =>
      readPast({ ask: 'past', store, read, time, args }, args[0]),
  ])
  return Object.fromEntries(reads)
}
