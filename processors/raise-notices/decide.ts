// Decides which notices an app gets about a user's memory (spec 6.2 and 6.3). Pure.
import type { FirstMentions } from '../../infra/ports/graph-store.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { FactEvent, NewDomainEvent, SummaryEvent } from '../../schemas/events/catalogue.ts'
import type { NoticeName } from '../../schemas/events/notices.ts'

type Superseded = Extract<FactEvent, { type: 'FactSuperseded' }>
type Contested = Extract<FactEvent, { type: 'FactContested' }>
type Processed = Extract<FactEvent, { type: 'ResourceProcessed' }>
type Completed = Extract<SummaryEvent, { type: 'MaintenanceCompleted' }>

export function conflictDetected(event: Superseded): NewDomainEvent {
  const { factId, supersededBy, resourceId, category, validTo } = event.open
  return notice(event, 'conflict.detected', {
    about: '',
    category,
    data: {
      supersededItemId: factId,
      itemId: supersededBy,
      resourceId,
      category,
      validTo,
    },
  })
}

/** A less trusted fact contradicts a more trusted one: both stay, and the app may ask its user. */
export function contestDetected(event: Contested): NewDomainEvent {
  const { factId, contests, resourceId, category } = event.open
  return notice(event, 'conflict.detected', {
    about: '',
    category,
    data: {
      contestedItemId: contests,
      itemId: factId,
      resourceId,
      category,
    },
  })
}

/** A maintenance is done: how many facts were pruned and merged, and how many summaries rewritten. */
export function maintenanceCompleted(event: Completed): NewDomainEvent {
  const { pruned, merged, refreshed } = event.open
  return notice(event, 'maintenance.completed', {
    about: '',
    category: null,
    data: { pruned, merged, refreshed },
  })
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
  return [
    ...firstMentions.entities.slice(0, MAX_NOTICES).map(({ category, ...entity }) =>
      notice(event, 'entity.created', {
        about: JSON.stringify([entity.type, entity.name]),
        category,
        data: {
          resourceId,
          ...entity,
        },
      }),
    ),
    ...firstMentions.updated.slice(0, MAX_NOTICES).map(({ category, ...entity }) =>
      notice(event, 'entity.updated', {
        about: JSON.stringify([entity.type, entity.name]),
        category,
        data: {
          resourceId,
          ...entity,
        },
      }),
    ),
    ...firstMentions.relationships.slice(0, MAX_NOTICES).map(({ category, ...relationship }) =>
      notice(event, 'relationship.created', {
        about: nameOf(relationship),
        category,
        data: {
          resourceId,
          ...relationship,
        },
      }),
    ),
    notice(event, 'memory.processed', {
      about: '',
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

function nameOf({
  source,
  type,
  target,
}: Omit<FirstMentions['relationships'][number], 'category'>): string {
  return JSON.stringify([source, type, target])
}

function notice(
  cause: Superseded | Contested | Processed | Completed,
  name: NoticeName,
  {
    about,
    category,
    data,
  }: { about: string; category: string | null; data: Record<string, unknown> },
): NewDomainEvent {
  return {
    id: derivedUuid(cause.id, `${name} ${about}`),
    type: 'NoticeRaised',
    appId: cause.appId,
    userId: cause.userId,
    occurredAt: cause.occurredAt,
    open: { name, source: cause.open.source, category },
    sealed: { data },
  }
}
