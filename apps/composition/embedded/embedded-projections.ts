// What the embedded setting opens for each projection: a file of the data directory, sealed or in plain. The two have
// different names, so that nothing is ever written to, or read from, a file of the other kind.
import type { DecidingMemory } from '../../../infra/ports/memory-store.ts'
import type { ProjectionName, ProjectionStores } from '../../../infra/ports/ports.ts'
import { sealGraph } from '../../../infra/sealed/graph/seal-graph.ts'
import type { Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { sealDecidingMemory } from '../../../infra/sealed/memory/seal-memory.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'

type OpenFile = { path: string; readOnly?: boolean }

type Parts<Store> = {
  /** Its name in the data directory. */
  file: string
  open(options: OpenFile): Store
  /** Absent if the store is always in plain. */
  seal?: (store: Store, sealing: Sealing) => Store
}

type EmbeddedProjection<Store> = {
  /** The names of its file: the one that is opened, and the one of the other kind, if there can be one. */
  files(setting: { sealed: boolean }): { file: string; other: string | null }
  /** `path` may be `:memory:`. `sealing` null: in plain. */
  open(options: OpenFile & { sealing: Sealing | null }): Store
}

type Table = { readonly [Name in ProjectionName]: EmbeddedProjection<ProjectionStores[Name]> }

export const embeddedProjections = {
  memory: projection<DecidingMemory>({
    file: 'memory.db',
    open: createSqliteMemoryStore,
    seal: sealDecidingMemory,
  }),
  graph: projection({ file: 'graph.db', open: createSqliteGraphStore, seal: sealGraph }),
  audit: projection({ file: 'audit.db', open: createSqliteAuditStore, seal: sealAudit }),
} satisfies Table

function projection<Store>({ file, open, seal }: Parts<Store>): EmbeddedProjection<Store> {
  const sealedFile = file.replace(/\.db$/, '-sealed.db')
  return {
    files: ({ sealed }) => {
      if (!seal) return { file, other: null }
      return sealed ? { file: sealedFile, other: file } : { file, other: sealedFile }
    },
    open: ({ sealing, ...options }) => {
      const store = open(options)
      return sealing && seal ? seal(store, sealing) : store
    },
  }
}

export function embeddedProjection<Name extends ProjectionName>(name: Name): Table[Name] {
  const table: Table = embeddedProjections
  return table[name]
}

/** Opens all of them; `pathOf` returns the path of a file. */
export function openProjections(pathOf: (file: string) => string, sealing: Sealing | null = null) {
  const { memory, graph, audit } = embeddedProjections
  const optionsOf = ({ files }: Pick<EmbeddedProjection<unknown>, 'files'>) => ({
    path: pathOf(files({ sealed: sealing !== null }).file),
    sealing,
  })
  return {
    memory: memory.open(optionsOf(memory)),
    graph: graph.open(optionsOf(graph)),
    audit: audit.open(optionsOf(audit)),
  } satisfies ProjectionStores
}
