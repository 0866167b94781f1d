// Does something now and then, for as long as the process lives.

/** Keeps no process that has nothing else to do. Returns a function that ends it. */
export function every(ms: number, work: () => unknown): () => void {
  const timer = setInterval(work, ms).unref()
  return () => clearInterval(timer)
}
