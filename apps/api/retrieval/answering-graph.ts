// The graph of one query. Retrieval works without it: once it has not answered, it is asked no more for this query, which
// may ask several times and would wait each time.
import type { Logger } from 'pino'
import type { GraphStore } from '../../../infra/ports/graph-store.ts'
import { asError } from '../../../infra/runtime/certain.ts'
import { tellCounted } from '../../../infra/runtime/fail/counted-lines.ts'
import { within } from '../../../infra/runtime/wait/within.ts'

const TIMEOUT_MS = 500
const NOTHING = { entities: [], factIds: [] }

type Graph = Pick<GraphStore, 'named'>

export function answeringGraph({ graph, logger }: { graph: Graph; logger: Logger }): Graph {
  let hasFailed = false
  return {
    named: async (scope, query) => {
      if (hasFailed) return NOTHING
      try {
        return await within(graph.named(scope, query), TIMEOUT_MS, 'the graph')
      } catch (error) {
        hasFailed = true
        const cause = { errorClass: asError(error).name }
        tellCounted(logger, {
          level: 'warn',
          cause,
          message: 'retrieving without the graph',
          again: 'retrieving without the graph again',
        })
        return NOTHING
      }
    },
  }
}
