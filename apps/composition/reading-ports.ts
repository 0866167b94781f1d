// What a thread needs that only answers queries.
import type { GraphStore } from '../../infra/ports/graph-store.ts'
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'

export type ReadingPorts = {
  memory: MemoryStore
  graph: GraphStore
  language: QueryLanguage
  close(): Promise<void>
}
