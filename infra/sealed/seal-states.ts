// The states that processors decide from, sealed like the stores of readers, and the rows that their snapshots are made
// of: the rows name users as the state does, the snapshots by their ids.
import type { DecidingGraph } from '../ports/graph-store.ts'
import type { DecidingMemory } from '../ports/memory-store.ts'
import type { State, StateRows, States, UserRows } from '../ports/states.ts'
import type { Owners } from '../runtime/envelope/owners.ts'
import { sealDecidingGraph } from './graph/seal-graph.ts'
import type { Sealing } from './keys/sealing.ts'
import { sealDecidingMemory } from './memory/seal-memory.ts'

export function sealStates(states: States, sealing: Sealing): States {
  const { snapshots } = states
  const memoryOf = sealedOnce((store: DecidingMemory) => sealDecidingMemory(store, sealing))
  const graphOf = sealedOnce((store: DecidingGraph) => sealDecidingGraph(store, sealing))
  // Asked each time: a restored state has another store from then on.
  const stateOf = (state: State): State => ({
    get memory() {
      return memoryOf(state.memory)
    },
    get graph() {
      return graphOf(state.graph)
    },
  })
  return {
    shared: states.shared,
    snapshots: snapshots && { ...snapshots, rows: sealRows(snapshots.rows, sealing.owners) },
    keeper: () => states.keeper(),
    of: (partition) => stateOf(states.of(partition)),
    assigned: (partition) => states.assigned(partition),
    released: (partition) => states.released(partition),
    discard: (partition) => states.discard(partition),
    close: () => states.close(),
  }
}

function sealedOnce<Store extends object>(seal: (store: Store) => Store): (store: Store) => Store {
  const known = new WeakMap<Store, Store>()
  return (store) => {
    const sealed = known.get(store) ?? seal(store)
    known.set(store, sealed)
    return sealed
  }
}

function sealRows(rows: StateRows, owners: Owners): StateRows {
  return {
    ...rows,
    slice: (of, cursor, limit) => {
      const { groups, next } = rows.slice(of, cursor, limit)
      return { groups: groups.map((group) => named(group, owners)), next }
    },
    restoring: (of) => {
      const { put, ...rest } = rows.restoring(of)
      return { ...rest, put: (group) => put({ ...group, ...owners.seal(group) }) }
    },
  }
}

function named(group: UserRows, owners: Owners): UserRows {
  const scope = owners.open(group)
  if (!scope) throw new Error('a state holds rows of a user whom this master key does not know')
  return { ...group, ...scope }
}
