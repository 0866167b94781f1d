// What the audit log says of an event: never a word of the content.
import { expect, test } from 'vitest'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { auditEntry, entriesRemovedBy } from '../../../processors/keep-audit/evolve.ts'
import { delivered, LATER, opens, RESOURCE, sealedFact, USER } from '../given.ts'

test('given a fact, when written down, then its open part is there and nothing sealed', () => {
  const event = delivered('FactAsserted', {
    open: opens.factAsserted,
    sealed: { ...sealedFact, text: 'xylophone-canary' },
    position: 9,
  })
  const entry = auditEntry(event)
  expect(entry).toMatchObject({
    ...USER,
    id: event.event.id,
    type: 'FactAsserted',
    topic: 'memory.facts.v1',
    position: 9,
    at: LATER,
    source: 3,
    category: 'work',
    permanent: false,
    details: opens.factAsserted,
  })
  expect(JSON.stringify(entry)).not.toContain('xylophone')
})

test('given a write, when written down, then it is its own source', () => {
  const event = delivered('ContentStored', { open: opens.contentStored, position: 9 })
  expect(auditEntry(event)).toMatchObject({ source: 9, category: null, permanent: false })
})

test('given what tells of forgetting, when written down, then it stays for ever', () => {
  const of = { source: 9, forgottenId: RESOURCE }
  const counts = { deletedItems: 1, deletedEntities: 1, deletedResources: 1 }
  const erased = { ...of, category: 'work', ...counts, deletedObjects: 1, deletedEvents: 1 }
  const told = [
    delivered('MemoryForgotten', { open: { category: 'work', keyGeneration: 0 } }),
    delivered('ExtractionFenced', { open: { source: 9, category: 'work' } }),
    delivered('ResourceErased', { open: { ...of, resourceId: RESOURCE } }),
    delivered('ReceiptIssued', { open: opens.receiptIssued }),
    delivered('MemoryErased', { open: erased }),
  ]
  expect(told.map(auditEntry)).toMatchObject([
    { type: 'MemoryForgotten', permanent: true, category: 'work' },
    { type: 'ExtractionFenced', permanent: true, category: 'work' },
    { type: 'ResourceErased', permanent: true, category: null },
    { type: 'ReceiptIssued', permanent: true, category: null },
    { type: 'MemoryErased', permanent: true, category: 'work' },
  ])
})

test('given an erased resource, when told, then the entries of its write and its processing go', () => {
  const open = { source: 9, resourceId: RESOURCE, forgottenId: RESOURCE }
  expect(entriesRemovedBy(delivered('ResourceErased', { open }))).toEqual([
    { ...USER, id: RESOURCE },
    { ...USER, id: derivedUuid(RESOURCE, 'processed') },
  ])
  const stored = delivered('ContentStored', { open: opens.contentStored })
  expect(entriesRemovedBy(stored)).toEqual([])
})

test('given an ignored webhook, when written down, then it says why, at its own position', () => {
  const open = {
    from: 'stripe',
    sourceId: RESOURCE,
    eventType: 'charge.refunded',
    reason: 'the payload names no user',
    deliveryHash: null,
  }
  const entry = auditEntry(delivered('WebhookIgnored', { open, position: 9, userId: '_' }))
  expect(entry).toMatchObject({ userId: '_', source: 9, permanent: false, details: open })
})

test('given a maintenance, when written down, then its request and each change are entries that a fence reaches', () => {
  const asked = delivered('MaintenanceRequested', { open: opens.maintenanceRequested, position: 6 })
  const pruned = delivered('FactPruned', { open: opens.factPruned, position: 40 })
  expect(auditEntry(asked)).toMatchObject({ source: 6, category: null, permanent: false })
  expect(auditEntry(pruned)).toMatchObject({
    source: 6,
    category: 'work',
    permanent: false,
    details: { factId: 'fact', reason: 'faded', importance: 'low' },
  })
})
