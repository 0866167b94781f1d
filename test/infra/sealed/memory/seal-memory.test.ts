// The memory store sealed, over the embedded one: the contract, and the content of its file.
import { join } from 'node:path'
import { sealDecidingMemory } from '../../../../infra/sealed/memory/seal-memory.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { memoryStoreContract } from '../../../contracts/memory-store.contract.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

const newDirectory = createDirectories()
// One for all: digests are equal under the same keys.
const { sealing } = givenSealing()

memoryStoreContract(
  'SQLite, sealed',
  async () => {
    const path = join(newDirectory(), 'memory.db')
    const open = () => sealDecidingMemory(createSqliteMemoryStore({ path }), sealing)
    const store = open()
    return { store, reopen: async () => open(), close: () => store.close() }
  },
  { hashesTerms: true, ownOrder: true },
)
