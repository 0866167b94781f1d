// The requests to the retrieval threads: queries, and reads of another time, which read everything that a user has.
import type { PastGraph } from '../../infra/ports/graph-store.ts'
import type { PastMemory } from '../../infra/ports/memory-store.ts'
import type { Time } from '../../infra/ports/time.ts'
import type { ModelUse } from '../../infra/runtime/model-use.ts'
import type { RetrieveRequest } from '../../schemas/api/retrieve.ts'
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

export type PastStore = keyof typeof pastReads

/** The first of `args` is the scope. */
export type PastRead = {
  ask: 'past'
  store: PastStore
  read: string
  time: Time
  args: readonly unknown[]
}

export type ThreadRequest = { ask: 'retrieve'; request: RetrieveRequest } | PastRead

/** With what models have used for it. */
export type MeteredAnswer = RetrievalAnswer & { used: readonly ModelUse[] }
