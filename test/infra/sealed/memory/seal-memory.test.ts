// The memory store sealed, over the embedded one: the contract, and the content of its file.
import { sealDecidingMemory } from '../../../../infra/sealed/memory/seal-memory.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { decidingMemoryContract } from '../../../contracts/deciding-memory.contract.ts'
import { memoryStoreContract } from '../../../contracts/memory-store.contract.ts'
import { reopenable } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

// One for all: digests are equal under the same keys.
const { sealing } = givenSealing()

const open = reopenable((options) => sealDecidingMemory(createSqliteMemoryStore(options), sealing))
memoryStoreContract('SQLite, sealed', open, { hashesTerms: true, ownOrder: true })
decidingMemoryContract('SQLite, sealed', open)
