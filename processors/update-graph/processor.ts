// update-graph: keeps the graph of entities and relationships in line with the facts. Only it writes the graph store.
import type { GraphStore } from '../../infra/ports/graph-store.ts'
import type { Projector } from '../../infra/runtime/run/processor.ts'
import { type FencesOf, fencesOf } from '../fences.ts'
import { closedBy, graphFactOf } from './evolve.ts'
import { topology } from './topology.ts'

export function createUpdateGraph({
  graph,
  fencesIn = fencesOf,
}: {
  graph: GraphStore
  fencesIn?: FencesOf
}): Projector {
  return {
    ...topology,
    kind: 'projector',
    checkpoints: (topic) => graph.checkpoints(topic),
    apply: async function updateGraph(batch, checkpoint) {
      await graph.apply({
        checkpoint,
        fences: fencesIn(batch),
        facts: batch.flatMap(({ event, keyGeneration }) => graphFactOf(event, keyGeneration) ?? []),
        closed: batch.flatMap(({ event }) => closedBy(event) ?? []),
      })
    },
  }
}
