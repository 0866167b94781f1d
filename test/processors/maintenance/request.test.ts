// The request for a user's maintenance: one a user and day where the schedule asks.
import { expect, test } from 'vitest'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { maintenanceRecord, scheduledId } from '../../../processors/maintenance/request.ts'
import { RESOURCE, USER } from '../given.ts'

const NOW = '2026-11-21T09:00:00.000Z'

test('given a user and a day, then the id is the same whichever release asks, and another for another', () => {
  expect(scheduledId(USER, '2026-11-21')).toBe('451ed453-d316-58f4-90e3-53df673e3a74')
  const others = [
    scheduledId(USER, '2026-11-22'),
    scheduledId({ ...USER, userId: 'other' }, '2026-11-21'),
    scheduledId({ ...USER, appId: 'other' }, '2026-11-21'),
  ]
  expect(new Set([...others, scheduledId(USER, '2026-11-21')]).size).toBe(4)
})

test('given a user, when maintenance is asked for, then the event names the key that is current, and seals nothing', async () => {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  await keys.current([USER])
  await keys.rotate(USER)
  const asked = { ...USER, id: RESOURCE, now: new Date(NOW), requestedBy: 'operator' as const }
  expect(await maintenanceRecord({ keys }, asked)).toMatchObject({
    topic: 'memory.writes.v1',
    event: {
      ...USER,
      id: RESOURCE,
      type: 'MaintenanceRequested',
      occurredAt: NOW,
      recordedAt: NOW,
      causationId: null,
      traceparent: null,
      open: { asOf: NOW, requestedBy: 'operator', keyGeneration: 2 },
      sealed: null,
    },
  })
  await keys.close()
})
