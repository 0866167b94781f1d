// How answers write what the store holds.
import { expect, test } from 'vitest'
import { shownThread } from '../../../../../apps/api/routes/items/shown-memory.ts'

test('a thread has its instants as its items have them, also at a whole second', () => {
  const counts = { threadId: 't', itemCount: 1, resourceCount: 1 }
  const at = { firstAt: '2026-01-01T00:00:00.000Z', lastAt: '2026-01-01T00:00:00.001Z' }

  expect(shownThread({ ...counts, ...at })).toEqual({
    ...counts,
    firstAt: '2026-01-01T00:00:00Z',
    lastAt: '2026-01-01T00:00:00.001Z',
  })
})
