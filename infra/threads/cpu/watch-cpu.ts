// Watches the CPU time of a thread while it works on one request. CPU time rather than time on the clock, so that a
// busy machine fails no request.

type CpuWatch = {
  /** CPU time since the request began, in milliseconds. May answer late, or never if the thread ends. */
  usedMs: () => Promise<number>
  budgetMs: number
  over: (usedMs: number) => void
}

/** At least this long between two looks. */
const SHORTEST_LOOK_MS = 5

/**
 * Calls `over` once when the budget is used up. The rest of the budget lasts at least as long on the clock, so most
 * requests end before the first look. Returns a function that ends the watch.
 */
export function watchCpu({ usedMs, budgetMs, over }: CpuWatch): () => void {
  let ended = false
  let timer = setTimeout(look, budgetMs)
  async function look() {
    const used = await usedMs().catch(() => 0)
    if (ended) return
    if (used >= budgetMs) over(used)
    else timer = setTimeout(look, Math.max(SHORTEST_LOOK_MS, budgetMs - used))
  }
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
