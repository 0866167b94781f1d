// How a batch of the log becomes one step of the graph store.
import { expect, test } from 'vitest'
import type { GraphStep } from '../../../infra/ports/graph-store.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { graphFactOf } from '../../../processors/update-graph/evolve.ts'
import { createUpdateGraph } from '../../../processors/update-graph/processor.ts'
import { delivered, LATER, opens, sealedFact, USER } from '../given.ts'

test('given a batch, when taken in, then its facts, ends and fences are one step under its checkpoint', async () => {
  const graph = createSqliteGraphStore({ path: ':memory:' })
  const steps: GraphStep[] = []
  const remembering = {
    ...graph,
    apply: async (step: GraphStep) => {
      steps.push(step)
      return graph.apply(step)
    },
  }
  const asserted = delivered('FactAsserted', { open: opens.factAsserted, sealed: sealedFact })
  const erased = delivered('FactAsserted', { open: opens.factAsserted, erased: true })
  const projector = createUpdateGraph({ graph: remembering })
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 30 } as const
  await projector.apply(
    [
      asserted,
      erased,
      delivered('FactPruned', { open: opens.factPruned }),
      delivered('MemoryForgotten', { open: { category: null, keyGeneration: 2 }, position: 20 }),
    ],
    checkpoint,
  )
  expect(steps).toEqual([
    {
      checkpoint,
      fences: [{ ...USER, category: null, before: 20, keyGeneration: 2 }],
      facts: [{ ...graphFactOf(asserted.event), keyGeneration: asserted.keyGeneration }],
      closed: [
        {
          ...USER,
          factId: 'fact',
          source: opens.factPruned.source,
          validTo: LATER,
          recordedAt: LATER,
        },
      ],
    },
  ])
  expect(await projector.checkpoints('memory.facts.v1')).toEqual(new Map([[0, 30]]))
  expect(projector.kind).toBe('projector')
  await graph.close()
})
