// The checks before a write is read: whether it is already done or forgotten.
import { isFenced } from '../../../infra/ports/projection.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import type { WriteEvent } from '../../../schemas/events/catalogue.ts'
import { scopeOf } from '../../../schemas/identifiers.ts'
import type { PartitionState } from './partition-state.ts'

/** A write that the log holds twice is read once. A failed one may be tried again. */
export async function isDone({
  memory,
  event,
}: Pick<PartitionState, 'memory'> & { event: WriteEvent }): Promise<boolean> {
  return (await memory.resource(event, event.id))?.status === 'processed'
}

/**
 * A write that was under way when its user was forgotten can come after the fence, sealed under a key that is about to
 * be destroyed: nothing may be read from it, even while the key still opens it.
 */
export async function isForgotten(
  { memory }: Pick<PartitionState, 'memory'>,
  { position }: Delivered,
  event: Extract<WriteEvent, { open: { keyGeneration: number } }>,
): Promise<boolean> {
  const { keyGeneration } = event.open
  const what = { ...scopeOf(event), source: position, keyGeneration }
  return isFenced(await memory.fences([event]), what)
}
