// Facts and steps of the graph store as tests write them: a test names only the fields that it is about.
import type { GraphFact, GraphStep, GraphStore } from '../../infra/ports/graph-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { AT, createPlaces } from './given.ts'

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

/** Of May 2026, at midnight. */
export function day(n: number): string {
  return `2026-05-${String(n).padStart(2, '0')}T00:00:00.000Z`
}

export function said(
  scope: Scope,
  factId: string,
  onDay: number,
  entities: GraphFact['entities'],
  more: Partial<GraphFact> = {},
): GraphFact {
  return graphFact(scope, factId, { at: day(onDay), entities, ...more })
}

export function write(
  store: GraphStore,
  facts: readonly GraphFact[],
  checkpoint = createPlaces()(),
): Promise<void> {
  return store.apply(graphStep(checkpoint, { facts }))
}
