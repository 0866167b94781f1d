// Waits until the memory holds the facts of an import: what is written next is decided from the memory, and closes
// nothing that is not there yet.
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import { waitAtMost } from '../../../infra/runtime/wait/wait-for.ts'

type Reads = { log: Pick<EventLog, 'ends'>; memory: Pick<MemoryStore, 'checkpoints'> }

const FACTS = 'memory.facts.v1' as const
const PATIENCE_MS = 60_000
/** No answer waits for a memory that takes nothing in, nor for an end that is no record (a transaction's mark). */
const STALLED_MS = 1_000

/** An import that is stored is answered, also while the memory is down. */
export async function untilIndexed({ log, memory }: Reads): Promise<void> {
  const facts = await log.ends(FACTS)
  let stood = 0
  let movedAt = performance.now()
  const isOver = async () => {
    const stands = await memory.checkpoints(FACTS)
    const missing = [...facts].filter(([partition, end]) => (stands.get(partition) ?? -1) < end)
    const standing = missing.reduce((sum, [partition]) => sum + (stands.get(partition) ?? 0), 0)
    if (standing !== stood) movedAt = performance.now()
    stood = standing
    return missing.length === 0 || performance.now() - movedAt > STALLED_MS
  }
  await waitAtMost(isOver, PATIENCE_MS).catch(() => undefined)
}
