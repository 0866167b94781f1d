// Finds items by their place in a thread: an open-addressing table over numbers, because a Map for each thread costs more
// than all that is asked of it.

type Placed = { threadId: string; place: number }

type Places = {
  /** Where the item that stands `distance` places after the `n`th is in the list; -1 if it is not there. */
  beside(n: number, distance: number): number
}

const NOTHING = -1
/** Two thirds of the table stay empty. */
const SLOTS_PER_ITEM = 3
const [MIX_THREAD, MIX_PLACE] = [0x9e3779b1, 0x85ebca6b]

/** Of two items at the same place the later one counts. */
export function indexPlaces(items: readonly Placed[]): Places {
  const bits = 32 - Math.clz32(SLOTS_PER_ITEM * items.length)
  const last = 2 ** bits - 1
  const table = new Int32Array(last + 1).fill(NOTHING)
  const threads = threadNumbers(items)
  const places = new Int32Array(items.length)
  for (let n = 0; n < items.length; n++) places[n] = items[n]?.place ?? NOTHING
  const slotOf = (thread: number, place: number) => {
    const hash = Math.imul(Math.imul(thread, MIX_THREAD) ^ place, MIX_PLACE)
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      const n = table[slot] ?? NOTHING
      if (n === NOTHING || (places[n] === place && threads[n] === thread)) return slot
    }
  }
  for (let n = 0; n < items.length; n++) table[slotOf(threads[n] ?? 0, places[n] ?? 0)] = n
  return {
    beside: (n, distance) => table[slotOf(threads[n] ?? 0, (places[n] ?? 0) + distance)] ?? NOTHING,
  }
}

function threadNumbers(items: readonly Placed[]): Int32Array {
  const numbers = new Int32Array(items.length)
  const known = new Map<string, number>()
  let last: string | undefined
  let number = 0
  for (let n = 0; n < items.length; n++) {
    const { threadId } = items[n] ?? { threadId: '' }
    // Items of a thread mostly come together.
    if (threadId !== last) {
      number = known.get(threadId) ?? known.size
      known.set(threadId, number)
      last = threadId
    }
    numbers[n] = number
  }
  return numbers
}
