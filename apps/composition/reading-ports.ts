// What a thread needs that only answers queries.
import type { GraphStore } from '../../infra/ports/graph-store.ts'
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Reranker } from '../../infra/ports/reranker.ts'

export type StoresToRead = {
  memory: MemoryStore
  graph: GraphStore
  /** Drops what is held of users who were erased. Missing where nothing is held. */
  letGo?(): Promise<void>
  close(): Promise<void>
}

export type ReadingPorts = StoresToRead & { language: QueryLanguage; reranker: Reranker | null }
