// A rebuild of the memory that is killed when it has read the writes, for the test beside it.
import { emptyStep } from '../../../contracts/memory-documents.ts'
import { rebuildOfMemory } from './rebuilding.ts'

const rebuild = rebuildOfMemory(process.argv[2]!)
const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 7 } as const
await rebuild.fresh.apply({
  ...emptyStep,
  checkpoint,
})
process.kill(process.pid, 'SIGKILL')
