// Decides which notices an app gets about a user's memory (spec 6.2 and 6.3). Pure.
import type { FirstMentions } from '../../infra/ports/graph-store.ts'
import type { FactEvent, NewDomainEvent, SummaryEvent } from '../../schemas/events/catalogue.ts'
import type { NoticeName } from '../../schemas/events/notices.ts'
import { scopeName } from '../../schemas/scope-name.ts'
import { eventFrom } from '../event-from.ts'

type Superseded = Extract<FactEvent, { type: 'FactSuperseded' }>
type Contested = Extract<FactEvent, { type: 'FactContested' }>
type Processed = Extract<FactEvent, { type: 'ResourceProcessed' }>
type Completed = Extract<SummaryEvent, { type: 'MaintenanceCompleted' }>

export function conflictDetected(event: Superseded): NewDomainEvent {
  const { factId, supersededBy, resourceId, category, validTo } = event.open
  const data = { supersededItemId: factId, itemId: supersededBy, resourceId, category, validTo }
  return notice(event, 'conflict.detected', { category, data })
}

/** A less trusted fact contradicts a more trusted one: both stay, and the app may ask its user. */
export function contestDetected(event: Contested): NewDomainEvent {
  const { factId, contests, resourceId, category } = event.open
  const data = { contestedItemId: contests, itemId: factId, resourceId, category }
  return notice(event, 'conflict.detected', { category, data })
}

/** A maintenance is done: how many facts were pruned and merged, and how many summaries rewritten. */
export function maintenanceCompleted(event: Completed): NewDomainEvent {
  const { pruned, merged, refreshed } = event.open
  const data = { pruned, merged, refreshed }
  return notice(event, 'maintenance.completed', { category: null, data })
}

/**
 * The most new entities, changed entities and relationships that a write lists, each; beyond that it gives only their
 * number.
 */
const MAX_NOTICES = 1_000

/**
 * A resource has been processed, and these entities and relationships are new with it, or changed. Each has the
 * category of the facts that say so, and is forgotten with it.
 */
export function resourceProcessed(
  event: Processed,
  firstMentions: FirstMentions,
): NewDomainEvent[] {
  const { resourceId, asserted, categories } = event.open
  const told = <T extends { category: string | null }>(
    name: NoticeName,
    all: readonly T[],
    aboutOf: (each: T) => readonly string[],
  ) =>
    inOrder(all, aboutOf).map(({ about, each: { category, ...data } }) =>
      notice(event, name, { about, category, data: { resourceId, ...data } }),
    )
  const ofEntity = ({ type, name }: FirstMentions['entities'][number]) => [type, name]
  return [
    ...told('entity.created', firstMentions.entities, ofEntity),
    ...told('entity.updated', firstMentions.updated, ofEntity),
    ...told('relationship.created', firstMentions.relationships, (each) => [
      each.source,
      each.type,
      each.target,
    ]),
    notice(event, 'memory.processed', {
      category: null,
      data: {
        resourceId,
        itemsCreated: asserted,
        entitiesCreated: firstMentions.entities.length,
        categoriesUpdated: categories,
      },
    }),
  ]
}

/** By their letters: a store orders them by what its user's key makes of these, and another key would tell others. */
function inOrder<T>(all: readonly T[], aboutOf: (each: T) => readonly string[]) {
  return all
    .map((each) => ({ about: JSON.stringify(aboutOf(each)), each }))
    .sort((a, b) => (a.about < b.about ? -1 : 1))
    .slice(0, MAX_NOTICES)
}

/**
 * `about`: what tells it from others of its name and cause. The user tells it from those of another user whose event has
 * the same id, because a delivery, and what its receiver tells it by, follows from the id of the notice alone.
 */
function notice(
  cause: Superseded | Contested | Processed | Completed,
  name: NoticeName,
  told: { about?: string; category: string | null; data: Record<string, unknown> },
): NewDomainEvent {
  const { about = '', category, data } = told
  return {
    ...eventFrom(cause, JSON.stringify([scopeName(cause), name, about])),
    type: 'NoticeRaised',
    open: { name, source: cause.open.source, category },
    sealed: { data },
  }
}
