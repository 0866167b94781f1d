// Finds the score that the last of the best has, without sorting all of them: most are below, and cost one comparison.

type NthHighest = {
  addAll(values: Int32Array | Float64Array): void
  /** The value at the `limit`th place from the top; 0 if there are fewer. */
  value(): number
}

export function createNthHighest(limit: number): NthHighest {
  // A heap of the highest, the lowest of them on top.
  const heap = new Float64Array(limit)
  let size = 0
  return {
    addAll: (values) => {
      let at = 0
      for (; at < values.length && size < limit; at++) raise(heap, size++, values[at] ?? 0)
      for (; at < values.length; at++) {
        const value = values[at] ?? 0
        if (value > (heap[0] ?? 0)) lower(heap, value)
      }
    },
    value: () => (size < limit ? 0 : (heap[0] ?? 0)),
  }
}

function raise(heap: Float64Array, from: number, value: number): void {
  let at = from
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent]! <= value) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = value
}

/** Replaces the lowest. */
function lower(heap: Float64Array, value: number): void {
  let at = 0
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++
    if (heap[child]! >= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}
