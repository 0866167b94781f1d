// The fences that a batch raises: the position of a MemoryForgotten.
import type { Fence } from '../infra/ports/projection.ts'
import type { Delivered } from '../infra/runtime/run/processor.ts'
import { scopeOf } from '../schemas/identifiers.ts'

export type FencesOf = (batch: readonly Delivered[]) => Fence[]

/** For the readers' stores. */
export function fencesOf(batch: readonly Delivered[]): Fence[] {
  return batch.flatMap(({ event, position: before }) =>
    event.type === 'MemoryForgotten' ? [{ ...scopeOf(event), ...event.open, before }] : [],
  )
}

/**
 * For a state beside a process, which may read the facts before the writes. Extraction reports that it has passed a
 * forget before it publishes anything later, so the state obeys the forget then, without its key generation.
 */
export function fencesOfState(batch: readonly Delivered[]): Fence[] {
  return batch.flatMap((delivered) => {
    const { event } = delivered
    if (event.type !== 'ExtractionFenced') return fencesOf([delivered])
    const { category, source: before } = event.open
    return [{ ...scopeOf(event), category, before, keyGeneration: 0 }]
  })
}
