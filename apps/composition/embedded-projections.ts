// What the embedded setting opens for each projection: a file of the data directory.
import type { ProjectionName, ProjectionStores } from '../../infra/ports/ports.ts'
import { createSqliteAuditStore } from '../../infra/sqlite/audit-store.ts'
import { createSqliteGraphStore } from '../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../infra/sqlite/memory-store.ts'

type EmbeddedProjection<Store> = {
  /** Its name in the data directory. */
  file: string
  /** `path` may be `:memory:`. */
  open(options: { path: string }): Store
}

type Table = { readonly [Name in ProjectionName]: EmbeddedProjection<ProjectionStores[Name]> }

export const embeddedProjections = {
  memory: { file: 'memory.db', open: createSqliteMemoryStore },
  graph: { file: 'graph.db', open: createSqliteGraphStore },
  audit: { file: 'audit.db', open: createSqliteAuditStore },
} satisfies Table

export function embeddedProjection<Name extends ProjectionName>(name: Name): Table[Name] {
  const table: Table = embeddedProjections
  return table[name]
}

/** Opens all of them; `pathOf` says where the file of that name lies. */
export function openProjections(pathOf: (file: string) => string) {
  const { memory, graph, audit } = embeddedProjections
  return {
    memory: memory.open({ path: pathOf(memory.file) }),
    graph: graph.open({ path: pathOf(graph.file) }),
    audit: audit.open({ path: pathOf(audit.file) }),
  } satisfies ProjectionStores
}
