// Names the hits of a search, which finds items by their numbers.
import type { Hit } from '../ports/memory-store.ts'
import { byScore } from '../ports/rules/by-score.ts'

export type Numbered = { n: number; score: number }

/**
 * The best by score, then by id. An item without an id is gone. Many may share the last place: of these, ids are only
 * sorted as far as there is room.
 */
export function named(
  hits: readonly Numbered[],
  idOf: (n: number) => string | undefined,
  limit: number,
): Hit[] {
  const least = hits.reduce(
    (lowest, { score }) => Math.min(lowest, score),
    Number.POSITIVE_INFINITY,
  )
  const best: Hit[] = []
  const last: string[] = []
  for (const { n, score } of hits) {
    const id = idOf(n)
    if (id === undefined) continue
    if (score > least) best.push({ id, score })
    else last.push(id)
  }
  best.sort(byScore)
  const room = Math.max(0, limit - best.length)
  return [...best, ...firstOf(last, room).map((id) => ({ id, score: least }))].slice(0, limit)
}

/** The first `room` of them, sorted. */
function firstOf(ids: readonly string[], room: number): string[] {
  const first: string[] = []
  for (const id of ids) {
    if (first.length === room && !(id < (first.at(-1) ?? ''))) continue
    first.splice(placeIn(first, id), 0, id)
    if (first.length > room) first.pop()
  }
  return first
}

function placeIn(sorted: readonly string[], id: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < id) from = middle + 1
    else to = middle
  }
  return from
}
