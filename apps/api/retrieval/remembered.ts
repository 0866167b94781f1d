// Remembers what is made of an object for as long as the object lives. Stores that hold a user's items decoded return
// the same object until the item changes, so that its words are folded and its tokens counted once.

/** `make` must depend on nothing but the object, which must not change. */
export function remembered<Of extends object, Made extends {}>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const made = make(of)
    known.set(of, made)
    return made
  }
}
