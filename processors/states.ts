// What processors decide from: a memory and a graph for each partition, built by the same projectors as those of the
// readers, of the topics that the processor reads or writes.
import type { State, States } from '../infra/ports/states.ts'
import type { PartitionStates, Projector } from '../infra/runtime/processor.ts'
import { createIndexMemory, type IndexMemoryPorts } from './index-memory/processor.ts'
import { createUpdateGraph } from './update-graph/processor.ts'

type Ports = { states: States; language: IndexMemoryPorts['language'] }

/** Facts, resources and summaries. */
export function memoryStates({ states, language }: Ports): PartitionStates {
  return statesOf(states, ({ memory }) => createIndexMemory({ memory, language }))
}

/** Entities, relationships and properties. */
export function graphStates({ states }: Pick<Ports, 'states'>): PartitionStates {
  return statesOf(states, ({ graph }) => createUpdateGraph({ graph }))
}

function statesOf(states: States, projectorOf: (state: State) => Projector): PartitionStates {
  const { shared, assigned, released, discard } = states
  return {
    of: (partition) => {
      const projector = projectorOf(states.of(partition))
      return shared ? projector : { ...projector, handles: projector.handles.filter(isDecidedFrom) }
    },
    assigned,
    released,
    inTurn: (partition, restore) => {
      const restored = (restoring(states).get(partition) ?? Promise.resolve()).then(restore)
      // The next one tries for itself.
      restoring(states).set(
        partition,
        restored.catch(() => undefined),
      )
      return restored
    },
    discard: shared ? null : discard,
  }
}

/** The last restoration of each partition: a memory and a graph go one after another too, because few are restored. */
const restorations = new WeakMap<States, Map<number, Promise<void>>>()

function restoring(states: States): Map<number, Promise<void>> {
  const known = restorations.get(states) ?? new Map<number, Promise<void>>()
  restorations.set(states, known)
  return known
}

/** What is only told to readers is not kept twice: that a write waits, and what a forget has removed. */
function isDecidedFrom(type: Projector['handles'][number]): boolean {
  return type !== 'ContentStored' && type !== 'ActivityRecorded' && type !== 'MemoryErased'
}
