// The start of the tests of the Neo4j graph store: facts of one sentence, and steps.
import type { GraphFact, GraphStep, GraphStore } from '../../../infra/ports/graph-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { AT } from '../../contracts/given.ts'

export function factOf(scope: Scope, n: number, more: Partial<GraphFact> = {}): GraphFact {
  return {
    ...scope,
    factId: `f${n}`,
    source: n,
    category: 'work',
    at: AT,
    validTo: null,
    held: { from: AT, until: null },
    recordedAt: AT,
    context: `what was said at ${n}`,
    entities: [
      { name: 'Ana', type: 'person' },
      { name: `Place ${n}`, type: 'place' },
    ],
    relationships: [{ source: 'Ana', type: 'visited', target: `Place ${n}` }],
    properties: [],
    ...more,
  }
}

export function stepAt(position: number, more: Partial<GraphStep> = {}): GraphStep {
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position } as const
  return { checkpoint, fences: [], facts: [], closed: [], ...more }
}

export async function namesOf(store: GraphStore, scope: Scope): Promise<string[]> {
  const { entities } = await store.listEntities(scope, { limit: 1000, offset: 0 })
  return entities.map(({ name }) => name).sort()
}
