// An item as it is ranked: what is made of it is kept with it, so another form of it keeps its own.
import { expect, test } from 'vitest'
import { rankable, unpinned } from '../../../../../apps/api/retrieval/ranking/ranked-item.ts'
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
