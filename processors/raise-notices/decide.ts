// Decides what an app is told about a user's memory (spec 6.2 and 6.3). Pure.
import { derivedUuid } from '../../infra/runtime/ids.ts'
import type { FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import type { NoticeName } from '../../schemas/events/notices.ts'

type Superseded = Extract<FactEvent, { type: 'FactSuperseded' }>
type Processed = Extract<FactEvent, { type: 'ResourceProcessed' }>

export type Firsts = {
  entities: readonly { name: string; type: string }[]
  relationships: readonly { source: string; type: string; target: string }[]
}

export function conflictDetected(event: Superseded): NewDomainEvent {
  const { factId, supersededBy, resourceId, category, validTo } = event.open
  return notice(event, 'conflict.detected', '', category, {
    supersededItemId: factId,
    itemId: supersededBy,
    resourceId,
    category,
    validTo,
  })
}

/** A resource has been processed, and these entities and relationships were new with it. */
export function resourceProcessed(event: Processed, firsts: Firsts): NewDomainEvent[] {
  const { resourceId, asserted, categories } = event.open
  return [
    ...firsts.entities.map((entity) =>
      notice(event, 'entity.created', JSON.stringify([entity.type, entity.name]), null, {
        resourceId,
        ...entity,
      }),
    ),
    ...firsts.relationships.map((relationship) =>
      notice(event, 'relationship.created', nameOf(relationship), null, {
        resourceId,
        ...relationship,
      }),
    ),
    notice(event, 'memory.processed', '', null, {
      resourceId,
      itemsCreated: asserted,
      entitiesCreated: firsts.entities.length,
      categoriesUpdated: categories,
    }),
  ]
}

function nameOf({ source, type, target }: Firsts['relationships'][number]): string {
  return JSON.stringify([source, type, target])
}

function notice(
  cause: Superseded | Processed,
  name: NoticeName,
  about: string,
  category: string | null,
  data: Record<string, unknown>,
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
