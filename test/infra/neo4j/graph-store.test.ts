// The graph store on Neo4j keeps the contract of its port, sealed as a service opens it.
import { describe } from 'vitest'
import type { GraphStore } from '../../../infra/ports/graph-store.ts'
import { sealGraph } from '../../../infra/sealed/graph/seal-graph.ts'
import { graphStoreContract } from '../../contracts/graph-store.contract.ts'
import { givenServerSealing } from '../sealed/given-sealing.ts'
import { createGraphs, isMissing, MISSING } from './server.ts'

describe.skipIf(isMissing)(`on a real server${MISSING}`, () => {
  const { open } = createGraphs()
  const sealing = givenServerSealing()
  const sealed = (store: GraphStore) => (sealing ? sealGraph(store, sealing) : store)
  graphStoreContract(sealing ? 'Neo4j, sealed' : 'Neo4j', async () => {
    const { build, store } = open()
    return {
      store: sealed(store),
      reopen: async () => sealed(open(build).store),
      close: () => store.close(),
    }
  })
})
