// What a timeline shows of an entry of the audit.
import { expect, test } from 'vitest'
import { happeningOf } from '../../../../apps/api/history/timeline.ts'
import type { AuditEntry } from '../../../../infra/ports/audit-store.ts'

const entry = (type: string, details: Record<string, unknown>): AuditEntry => ({
  appId: 'app',
  userId: 'user',
  topic: 'memory.facts.v1',
  partition: 0,
  position: 1,
  id: 'e',
  type,
  at: '2026-03-01T10:00:00.000Z',
  causationId: null,
  source: 1,
  category: 'work',
  permanent: false,
  details,
})

test.each([
  { type: 'FactAsserted', more: {}, what: 'asserted', otherId: null },
  { type: 'FactReinforced', more: {}, what: 'reinforced', otherId: null },
  { type: 'FactSuperseded', more: { supersededBy: 'x' }, what: 'superseded', otherId: 'x' },
  { type: 'FactContested', more: { contests: 'x' }, what: 'contested', otherId: 'x' },
  { type: 'FactPruned', more: {}, what: 'pruned', otherId: null },
  { type: 'FactMerged', more: { mergedInto: 'x' }, what: 'merged', otherId: 'x' },
])('$type is $what', ({ type, more, what, otherId }) => {
  const told = happeningOf(entry(type, { factId: 'f', ...more }))
  expect(told).toMatchObject({ id: 'e', what, itemId: 'f', otherId, category: 'work' })
})

test('a forget is of no item', () => {
  expect(happeningOf(entry('MemoryForgotten', { category: null }))).toMatchObject({
    what: 'forgotten',
    itemId: null,
    otherId: null,
  })
})

test.each(['ContentStored', 'SummaryEvolved', 'ResourceProcessed', 'toString'])(
  '%s is not told',
  (type) => {
    expect(happeningOf(entry(type, { factId: 'f' }))).toBeNull()
  },
)
