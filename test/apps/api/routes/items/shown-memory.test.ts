// How answers write what the store holds.
import { expect, test } from 'vitest'
import {
  shownItem,
  shownResource,
  shownThread,
} from '../../../../../apps/api/routes/items/shown-memory.ts'
import type { Item, Resource } from '../../../../../infra/ports/memory-store.ts'
import * as api from '../../../../../schemas/api/reading/memory.ts'
import { AT, newScope } from '../../../../contracts/given.ts'
import { itemDocument, resourceDocument } from '../../../../contracts/memory-documents.ts'

test('a thread has its instants as its items have them, also at a whole second', () => {
  const counts = { threadId: 't', itemCount: 1, resourceCount: 1 }
  const at = { firstAt: '2026-01-01T00:00:00.000Z', lastAt: '2026-01-01T00:00:00.001Z' }

  expect(shownThread({ ...counts, ...at })).toEqual({
    ...counts,
    firstAt: '2026-01-01T00:00:00Z',
    lastAt: '2026-01-01T00:00:00.001Z',
  })
})

test('a resource is told with the fields of the reference, and no other', () => {
  const { resource } = resourceDocument(newScope(), { id: 'r' })
  const all: Required<Resource> = { ...resource, saidIn: ['work'] }
  expect(() => api.resource.strict().parse(shownResource(all))).not.toThrow()
})

test('an item that another takes the place of is current until then, and superseded from then on', () => {
  const { item } = itemDocument(newScope(), { id: 'i', item: { validTo: AT, followedBy: 'next' } })
  const toldAt = (now: string) => {
    const { state, current, supersededBy } = shownItem(item, new Date(now))
    return { state, current, supersededBy }
  }
  const before = new Date(Date.parse(AT) - 1).toISOString()
  expect(toldAt(before)).toEqual({ state: 'current', current: true, supersededBy: null })
  expect(toldAt(AT)).toEqual({ state: 'superseded', current: false, supersededBy: 'next' })
})

test('an item is told with the fields of the reference, and no other', () => {
  // Required: who adds a field to items decides here whether answers tell it.
  const all: Required<Item> = {
    ...itemDocument(newScope(), { id: 'i' }).item,
    ...{ threadId: 't', place: 1, followedBy: 'later', merged: true, mergedAt: AT, recordedAt: AT },
    relationships: [{ source: 'Ana', type: 'works_at', target: 'Acme' }],
    ...{ channel: 'user', saidBy: 'Ana', contests: [], changes: [] },
    pruned: { at: AT, reason: 'faded' },
    ...{ type: 'fact', pinned: true, scopes: ['s'], aliases: ['a'] },
  }
  expect(() => api.item.strict().parse(shownItem(all, new Date(AT)))).not.toThrow()
})
