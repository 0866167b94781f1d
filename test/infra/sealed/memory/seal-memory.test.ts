// The memory store sealed, over the embedded one: the contract, and the content of its file.
import { sealDecidingMemory } from '../../../../infra/sealed/memory/seal-memory.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { memoryStoreContract } from '../../../contracts/memory-store.contract.ts'
import { reopenable } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

// One for all: digests are equal under the same keys.
const { sealing } = givenSealing()

memoryStoreContract(
  'SQLite, sealed',
  reopenable((options) => sealDecidingMemory(createSqliteMemoryStore(options), sealing)),
  { hashesTerms: true, ownOrder: true },
)
