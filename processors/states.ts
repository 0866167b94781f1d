// What processors decide from: a memory and a graph for each partition, built by the same projectors as those of the
// readers, of the topics that the processor reads or writes.
import type { State, StateName, StateRows, StateStore, States } from '../infra/ports/states.ts'
import type { Delivered, PartitionStates, Projector } from '../infra/runtime/run/processor.ts'
import { createIndexMemory, type IndexMemoryPorts } from './index-memory/processor.ts'
import { topology as indexMemory } from './index-memory/topology.ts'
import { createUpdateGraph } from './update-graph/processor.ts'
import { topology as updateGraph } from './update-graph/topology.ts'

type Ports = { states: States; language: IndexMemoryPorts['language'] }

/** Facts, resources and summaries. */
export function memoryStates({ states, language }: Ports): PartitionStates {
  const { reads } = indexMemory
  return statesOf(states, { name: 'memory', reads }, ({ memory }) =>
    createIndexMemory({ memory, language }),
  )
}

/** Entities, relationships and properties. */
export function graphStates({ states }: Pick<Ports, 'states'>): PartitionStates {
  const { reads } = updateGraph
  return statesOf(states, { name: 'graph', reads }, ({ graph }) => createUpdateGraph({ graph }))
}

function statesOf(
  states: States,
  { name, reads }: { name: StateName; reads: PartitionStates['reads'] },
  projectorOf: (state: State) => Projector,
): PartitionStates {
  const { shared, assigned, released, discard, snapshots } = states
  return {
    reads,
    of: (partition) => {
      const projector = projectorOf(states.of(partition))
      if (shared) return projector
      const beside = { ...projector, handles: projector.handles.filter(isDecidedFrom) }
      return snapshots ? notingGenerations(beside, snapshots.rows, { name, partition }) : beside
    },
    kept: snapshots && { name, ...snapshots },
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

/** Snapshots seal rows as the write was sealed that they stem from, so that a forget reaches them there too. */
function notingGenerations(projector: Projector, rows: StateRows, of: StateStore): Projector {
  return {
    ...projector,
    apply: async (batch, checkpoint) => {
      rows.noteGenerations(of, new Map(batch.flatMap(generationOf)))
      await projector.apply(batch, checkpoint)
    },
  }
}

/** Of the write that led to the event. */
function generationOf({ event, keyGeneration }: Delivered): [number, number][] {
  const { source } = event.open as { source?: unknown }
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

/** What is only told to readers is not kept twice: that a write waits, and what a forget has removed. */
function isDecidedFrom(type: Projector['handles'][number]): boolean {
  return !ONLY_TOLD.has(type)
}
