// An example payload of every event that webhooks deliver.
import type { NoticeName } from '../../../../schemas/events/notices.ts'

const resourceId = '01a1f89d-420c-76a9-ac2c-f8da7d1ace4c'

const data: Readonly<Record<NoticeName, Record<string, unknown>>> = {
  'memory.processed': {
    resourceId,
    itemsCreated: 2,
    entitiesCreated: 3,
    categoriesUpdated: ['profile', 'work'],
  },
  'entity.created': { resourceId, name: 'Julia', type: 'person' },
  'entity.updated': { resourceId, name: 'Anna', type: 'person', properties: { home: 'Lisbon' } },
  'relationship.created': { resourceId, source: 'Anna', type: 'lives_in', target: 'Lisbon' },
  'conflict.detected': {
    supersededItemId: '3sox7kc96e0td',
    itemId: '04u4p7ngil9tj',
    resourceId,
    category: 'profile',
    validTo: '2026-03-01T10:00:00.000Z',
  },
  'maintenance.completed': { pruned: 2, merged: 1, refreshed: 1 },
}

export function webhookExample(event: NoticeName): object {
  return {
    event,
    timestamp: '2026-03-01T10:00:02.000Z',
    appId: 'shop',
    userId: 'anna',
    data: data[event],
  }
}
