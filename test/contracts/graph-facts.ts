// Facts and steps of the graph store as tests write them: a test names only the fields that it is about.
import type { GraphFact, GraphStep } from '../../infra/ports/graph-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { AT } from './given.ts'

export function graphFact(scope: Scope, factId: string, more: Partial<GraphFact> = {}): GraphFact {
  return {
    ...scope,
    factId,
    source: 1,
    category: 'work',
    at: AT,
    validTo: null,
    held: { from: AT, until: null },
    recordedAt: AT,
    context: `the context of ${factId}`,
    entities: [],
    relationships: [],
    properties: [],
    ...more,
  }
}

export function graphStep(
  checkpoint: GraphStep['checkpoint'],
  more: Partial<GraphStep> = {},
): GraphStep {
  return { checkpoint, fences: [], facts: [], closed: [], ...more }
}
