// What the embedded setting opens for each projection: a file of the data directory, sealed or in plain, and with
// vectors of one generation. Files of different kinds have different names, so that nothing is ever written to, or read
// from, a file of another kind.
import { FIRST_GENERATION } from '../../../infra/ports/language-model.ts'
import type { DecidingMemory } from '../../../infra/ports/memory-store.ts'
import type { ProjectionName, ProjectionStores } from '../../../infra/ports/ports.ts'
import { sealGraph } from '../../../infra/sealed/graph/seal-graph.ts'
import type { Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { sealDecidingMemory } from '../../../infra/sealed/memory/seal-memory.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { vectorsName } from '../vectors-name.ts'

type OpenFile = { path: string; readOnly?: boolean }

type Parts<Store> = {
  /** Its name in the data directory. */
  file: string
  open(options: OpenFile): Store
  /** Absent if the store is always in plain. */
  seal?: (store: Store, sealing: Sealing) => Store
  hasVectors?: true
}

type Kind = {
  sealed: boolean
  /** Of the vectors. */
  generation: number
}

type EmbeddedProjection<Store> = {
  /** The names of its file: the one that is opened, and those of other kinds that it takes the place of. */
  files(kind: Kind): { file: string; others: readonly string[] }
  /** `path` may be `:memory:`. `sealing` null: in plain. */
  open(options: OpenFile & { sealing: Sealing | null }): Store
}

type Table = { readonly [Name in ProjectionName]: EmbeddedProjection<ProjectionStores[Name]> }

export const embeddedProjections = {
  memory: projection<DecidingMemory>({
    file: 'memory.db',
    open: createSqliteMemoryStore,
    seal: sealDecidingMemory,
    hasVectors: true,
  }),
  graph: projection({ file: 'graph.db', open: createSqliteGraphStore, seal: sealGraph }),
  audit: projection({ file: 'audit.db', open: createSqliteAuditStore, seal: sealAudit }),
} satisfies Table

function projection<Store>(parts: Parts<Store>): EmbeddedProjection<Store> {
  const { open, seal, hasVectors } = parts
  const [name] = parts.file.split('.db') as [string]
  const fileOf = ({ sealed, generation }: Kind) =>
    `${vectorsName(sealed && seal ? `${name}-sealed` : name, hasVectors ? generation : FIRST_GENERATION)}.db`
  return {
    files: ({ sealed, generation }) => {
      const file = fileOf({ sealed, generation })
      const upTo = Array.from({ length: generation }, (_, n) => n + 1)
      const all = upTo.flatMap((n) =>
        [sealed, !sealed].map((is) => fileOf({ sealed: is, generation: n })),
      )
      return { file, others: [...new Set(all)].filter((each) => each !== file) }
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
export function openProjections(
  pathOf: (file: string) => string,
  sealing: Sealing | null = null,
  generation = FIRST_GENERATION,
) {
  const { memory, graph, audit } = embeddedProjections
  const optionsOf = ({ files }: Pick<EmbeddedProjection<unknown>, 'files'>) => ({
    path: pathOf(files({ sealed: sealing !== null, generation }).file),
    sealing,
  })
  return {
    memory: memory.open(optionsOf(memory)),
    graph: graph.open(optionsOf(graph)),
    audit: audit.open(optionsOf(audit)),
  } satisfies ProjectionStores
}
