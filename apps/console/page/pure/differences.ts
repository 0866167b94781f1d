// What changed of a user's facts between two instants of valid time, computed from the known facts. Pure. For recorded
// time the service computes it (`GET /diff`), in the same shape.
import type { Difference, Item } from '../shapes.ts'

/** The latest first. A fact that began and ended in between is left out: it held on neither day. */
export function differencesWithin(
  items: readonly Item[],
  from: string,
  to: string,
): Pick<Difference, 'change' | 'item' | 'replacedBy'>[] {
  const known = new Map(items.map((item) => [item.id, item]))
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const replaces = new Set<string>()
  const ended = items.filter((item) => holdsAt(item, first) && !holdsAt(item, last))
  const closed = ended.map((item) => {
    const replacedBy = successorOf(item, known, last)
    if (replacedBy) replaces.add(replacedBy.id)
    return { change: replacedBy ? ('changed' as const) : ('closed' as const), item, replacedBy }
  })
  const came = items
    .filter((item) => !holdsAt(item, first) && holdsAt(item, last) && !replaces.has(item.id))
    .map((item) => ({ change: 'came' as const, item, replacedBy: null }))
  return [...closed, ...came]
}

function holdsAt({ validFrom, validTo, state }: Item, at: number): boolean {
  if (state === 'retracted' || state === 'merged' || state === 'reprocessed') return false
  return Date.parse(validFrom) <= at && (validTo === null || Date.parse(validTo) > at)
}

/** The fact that replaced it may itself have been replaced before the other day. */
function successorOf(item: Item, known: ReadonlyMap<string, Item>, at: number): Item | null {
  const seen = new Set<string>()
  for (let next = nextOf(item, known); next && !seen.has(next.id); next = nextOf(next, known)) {
    if (holdsAt(next, at)) return next
    seen.add(next.id)
  }
  return null
}

function nextOf({ supersededBy }: Item, known: ReadonlyMap<string, Item>): Item | undefined {
  return supersededBy === null ? undefined : known.get(supersededBy)
}
