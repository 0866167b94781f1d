// Does the same work for many things, some at a time.

/**
 * Results in the order of the things. The first failure ends it: no new work begins, and running work is waited for.
 */
export async function inParallel<T, R>(
  things: readonly T[],
  atATime: number,
  work: (thing: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(things.length)
  let failed = false
  // The workers share it, so each takes the next thing.
  const left = things.entries()
  const worker = async () => {
    for (const [index, thing] of left) {
      if (failed) return
      try {
        results[index] = await work(thing, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = Array.from({ length: Math.min(atATime, things.length) }, worker)
  const ended = await Promise.allSettled(workers)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return results
}
