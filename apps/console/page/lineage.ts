// What became of a fact: which ones it took the place of, who closed it, and why. Pure.
import type { Item } from './shapes.ts'

/** Why a fact is not current any more; null where it is. */
export type Closing = {
  /** The fact in its place; undefined where that is not among those known. */
  by?: Item | undefined
  at: string | null
  why: string
}

export function closingOf(item: Item, known: ReadonlyMap<string, Item>): Closing | null {
  if (item.state === 'current') return null
  if (item.state === 'pruned') {
    return { at: item.prunedAt ?? null, why: 'Nothing said it again, and it had faded with age.' }
  }
  if (item.state === 'resolved') return { at: item.closedAt, why: 'It was settled.' }
  if (item.state === 'retracted') return { at: item.closedAt, why: 'It was taken back.' }
  const by = item.supersededBy === null ? undefined : known.get(item.supersededBy)
  if (item.state === 'merged') return { by, at: null, why: 'The other fact says the same.' }
  return { by, at: item.validTo, why: by ? conflict(item, by) : 'A newer fact contradicts it.' }
}

function conflict(old: Item, next: Item): string {
  const sameSlot = old.attribute !== null && old.attribute === next.attribute
  if (!sameSlot || old.value === null || next.value === null) {
    return 'A newer fact contradicts it.'
  }
  const subject = old.subject === null ? '' : ` of ${old.subject}`
  return `A newer ${old.attribute}${subject}: ${old.value} became ${next.value}.`
}

/** Facts that hold, each with what it took the place of, the latest first. */
export type Layered = { item: Item; under: readonly Item[] }

export function layersOf(items: readonly Item[]): Layered[] {
  const known = new Map(items.map((item) => [item.id, item]))
  return items.filter(isShownOnTop(known)).map((item) => ({ item, under: underneath(item, known) }))
}

/** A closed fact lies under the one that closed it, where that is known. */
function isShownOnTop(known: ReadonlyMap<string, Item>) {
  return ({ state, supersededBy }: Item) =>
    state === 'current' || supersededBy === null || !known.has(supersededBy)
}

const MAX_LAYERS = 50

function underneath(item: Item, known: ReadonlyMap<string, Item>): Item[] {
  const found = new Map<string, Item>()
  const waiting = [...item.supersedes]
  while (waiting.length > 0 && found.size < MAX_LAYERS) {
    const next = known.get(waiting.shift()!)
    if (!next || next.id === item.id || found.has(next.id)) continue
    found.set(next.id, next)
    waiting.push(...next.supersedes)
  }
  return [...found.values()].sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
}
