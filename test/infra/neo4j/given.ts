// The start of the tests of the Neo4j graph store: facts of one sentence, and steps.
import type { GraphFact, GraphStep, GraphStore } from '../../../infra/ports/graph-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { graphFact, graphStep } from '../../contracts/graph-facts.ts'

export function factOf(scope: Scope, n: number, more: Partial<GraphFact> = {}): GraphFact {
  return graphFact(scope, `f${n}`, {
    source: n,
    entities: [
      { name: 'Ana', type: 'person' },
      { name: `Place ${n}`, type: 'place' },
    ],
    relationships: [{ source: 'Ana', type: 'visited', target: `Place ${n}` }],
    ...more,
  })
}

export function stepAt(position: number, more: Partial<GraphStep> = {}): GraphStep {
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position } as const
  return graphStep(checkpoint, more)
}

export async function namesOf(store: GraphStore, scope: Scope): Promise<string[]> {
  const { entities } = await store.listEntities(scope, { limit: 1000, offset: 0 })
  return entities.map(({ name }) => name).sort()
}
