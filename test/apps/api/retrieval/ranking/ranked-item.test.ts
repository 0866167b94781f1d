// An item as it is ranked: what is made of it is kept with it, so another form of it keeps its own.
import { expect, test } from 'vitest'
import {
  formerly,
  rankable,
  shownAt,
  unpinned,
} from '../../../../../apps/api/retrieval/ranking/ranked-item.ts'
import { KEPT } from '../../../../../infra/ports/rules/kept.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'
import { USER } from '../../../../processors/given.ts'

test('without its pin it is the same item, made once, and keeps what is made of it for itself', () => {
  const item = rankable(itemDocument(USER, { id: 'one', item: { pinned: true } }).item)
  const { [KEPT]: made, ...rest } = unpinned(item)
  const { [KEPT]: ofPinned, ...pinned } = item
  expect(rest).toEqual({ ...pinned, pinned: undefined })
  expect(made).not.toBe(ofPinned)
  expect(unpinned(item)).toBe(unpinned(item))
})

const [BEGIN, END] = ['2026-03-01T00:00:00.000Z', '2026-05-01T00:00:00+02:00']
test.each([
  ['before it begins', '2026-02-28T23:59:59Z', ' (from 2026-03-01)'],
  ['as it begins', '2026-03-01T01:00:00+01:00', ''],
  ['before it ends', '2026-04-30T21:59:59Z', ''],
  ['as it ends', '2026-04-30T22:00:00Z', ' (until 2026-05-01)'],
])(
  'given a fact that a client gave for a time, when shown %s, then it says when it holds',
  (_, at, says) => {
    const given = { text: 'Lives in Rome', validFrom: BEGIN, validTo: END }
    const shown = (engine: string) =>
      shownAt(rankable(itemDocument(USER, { id: 'one', item: { ...given, engine } }).item), at).text
    expect(shown('given')).toBe(`Lives in Rome${says}`)
    expect(shown('offline')).toBe('Lives in Rome')
  },
)

test('given a former fact that says its end, when shown, then it says it once', () => {
  const item = { text: 'Lives in Rome', validFrom: BEGIN, validTo: END, engine: 'given' }
  const former = formerly(rankable(itemDocument(USER, { id: 'one', item }).item))
  expect(shownAt(former, '2026-06-01T00:00:00Z').text).toBe('Lives in Rome (until 2026-05-01)')
})
