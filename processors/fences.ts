// The fences that a batch raises, for every projection alike: the position of a MemoryForgotten.
import type { Fence } from '../infra/ports/projection.ts'
import type { Delivered } from '../infra/runtime/run/processor.ts'

export function fencesOf(batch: readonly Delivered[]): Fence[] {
  return batch.flatMap(({ event, position }) =>
    event.type === 'MemoryForgotten'
      ? [
          {
            appId: event.appId,
            userId: event.userId,
            category: event.open.category,
            before: position,
            keyGeneration: event.open.keyGeneration,
          },
        ]
      : [],
  )
}
