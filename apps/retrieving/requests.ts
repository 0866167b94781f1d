// The requests to the retrieval threads: queries, and reads that take the longer the more a user has.
import type { GraphStore, PastGraph } from '../../infra/ports/graph-store.ts'
import type { MemoryStore, PastMemory } from '../../infra/ports/memory-store.ts'
import type { Time } from '../../infra/ports/rules/time.ts'
import type { ModelUse } from '../../infra/runtime/model-use.ts'
import type { RetrieveRequest } from '../../schemas/api/reading/retrieve.ts'
import type { RetrievalAnswer } from '../api/retrieval/retrieval.ts'

/** All reads of another time: leaving one out does not compile, and a read that is not listed is not answered. */
export const pastReads = {
  memory: {
    searchText: true,
    searchVectors: true,
    items: true,
    neighbours: true,
    listItems: true,
    categoryCounts: true,
  } satisfies Record<keyof PastMemory, true>,
  graph: { listEntities: true, entity: true, named: true } satisfies Record<keyof PastGraph, true>,
} as const

/** Reads of the present that count or group all that a user has. */
export const countingReads = {
  memory: {
    listItems: true,
    listThreads: true,
    listResources: true,
    changedWithin: true,
    categoryCounts: true,
  } satisfies Partial<Record<keyof MemoryStore, true>>,
  graph: { listEntities: true, entity: true } satisfies Partial<Record<keyof GraphStore, true>>,
} as const

export type ReadStore = 'memory' | 'graph'

/** `time`: null for the present. The first of `args` is the scope. */
export type StoreRead = {
  ask: 'read'
  store: ReadStore
  read: string
  time: Time | null
  args: readonly unknown[]
}

export type ThreadRequest = { ask: 'retrieve'; request: RetrieveRequest } | StoreRead

/** With what models have used for it. */
export type MeteredAnswer = RetrievalAnswer & { used: readonly ModelUse[] }

export type ThreadAnswer = { answered: MeteredAnswer } | { read: unknown }
