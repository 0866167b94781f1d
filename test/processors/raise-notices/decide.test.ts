// The notices that an app gets about a user's memory.
import { expect, test } from 'vitest'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import {
  conflictDetected,
  contestDetected,
  maintenanceCompleted,
  resourceProcessed,
} from '../../../processors/raise-notices/decide.ts'
import type { NoticeName } from '../../../schemas/events/notices.ts'
import { webhookEvents } from '../../../schemas/webhooks/payloads.ts'
import { delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

const processed = delivered('ResourceProcessed', { open: opens.resourceProcessed }).event
const none = { entities: [], relationships: [], updated: [] }
const category = 'work'

test('given a superseded fact, when told, then both items and the time are named', () => {
  const { event } = delivered('FactSuperseded', { open: opens.factSuperseded })
  expect(conflictDetected(event)).toMatchObject({
    ...USER,
    type: 'NoticeRaised',
    open: { name: 'conflict.detected', source: 5, category: 'work' },
    sealed: {
      data: { supersededItemId: 'fact', itemId: 'newer', resourceId: RESOURCE, validTo: LATER },
    },
  })
})

test('given a claim beside what is trusted more, when told, then it is a conflict in which nothing was closed', () => {
  const { event } = delivered('FactContested', { open: opens.factContested })
  const notice = contestDetected(event)
  expect(notice).toMatchObject({ open: { name: 'conflict.detected', source: 5, category: 'work' } })
  const { data } = notice.sealed as { data: unknown }
  expect(data).toEqual({
    contestedItemId: 'trusted',
    itemId: 'fact',
    resourceId: RESOURCE,
    category: 'work',
  })
  expect(webhookEvents['conflict.detected'].data.parse(data)).toEqual(data)
})

test('given a processed resource with nothing new, when told, then there is one notice with its counts', () => {
  expect(resourceProcessed(processed, none)).toMatchObject([
    {
      open: { name: 'memory.processed', source: 3, category: null },
      sealed: {
        data: {
          resourceId: RESOURCE,
          itemsCreated: 1,
          entitiesCreated: 0,
          categoriesUpdated: ['work'],
        },
      },
    },
  ])
})

test('given firstMentions, when told, then each has a notice, before that of the resource', () => {
  const notices = resourceProcessed(processed, {
    entities: [{ name: 'Ana', type: 'person', category }],
    relationships: [{ source: 'Ana', type: 'works_at', target: 'Acme', category: null }],
    updated: [{ name: 'Julia', type: 'person', properties: { employer: 'Acme' }, category }],
  })
  expect(notices.map(({ open }) => (open as { name: string }).name)).toEqual([
    'entity.created',
    'entity.updated',
    'relationship.created',
    'memory.processed',
  ])
  // Forgetting a category takes what only its facts said.
  expect(notices.map(({ open }) => (open as { category: string | null }).category)).toEqual([
    category,
    category,
    null,
    null,
  ])
  for (const { open, sealed } of notices) {
    const { name } = open as { name: NoticeName }
    const { data } = sealed as { data: Record<string, unknown> }
    expect(webhookEvents[name].data.parse(data)).toEqual(data)
  }
})

test('given firstMentions whose names run together alike, when told, then no two notices share an id', () => {
  const notices = resourceProcessed(processed, {
    entities: [
      { name: 'b c', type: 'a', category },
      { name: 'c', type: 'a b', category },
    ],
    relationships: [
      { source: 'a b', type: 'c', target: 'd', category },
      { source: 'a', type: 'b c', target: 'd', category },
    ],
    updated: [],
  })
  expect(new Set(notices.map(({ id }) => id)).size).toBe(5)
})

test('given the same event, when told again, then the ids are the same', () => {
  const ids = () => resourceProcessed(processed, none).map(({ id }) => id)
  expect(ids()).toEqual(ids())
})

test('given two users whose events have the same id, as after an import, when told, then no notice of one has the id of the other’s', () => {
  const id = RESOURCE
  const ofBoth = [USER, { ...USER, userId: 'imported' }].map((scope) => [
    conflictDetected(
      delivered('FactSuperseded', { ...scope, id, open: opens.factSuperseded }).event,
    ),
    contestDetected(delivered('FactContested', { ...scope, id, open: opens.factContested }).event),
    maintenanceCompleted(
      delivered('MaintenanceCompleted', { ...scope, id, open: opens.maintenanceCompleted }).event,
    ),
    ...resourceProcessed(
      delivered('ResourceProcessed', { ...scope, id, open: opens.resourceProcessed }).event,
      { ...none, entities: [{ name: 'Ana', type: 'person', category }] },
    ),
  ])
  const [ours, imported] = ofBoth.map((notices) => new Set(notices.map((notice) => notice.id)))
  expect(ours!.size).toBe(4)
  expect(new Set([...ours!, ...imported!]).size).toBe(8)
})

test('given a completed maintenance, when told, then its numbers are named, under the same id each time', () => {
  const { event } = delivered('MaintenanceCompleted', { open: opens.maintenanceCompleted })
  const notice = maintenanceCompleted(event)
  expect(notice).toMatchObject({
    ...USER,
    open: { name: 'maintenance.completed', source: 6, category: null },
    sealed: { data: { pruned: 1, merged: 2, refreshed: 3 } },
  })
  expect(maintenanceCompleted(event).id).toBe(notice.id)
})

test('given a write full of names, when told, then a thousand of each are told, and the number of all', () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `N${n}`)
  const notices = resourceProcessed(processed, {
    entities: names.map((name) => ({ name, type: 'person', category })),
    relationships: names.map((name) => ({ source: 'Ana', type: 'knows', target: name, category })),
    updated: names.map((name) => ({ name, type: 'person', properties: {}, category })),
  })
  expect(notices).toHaveLength(3 * 1_000 + 1)
  expect(notices.at(-1)!.sealed).toMatchObject({ data: { entitiesCreated: 5_000 } })
})

test('given a write full of names, when told, then the order in which a store lists them decides nothing', () => {
  const names = Array.from({ length: 1_100 }, (_, n) => `N${n}`)
  const idsOf = (names: readonly string[]) =>
    resourceProcessed(processed, {
      entities: names.map((name) => ({ name, type: 'person', category })),
      relationships: names.map((name) => ({
        source: name,
        type: 'knows',
        target: 'Ana',
        category,
      })),
      updated: names.map((name) => ({ name, type: 'person', properties: {}, category })),
    }).map(({ id }) => id)
  expect(idsOf(names)).toEqual(idsOf(names.toReversed()))
})

test('given what is told again by a later release, then receivers know it by the same id', () => {
  const cause = { ...processed, id: RESOURCE }
  const firstMentions = {
    entities: [{ name: 'Ana', type: 'person', category }],
    relationships: [{ source: 'Ana', type: 'works_at', target: 'Acme', category }],
    updated: [{ name: 'Ana', type: 'person', properties: {}, category }],
  }
  const idOf = (name: NoticeName, about = '') =>
    derivedUuid(RESOURCE, JSON.stringify(['app/user', name, about]))
  expect(resourceProcessed(cause, firstMentions).map(({ id }) => id)).toEqual([
    idOf('entity.created', '["person","Ana"]'),
    idOf('entity.updated', '["person","Ana"]'),
    idOf('relationship.created', '["Ana","works_at","Acme"]'),
    idOf('memory.processed'),
  ])
  const { event } = delivered('FactSuperseded', { open: opens.factSuperseded, id: RESOURCE })
  expect(conflictDetected(event).id).toBe(idOf('conflict.detected'))
  const contested = delivered('FactContested', { open: opens.factContested, id: RESOURCE }).event
  expect(contestDetected(contested).id).toBe(idOf('conflict.detected'))
  const done = delivered('MaintenanceCompleted', { open: opens.maintenanceCompleted, id: RESOURCE })
  expect(maintenanceCompleted(done.event).id).toBe(idOf('maintenance.completed'))
})
