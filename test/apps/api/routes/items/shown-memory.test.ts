// How answers write what the store holds.
import { expect, test } from 'vitest'
import {
  shownItem,
  shownResource,
  shownThread,
} from '../../../../../apps/api/routes/items/shown-memory.ts'
import type { Item } from '../../../../../infra/ports/memory-store.ts'
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
  const { resource } = resourceDocument(newScope(), { id: 'r', resource: { saidIn: ['work'] } })
  expect(() => api.resource.strict().parse(shownResource(resource))).not.toThrow()
})

test('an item is told with the fields of the reference, and no other', () => {
  const all: Partial<Item> = {
    ...{ threadId: 't', place: 1, merged: true, mergedAt: AT, recordedAt: AT },
    ...{ channel: 'user', saidBy: 'Ana', contests: [], changes: [] },
    pruned: { at: AT, reason: 'faded' },
    ...{ type: 'fact', pinned: true, scopes: ['s'], aliases: ['a'] },
  }
  const { item } = itemDocument(newScope(), { id: 'i', item: all })
  expect(() => api.item.strict().parse(shownItem(item, new Date(AT)))).not.toThrow()
})
