// Remembers what is made of an object for as long as the object lives. Stores that hold a user's items decoded return
// the same object until the item changes, so that its words are folded and its tokens counted once.
import { KEPT, type Keeping } from '../../../infra/ports/rules/kept.ts'

let slots = 0

/** For an object to keep what is made of it: of its full length at once, so that it lies beside the object. */
export function roomForMade(): unknown[] {
  return new Array(slots).fill(undefined)
}

export function createMemory<Made extends {}>() {
  const elsewhere = new WeakMap<object, Made>()
  const slot = slots++
  return {
    get: (of: object): Made | undefined =>
      keeps(of) ? (of[KEPT][slot] as Made | undefined) : elsewhere.get(of),
    set: (of: object, made: Made): void => {
      if (keeps(of)) of[KEPT][slot] = made
      else elsewhere.set(of, made)
    },
  }
}

function keeps(of: object): of is Keeping {
  return KEPT in of
}

/** `make` must depend on nothing but the object, which must not change. */
export function remembered<Of extends object, Made extends {}>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const memory = createMemory<Made>()
  return (of) => {
    const before = memory.get(of)
    if (before !== undefined) return before
    const made = make(of)
    memory.set(of, made)
    return made
  }
}
