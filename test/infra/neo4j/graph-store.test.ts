// The graph store on Neo4j: the contract.
import { describe } from 'vitest'
import { graphStoreContract } from '../../contracts/graph-store.contract.ts'
import { createGraphs, isMissing, MISSING } from './server.ts'

describe.skipIf(isMissing)(`on a real server${MISSING}`, () => {
  const { open } = createGraphs()
  graphStoreContract('Neo4j', async () => {
    const { build, store } = open()
    return {
      store,
      reopen: async () => open(build).store,
      close: () => store.close(),
    }
  })
})
