// A rebuild of the memory that is killed when it has read the writes, for the test beside it.
import { openRebuild } from '../../../../apps/composition/embedded/embedded.ts'

const rebuild = openRebuild('memory', {
  directory: process.argv[2]!,
  masterKey: Buffer.from('a'.repeat(64), 'hex'),
  sealed: true,
  generation: 1,
  beside: false,
})
const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 7 } as const
await rebuild.fresh.apply({
  documents: [],
  erasedResources: [],
  erasures: [],
  fences: [],
  checkpoint,
})
process.kill(process.pid, 'SIGKILL')
