// What processors decide from: a memory and a graph for each partition, built by the readers' projectors from the
// topics that the processor reads or writes.
import type { State, StateName, StateRows, StateStore, States } from '../infra/ports/states.ts'
import { getOrMake, memberOf } from '../infra/runtime/certain.ts'
import type { Delivered, PartitionStates, Projector } from '../infra/runtime/run/processor.ts'
import { type FencesOf, fencesOf, fencesOfState } from './fences.ts'
import { createIndexMemory, type IndexMemoryPorts } from './index-memory/processor.ts'
import { topology as indexMemory } from './index-memory/topology.ts'
import { createUpdateGraph } from './update-graph/processor.ts'
import { topology as updateGraph } from './update-graph/topology.ts'

type Ports = { states: States; language: IndexMemoryPorts['language'] }

export function memoryStates({ states, language }: Ports): PartitionStates {
  const { reads } = indexMemory
  return statesOf(states, { name: 'memory', reads }, ({ memory }, fencesIn) =>
    createIndexMemory({ memory, language, fencesIn }),
  )
}

export function graphStates({ states }: Pick<Ports, 'states'>): PartitionStates {
  const { reads } = updateGraph
  return statesOf(states, { name: 'graph', reads }, ({ graph }, fencesIn) =>
    createUpdateGraph({ graph, fencesIn }),
  )
}

function statesOf(
  states: States,
  { name, reads }: { name: StateName; reads: PartitionStates['reads'] },
  projectorOf: (state: State, fencesIn: FencesOf) => Projector,
): PartitionStates {
  const { shared, assigned, released, discard, snapshots } = states
  return {
    reads,
    of: (partition) => {
      const state = states.of(partition)
      if (shared) return projectorOf(state, fencesOf)
      const projector = projectorOf(state, fencesOfState)
      const beside = { ...projector, handles: handledBeside(projector) }
      return snapshots ? notingGenerations(beside, snapshots.rows, { name, partition }) : beside
    },
    kept: snapshots && { name, ...snapshots },
    assigned,
    released,
    inTurn: (partition, restore) => {
      const restored = (restoring(states).get(partition) ?? Promise.resolve()).then(restore)
      // The next restoration tries for itself.
      restoring(states).set(
        partition,
        restored.catch(() => undefined),
      )
      return restored
    },
    discard: shared ? null : discard,
  }
}

/**
 * The last restoration of each partition: a memory and a graph are restored one after another too, so that few are
 * restored at once.
 */
const restorations = new WeakMap<States, Map<number, Promise<void>>>()

function restoring(states: States): Map<number, Promise<void>> {
  return getOrMake(restorations, states, () => new Map<number, Promise<void>>())
}

/**
 * Snapshots seal each row under the key generation of the write that it stems from, so that a forget reaches it there
 * too.
 */
function notingGenerations(projector: Projector, rows: StateRows, of: StateStore): Projector {
  return {
    ...projector,
    apply: async (batch, checkpoint) => {
      rows.noteGenerations(of, new Map(batch.flatMap(generationOf)))
      await projector.apply(batch, checkpoint)
    },
  }
}

/** The generation of the write that led to the event. */
function generationOf({ event, keyGeneration }: Delivered): [number, number][] {
  const source = memberOf(event.open, 'source')
  return typeof source === 'number' && keyGeneration !== null ? [[source, keyGeneration]] : []
}

const ONLY_TOLD: ReadonlySet<string> = new Set([
  'ContentStored',
  'ActivityRecorded',
  'FactGiven',
  'FactRevised',
  'ReceiptIssued',
  'MemoryErased',
])

/** A graph beside the process obeys ExtractionFenced too, which the readers' graph does not need. */
function handledBeside({ handles }: Projector): Projector['handles'] {
  return [
    ...new Set([...handles.filter((type) => !ONLY_TOLD.has(type)), 'ExtractionFenced' as const]),
  ]
}
