// What was said more than once: which of the facts in use each of the other engine's stands for.
import { expect, test } from 'vitest'
import type { Item, ItemDocument } from '../../../infra/ports/memory-store.ts'
import { compare } from '../../../processors/reprocess/compare.ts'
import { changes, fact, NONE, pruned, UP_TO } from './readings.ts'

const twice = (first: string, last: string, closed: Partial<Item> = { supersededBy: 'other' }) => [
  fact(first, { words: 'Madrid', ordinal: 0, ...closed }),
  fact(last, { words: 'Madrid', ordinal: 2 }),
]

test('given what a text says again after it has said otherwise, then each stands for itself', () => {
  expect(changes(twice('a', 'c'), twice('x', 'z'))).toEqual({ ...NONE, same: 2 })
  expect(changes(twice('a', 'c').reverse(), twice('x', 'z'))).toEqual({ ...NONE, same: 2 })
  const [closed] = twice('x', 'z')
  expect(changes(twice('a', 'c'), closed ? [closed] : []).went).toEqual([['c', 'other']])
})

test('given what a text says twice, then the first stands for the first, in whatever order they are given', () => {
  const pairs = (inUse: ItemDocument[], candidate: ItemDocument[]) => [
    ...compare({ inUse, candidate, wasRead: () => true, isForgotten: () => false, upTo: UP_TO })
      .standsFor,
  ]
  const expected = [
    ['x', 'a'],
    ['z', 'c'],
  ]
  expect(pairs(twice('a', 'c'), twice('x', 'z').reverse())).toEqual(expected)
  expect(pairs(twice('a', 'c').reverse(), twice('x', 'z'))).toEqual(expected)
  const never = fact('r', { words: 'Madrid', ordinal: 1, ...pruned('reprocessed') })
  expect(pairs([...twice('a', 'c'), never], twice('x', 'z'))).toEqual(expected)
  const faded = pruned('faded')
  expect(pairs(twice('a', 'c', faded), twice('x', 'z', faded))).toEqual(expected)
  const open = { supersededBy: null }
  expect(pairs(twice('a', 'c', open), twice('x', 'z', open))).toEqual(expected)
})

test('given what the other engine has read twice, then its first stands for the one in use, and its last comes', () => {
  expect(changes([fact('a', { words: 'Madrid' })], twice('x', 'z'))).toEqual({
    ...NONE,
    came: ['z'],
    went: [['a', 'other']],
  })
})

test('given what the other engine has read twice and closed both times, then one stands for the one in use, and the other comes closed', () => {
  const closed = twice('x', 'z').map(({ item }) =>
    fact(item.id, { words: 'Madrid', ordinal: item.ordinal, supersededBy: 'other' }),
  )
  expect(changes([fact('a', { words: 'Madrid' })], closed)).toEqual({
    ...NONE,
    came: ['z'],
    went: [['a', 'other']],
  })
})

test('given what the other engine has read twice and closed neither time, then one is the same, and the other comes', () => {
  const open = twice('x', 'z', { supersededBy: null })
  const once = [fact('a', { words: 'Madrid' })]
  expect(changes(once, open)).toEqual({ ...NONE, same: 1, came: ['z'] })
})

test('given what an earlier reprocessing has closed, when the other engine has read and closed it, then it comes closed', () => {
  const never = [fact('r', { words: 'Madrid', ...pruned('reprocessed') })]
  const closed = fact('x', { words: 'Madrid', supersededBy: 'other' })
  expect(changes(never, [closed])).toEqual({ ...NONE, came: ['x'] })
})

test('given what the other engine has read once, then it stands for the one that is open', () => {
  expect(changes(twice('a', 'c'), [fact('x', { words: 'Madrid' })])).toEqual({ ...NONE, same: 1 })
})

test('given what only the other engine has closed once, then the first in use goes as it did there', () => {
  const both = twice('a', 'c', { supersededBy: null })
  expect(changes(both, twice('x', 'z'))).toEqual({ ...NONE, same: 1, went: [['a', 'other']] })
})

test('given a fact that was said again after maintenance had closed it, then both stay as they are', () => {
  const again = fact('again', { words: 'a', resourceId: 'later text' })
  const told = changes([fact('a', pruned('faded')), again], [fact('b', { words: 'a' })])
  expect(told).toMatchObject({ came: [], went: [] })
})
