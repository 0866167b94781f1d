// The history of a fact: which facts it replaced, which one closed it, and why. Pure.
import type { Item } from '../shapes.ts'

/** Why a fact is not current any more; null where it is. */
type Closing = {
  /** The fact in its place; undefined where that one is not loaded. */
  by?: Item | undefined
  at: string | null
  why: string
}

export function closingOf(item: Item, known: ReadonlyMap<string, Item>): Closing | null {
  if (item.state === 'current') return null
  if (item.state === 'pruned') {
    return { at: item.prunedAt ?? null, why: 'Nothing said it again, and it had faded with age.' }
  }
  if (item.state === 'resolved')
    return { at: item.closedAt, why: 'A client settled it: it is no longer retrieved.' }
  if (item.state === 'retracted')
    return { at: item.closedAt, why: 'A client took it back: it is no longer retrieved.' }
  if (item.state === 'reprocessed')
    return {
      at: item.closedAt,
      why: 'Another engine has read the same words and does not find it.',
    }
  const by = item.supersededBy === null ? undefined : known.get(item.supersededBy)
  if (item.state === 'merged') return { by, at: null, why: 'The other fact says the same.' }
  return { by, at: item.validTo, why: by ? conflict(item, by) : 'A newer fact contradicts it.' }
}

function conflict(old: Item, next: Item): string {
  const sameSlot = old.attribute !== null && old.attribute === next.attribute
  if (!sameSlot || old.value === null || next.value === null) {
    return 'A newer fact contradicts it.'
  }
  if (old.value === next.value) return 'Newer words for the same.'
  const subject = old.subject === null ? '' : ` of ${old.subject}`
  return `A newer ${old.attribute}${subject}: ${old.value} became ${next.value}.`
}

/** The order in which facts held; of those that held from one instant on, the one that was learnt first. */
export function inOrder(items: readonly Item[]): Item[] {
  const keyOf = ({ validFrom, recordedAt }: Item) => `${validFrom} ${recordedAt ?? ''}`
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}

/** Facts that hold, each with those whose place it has: the pinned ones, then the latest first. A plan has none yet. */
export type Layered = { item: Item; under: readonly Item[] }

export function layersOf(items: readonly Item[]): Layered[] {
  const known = new Map(items.map((item) => [item.id, item]))
  // Across categories only the replaced fact names the other (`supersededBy`); its successor does not list it.
  const replaced = Map.groupBy(items, ({ supersededBy }) => supersededBy)
  const before = ({ id, supersedes }: Item) => [
    ...supersedes.flatMap((old) => known.get(old) ?? []),
    ...(replaced.get(id) ?? []),
  ]
  const layers = items
    .filter(isShownOnTop(known))
    .map((item) => ({ item, under: underneath(item, before) }))
  return [...layers.filter(isPinned), ...layers.filter((layer) => !isPinned(layer))]
}

/** A closed fact lies under the one that closed it, where that one is known. */
function isShownOnTop(known: ReadonlyMap<string, Item>) {
  return ({ state, supersededBy }: Item) =>
    state === 'current' || supersededBy === null || !known.has(supersededBy)
}

function isPinned({ item: { pinned, current } }: Layered): boolean {
  return pinned && current
}

const MAX_LAYERS = 50

function underneath(item: Item, before: (item: Item) => Item[]): Item[] {
  const found = new Map<string, Item>()
  const waiting = before(item)
  while (waiting.length > 0 && found.size < MAX_LAYERS) {
    const next = waiting.shift()
    if (!next || next.id === item.id || found.has(next.id)) continue
    found.set(next.id, next)
    waiting.push(...before(next))
  }
  return inOrder([...found.values()].filter(({ current }) => !current)).reverse()
}
