// Services that start at once create what a database needs side by side.
import { describe, expect, test } from 'vitest'
import { createNeo4jGraphStore } from '../../../../infra/neo4j/graph-store.ts'
import { createGraphs, isMissing, MISSING, options } from '../server.ts'

describe.skipIf(isMissing)(`what is created once in a database${MISSING}`, () => {
  const { newGraph } = createGraphs()

  test('given many services that start at once, when each opens a graph, then none is told of another', async () => {
    const stores = Array.from({ length: 24 }, () =>
      createNeo4jGraphStore({ ...options, graph: newGraph() }),
    )
    const stands = await Promise.all(
      stores.map((store) => store.checkpoints('memory.facts.v1').then(({ size }) => size)),
    ).finally(() => Promise.all(stores.map((store) => store.close())))
    expect(stands).toEqual(stores.map(() => 0))
  })
})
