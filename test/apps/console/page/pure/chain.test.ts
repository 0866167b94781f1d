// How the console reads the audit of one write.
import { expect, test } from 'vitest'
import { chainOf, findChain } from '../../../../../apps/console/page/pure/chain.ts'
import type { AuditEntry } from '../../../../../apps/console/page/shapes.ts'

function entry(
  id: string,
  type: string,
  causationId: string | null,
  category?: string,
): AuditEntry {
  const place = { topic: 'memory.facts.v1', partition: 0, position: 1, details: {} }
  return { id, type, causationId, category: category ?? null, at: `at ${id}`, ...place }
}

const entries = [
  entry('other', 'ContentStored', null),
  entry('w', 'ContentStored', null),
  entry('o1', 'FactAsserted', 'other'),
  entry('f1', 'FactAsserted', 'w'),
  entry('f2', 'FactAsserted', 'w'),
  entry('f3', 'FactSuperseded', 'w'),
  entry('p', 'ResourceProcessed', 'w'),
  entry('s1', 'SummaryEvolved', 'p', 'work'),
  entry('s2', 'SummaryEvolved', 'o1', 'travel'),
]

test('a write is followed to what it caused, and to what that caused', () => {
  expect(chainOf(entries, 'w')).toMatchObject({
    written: { id: 'w' },
    read: 'at p',
    told: [
      { type: 'FactAsserted', many: 2 },
      { type: 'FactSuperseded', many: 1 },
    ],
    summaries: ['work'],
    summarised: 'at s1',
  })
})

test('given writes that were summarised together, then each has the first summaries of its own categories after it', () => {
  const at = (position: number, told: AuditEntry) => ({ ...told, position })
  const summary = (id: string, category: string, source: number) => ({
    ...entry(id, 'SummaryEvolved', 'last', category),
    details: { category, source },
  })
  const together = [
    at(7, entry('w', 'ContentStored', null)),
    at(8, entry('v', 'ContentStored', null)),
    entry('f1', 'FactAsserted', 'w', 'work'),
    summary('s0', 'work', 6),
    summary('s1', 'work', 8),
    summary('s2', 'travel', 8),
    summary('s3', 'work', 9),
  ]
  expect(chainOf(together, 'w')).toMatchObject({ summaries: ['work'], summarised: 'at s1' })
  expect(chainOf(together, 'v')).toMatchObject({ summaries: [], summarised: null })
})

test('a write that has led to nothing yet, and an unknown one, are reported so', () => {
  const none = { read: null, told: [], summaries: [], summarised: null }
  expect(chainOf(entries.slice(0, 2), 'w')).toMatchObject({ written: { id: 'w' }, ...none })
  expect(chainOf(entries, 'nobody')).toEqual({ written: null, ...none })
})

test('pages are read until the one after that of the write, and no further', async () => {
  const asked: (string | null)[] = []
  const pages = [['a'], ['w'], ['b'], ['c'], ['d']]
  const ask = async (cursor: string | null) => {
    asked.push(cursor)
    const n = Number(cursor ?? 0)
    const data = pages[n]!.map((id) => entry(id, 'ContentStored', null))
    const nextCursor = n + 1 < pages.length ? String(n + 1) : null
    return { data, pagination: { total: 5, limit: 1, hasMore: nextCursor !== null, nextCursor } }
  }
  expect((await findChain('w', ask)).map(({ id }) => id)).toEqual(['w', 'b'])
  expect(asked).toEqual([null, '1', '2'])
})
