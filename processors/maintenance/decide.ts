// Decides what maintenance does to a user's memory, given a survey of it: which facts are pruned, which merged, and
// which summaries are rewritten. Pure: the same survey gives the same events with the same ids.
import type { Item, ItemDocument } from '../../infra/ports/memory-store.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { eventFrom } from '../event-from.ts'
import { duplicatesAmong } from './duplicates.ts'
import type { PruneReason } from './lifetime.ts'

/** A user's memory as maintenance sees it. */
export type Survey = {
  faded: readonly { item: Item; reason: PruneReason }[]
  /** Groups of current facts, some of which say the same. A fact may be in several. */
  alike: readonly (readonly ItemDocument[])[]
  /** Categories whose summary does not rest on the facts that it should rest on. */
  stale: readonly string[]
}

type Plan = {
  pruned: readonly { item: Item; reason: PruneReason }[]
  merged: readonly { item: Item; into: string }[]
  categories: readonly string[]
}

/** The MaintenanceRequested that is handled. */
type Asked = Scope & {
  id: string
  /** Its position in memory.writes.v1. */
  position: number
  occurredAt: string
  asOf: string
  keyGeneration: number
}

/** The most changes per maintenance; the next one finds what is left. */
export const MAX_CHANGES = 1000

/**
 * Merges first: facts that say the same corroborate each other. `busy` facts have just changed: they are left alone.
 */
export function plan(survey: Survey, busy: ReadonlySet<string> = new Set()): Plan {
  const closed = new Set<string>(busy)
  const kept = new Set<string>()
  const merged: { item: Item; into: string }[] = []
  for (const group of survey.alike) {
    const free = group.filter(({ item }) => !closed.has(item.id))
    for (const { closed: other, into } of duplicatesAmong(free)) {
      // A fact that stays for another is not closed itself: one step at a time.
      if (kept.has(other.item.id) || merged.length >= MAX_CHANGES) continue
      closed.add(other.item.id)
      kept.add(into.item.id)
      merged.push({ item: other.item, into: into.item.id })
    }
  }
  const pruned = survey.faded
    .filter(({ item }) => !closed.has(item.id) && !kept.has(item.id))
    .slice(0, MAX_CHANGES - merged.length)
  const touched = [...pruned, ...merged].map(({ item }) => item.category)
  return { pruned, merged, categories: [...new Set([...touched, ...survey.stale])].sort() }
}

export function isNothing({ pruned, merged, categories }: Plan): boolean {
  return pruned.length + merged.length + categories.length === 0
}

/** The events of a plan: the changes first, then one that says that these are all. */
export function decide(asked: Asked, { pruned, merged, categories }: Plan): NewFactEvent[] {
  return [
    ...merged.map(({ item, into }) => factMerged(asked, item, into)),
    ...pruned.map(({ item, reason }) => factPruned(asked, item, reason)),
    {
      ...eventFrom(asked, 'maintained'),
      type: 'FactsMaintained',
      open: {
        source: asked.position,
        keyGeneration: asked.keyGeneration,
        asOf: asked.asOf,
        pruned: pruned.length,
        merged: merged.length,
        categories: [...categories],
      },
      sealed: null,
    },
  ]
}

function factPruned(asked: Asked, item: Item, reason: PruneReason): NewFactEvent {
  const { id, category, importance, resourceId } = item
  // No critical fact may get here; if one does, the maintenance fails as a whole rather than prune it (spec 6.4).
  if (importance === 'critical') throw new Error('a critical fact is never pruned')
  return {
    ...eventFrom(asked, `pruned ${id}`),
    type: 'FactPruned',
    open: {
      factId: id,
      source: asked.position,
      resourceId,
      category,
      importance,
      reason,
      prunedAt: asked.asOf,
    },
    sealed: null,
  }
}

function factMerged(asked: Asked, item: Item, into: string): NewFactEvent {
  const { id, category, confidence, resourceId } = item
  return {
    ...eventFrom(asked, `merged ${id}`),
    type: 'FactMerged',
    open: {
      factId: id,
      mergedInto: into,
      source: asked.position,
      resourceId,
      category,
      confidence,
      mergedAt: asked.asOf,
    },
    sealed: null,
  }
}
