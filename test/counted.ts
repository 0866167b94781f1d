// Counts reads instead of measuring time: code that costs too much reads too often.

/** The same object, and how many of its elements or properties were read. */
export function counted<T extends object>(target: T): { value: T; reads: () => number } {
  let reads = 0
  const value = new Proxy(target, {
    get: (of, key, receiver) => {
      if (typeof key === 'string') reads++
      return Reflect.get(of, key, receiver)
    },
  })
  return { value, reads: () => reads }
}
