// An example for every request and answer of the document, by the operation's id. A test holds them against the schemas.
import { adminExamples } from './admin.ts'
import { configurationExamples } from './configuration.ts'
import type { Example } from './example.ts'
import { integrationExamples } from './integrations.ts'
import { memoryExamples } from './memory.ts'
import { writingExamples } from './writing.ts'

export const examples: Readonly<Record<string, Example>> = {
  ...writingExamples,
  ...memoryExamples,
  ...configurationExamples,
  ...integrationExamples,
  ...adminExamples,
}

const id = '01a1f89d-420c-76a9-ac2c-f8da7d1ace4c'

export const parameterExamples: Readonly<Record<string, unknown>> = {
  appId: 'shop',
  userId: 'anna',
  entityName: 'Julia',
  itemId: '04u4p7ngil9tj',
  resourceId: id,
  receiptId: id,
  replayId: id,
  threadId: 'slack/C012/p1700',
  eventType: 'purchase',
  source: 'github',
  id,
  deliveryId: id,
  category: 'profile',
  scope: 'kitchen',
  onlyScope: 'kitchen',
  current: 'true',
  scopes: ['kitchen'],
  types: ['instruction'],
  pinned: 'true',
  wait: 5000,
  type: 'event',
  limit: 50,
  offset: 0,
  search: 'ann',
  asOf: '2026-03-01T10:00:00Z',
  knownAt: '2026-03-01T10:00:00Z',
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-02T00:00:00Z',
  binding: id,
  'idempotency-key': 'order-4711',
}
