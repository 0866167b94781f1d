// Work that runs beside a worker until it is told to stop.

/** Begins it. Returns a function that aborts its signal and waits until it has ended. */
export function untilStopped(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const running = work(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return async () => {
    stopping.abort(new Error('stopping'))
    await running
  }
}
