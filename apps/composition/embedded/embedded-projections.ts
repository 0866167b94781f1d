// What the embedded setting opens for each projection: a file of the data directory, sealed or in plain, with tables of
// one layout and vectors of one generation. Files of different kinds have different names, so that nothing is ever
// written to, or read from, a file of another kind.
import { FIRST_GENERATION } from '../../../infra/ports/language-model.ts'
import type { DecidingMemory } from '../../../infra/ports/memory-store.ts'
import type { ProjectionName, ProjectionStores } from '../../../infra/ports/ports.ts'
import { sealDecidingGraph } from '../../../infra/sealed/graph/seal-graph.ts'
import type { Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { sealDecidingMemory } from '../../../infra/sealed/memory/seal-memory.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import { auditFilling, createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore, memoryFilling } from '../../../infra/sqlite/memory-store.ts'
import type { Filling } from '../../../infra/sqlite/projection/filling.ts'
import { vectorsName } from '../vectors-name.ts'

const FIRST_LAYOUT = 1

type OpenFile = {
  path: string
  readOnly?: boolean
  /** A rebuild fills it (`filling`). */
  isFilled?: boolean
  /** It takes in the records of one user after those of another. */
  byUser?: boolean
}

type Parts<Store> = {
  /** Its name in the data directory, without its ending. */
  file: string
  /** That of its tables, from 1: a file of an earlier one is read no longer. */
  layout: number
  open(options: OpenFile): Store
  /** Absent if the store is always in plain. */
  seal?: (store: Store, sealing: Sealing) => Store
  hasVectors?: true
  filling?: Filling
}

type Kind = {
  sealed: boolean
  /** Of the vectors. */
  generation: number
}

type EmbeddedProjection<Store> = {
  /** The names of its file: the one that is opened, and those of other kinds that it takes the place of. */
  files(kind: Kind): { file: string; others: readonly string[] }
  /** Absent if its steps leave nothing for the end of a rebuild. */
  filling?: Filling | undefined
  /** `path` may be `:memory:`. `sealing` null: in plain. */
  open(options: OpenFile & { sealing: Sealing | null }): Store
}

type Table = { readonly [Name in ProjectionName]: EmbeddedProjection<ProjectionStores[Name]> }

export const embeddedProjections = {
  memory: projection<DecidingMemory>({
    file: 'memory',
    layout: 1,
    open: createSqliteMemoryStore,
    seal: sealDecidingMemory,
    hasVectors: true,
    filling: memoryFilling,
  }),
  graph: projection({
    file: 'graph',
    layout: 3,
    open: createSqliteGraphStore,
    seal: sealDecidingGraph,
  }),
  audit: projection({
    file: 'audit',
    layout: 2,
    open: createSqliteAuditStore,
    seal: sealAudit,
    filling: auditFilling,
  }),
} satisfies Table

function projection<Store>(parts: Parts<Store>): EmbeddedProjection<Store> {
  const { open, seal, hasVectors, filling } = parts
  const fileOf = ({ sealed, generation, layout = parts.layout }: Kind & { layout?: number }) => {
    const name = layout === FIRST_LAYOUT ? parts.file : `${parts.file}-${layout}`
    return `${vectorsName(sealed && seal ? `${name}-sealed` : name, hasVectors ? generation : FIRST_GENERATION)}.db`
  }
  return {
    files: ({ sealed, generation }) => {
      const file = fileOf({ sealed, generation })
      const all = upTo(parts.layout).flatMap((layout) =>
        upTo(generation).flatMap((n) =>
          [sealed, !sealed].map((is) => fileOf({ sealed: is, generation: n, layout })),
        ),
      )
      return { file, others: [...new Set(all)].filter((each) => each !== file) }
    },
    filling,
    open: ({ sealing, ...options }) => {
      const store = open(options)
      return sealing && seal ? seal(store, sealing) : store
    },
  }
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, n) => n + 1)
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
