// The registry of projections: which processor builds each of them. What each setting opens is beside it:
// embedded-projections.ts and distributed-projections.ts. A projection that one of the three tables leaves out does not
// compile.
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import type { ProjectionName, ProjectionStores } from '../../infra/ports/ports.ts'
import { memberNamesOf } from '../../infra/runtime/certain.ts'
import type { Projector } from '../../infra/runtime/run/processor.ts'
import { createIndexMemory } from '../../processors/index-memory/processor.ts'
import { createKeepAudit } from '../../processors/keep-audit/processor.ts'
import { createUpdateGraph } from '../../processors/update-graph/processor.ts'

type CreateProjector<Store> = (store: Store, language: QueryLanguage) => Projector

export const projectors: {
  readonly [Name in ProjectionName]: CreateProjector<ProjectionStores[Name]>
} = {
  memory: (memory, language) => createIndexMemory({ memory, language }),
  graph: (graph) => createUpdateGraph({ graph }),
  audit: (audit) => createKeepAudit({ audit }),
}

export const projectionNames: readonly ProjectionName[] = memberNamesOf(projectors)
