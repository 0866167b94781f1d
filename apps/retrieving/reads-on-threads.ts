// Stores whose long reads run on the retrieval threads, because they would block all other calls on the event loop. A
// read of another time undoes what was learnt since in everything that a user has; a list counts everything.
import type { GraphStore, PastGraph } from '../../infra/ports/graph-store.ts'
import type { MemoryStore, PastMemory } from '../../infra/ports/memory-store.ts'
import type { Time } from '../../infra/ports/rules/time.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { countingReads, pastReads, type ReadStore, type StoreRead } from './requests.ts'

export type ReadOnThread = (read: StoreRead, scope: Scope) => Promise<unknown>
type Stores = { memory: MemoryStore; graph: GraphStore }

export function pastOnThreads<S extends Stores>(stores: S, readOnThread: ReadOnThread): S {
  const at = (store: ReadStore, time: Time) =>
    readsOf(pastReads[store], { store, time }, readOnThread)
  return {
    ...stores,
    memory: { ...stores.memory, at: (time: Time) => at('memory', time) as PastMemory },
    graph: { ...stores.graph, at: (time: Time) => at('graph', time) as PastGraph },
  }
}

/** For stores in files of this process; servers count by themselves. */
export function listsOnThreads<S extends Stores>(stores: S, readOnThread: ReadOnThread): S {
  const of = (store: ReadStore) =>
    readsOf(countingReads[store], { store, time: null }, readOnThread)
  return {
    ...stores,
    memory: { ...stores.memory, ...of('memory') },
    graph: { ...stores.graph, ...of('graph') },
  }
}

function readsOf(
  reads: object,
  { store, time }: Pick<StoreRead, 'store' | 'time'>,
  readOnThread: ReadOnThread,
): object {
  const through = Object.keys(reads).map((read) => [
    read,
    (...args: readonly [Scope, ...unknown[]]) =>
      readOnThread({ ask: 'read', store, read, time, args }, args[0]),
  ])
  return Object.fromEntries(through)
}
