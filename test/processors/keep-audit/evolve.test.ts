// What the audit log says of an event: never a word of the content.
import { expect, test } from 'vitest'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import {
  auditEntries,
  auditEntry,
  entriesRemovedBy,
  generationsIn,
} from '../../../processors/keep-audit/evolve.ts'
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

test('given an event of a user, when written down, then it is one entry', () => {
  const stored = delivered('ContentStored', { open: opens.contentStored })
  expect(auditEntries(stored)).toEqual([auditEntry(stored)])
})

test('given signed roots, when written down, then each is an entry of its app that stays, and the first of a run keeps its id', () => {
  const root = {
    users: 1,
    entries: 2,
    previous: null,
    root: 'r'.repeat(43),
    signature: 's'.repeat(86),
  }
  const rooted = (run: number) =>
    delivered('AuditRooted', {
      open: {
        run,
        previous: null,
        chained: null,
        day: '2026-05-08',
        upTo: [{ topic: 'memory.facts.v1', partition: 0, position: 7 }],
        roots: [
          { ...root, appId: 'one' },
          { ...root, appId: 'other' },
        ],
        publicKey: 'p'.repeat(43),
      },
      position: 9,
    })
  const [one, other, ...more] = auditEntries(rooted(3))
  expect(more).toEqual([])
  expect(one).toMatchObject({
    appId: '~audit-roots',
    userId: 'one',
    type: 'AuditRooted',
    position: 9,
    permanent: true,
    details: {
      statement: { type: 'palimpsest.audit-root', appId: 'one', run: 3, users: 1, entries: 2 },
      signature: { alg: 'EdDSA', publicKey: 'p'.repeat(43), value: 's'.repeat(86) },
    },
  })
  expect(one!.details).not.toHaveProperty('appId')
  expect(other).toMatchObject({ appId: '~audit-roots', userId: 'other' })
  expect(one!.id).toBe(derivedUuid('4a8f3f0e-6d0b-4a53-9b0f-2f6f0c9d7e15', 'root 3 of one'))
  const ids = [...auditEntries(rooted(3)), ...auditEntries(rooted(4))].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(ids.slice(0, 2)).toEqual([one!.id, other!.id])
})

test('given events that hold words, and ones that say where they are, when asked, then by which key each is sealed', () => {
  const sealed = delivered('FactAsserted', { open: opens.factAsserted, sealed: sealedFact })
  const stored = delivered('ContentStored', {
    open: { ...opens.contentStored, keyGeneration: 5 },
  })
  const pruned = delivered('FactPruned', { open: opens.factPruned })
  const forgotten = delivered('MemoryForgotten', { open: { category: 'work', keyGeneration: 0 } })
  const generations = generationsIn([
    { ...sealed, keyGeneration: 3 },
    { ...stored, keyGeneration: null },
    { ...pruned, keyGeneration: null },
    { ...forgotten, keyGeneration: null },
  ])
  expect([...generations]).toEqual([
    [sealed.event.id, 3],
    [stored.event.id, 5],
  ])
})
