// What is asked before a write is read: whether it is done already or forgotten, and whether there is room.
import { isFenced } from '../../infra/ports/projection.ts'
import type { Delivered } from '../../infra/runtime/processor.ts'
import { Outage } from '../../infra/runtime/retry.ts'
import type { WriteEvent } from '../../schemas/events/catalogue.ts'
import type { PartitionState } from './partition-state.ts'

/** Beyond this many decisions that the index has not taken in, extraction waits for it. */
const MAX_UNINDEXED = 20_000

/** A write that the log holds twice is read once. One that failed may be tried again. */
export async function isDone({
  memory,
  recent,
  event,
}: Pick<PartitionState, 'memory' | 'recent'> & { event: WriteEvent }): Promise<boolean> {
  if (recent.holds(event, event.id)) return true
  return (await memory.resource(event, event.id))?.status === 'processed'
}

/**
 * A write that was under way when its user was forgotten can lie behind the fence, sealed under a key that is about
 * to be destroyed: nothing may be read from it, even while the key still opens it.
 */
export async function isForgotten(
  { memory }: Pick<PartitionState, 'memory'>,
  { position }: Delivered,
  event: Extract<WriteEvent, { open: { keyGeneration: number } }>,
): Promise<boolean> {
  const { appId, userId, open } = event
  const what = { appId, userId, source: position, keyGeneration: open.keyGeneration }
  return isFenced(await memory.fences([event]), what)
}

/** What the index holds by now need not be remembered. Asked now and then, because the index is another's. */
export async function makeRoom({
  memory,
  recent,
}: Pick<PartitionState, 'memory' | 'recent'>): Promise<void> {
  if (!recent.isLookDue()) return
  recent.indexed(await memory.checkpoints('memory.facts.v1'))
  if (recent.size() > MAX_UNINDEXED) throw new Outage('index-memory is too far behind')
}
