// Which facts come, go and stay when another engine reads the same texts.
import { expect, test } from 'vitest'
import type { Item, ItemDocument } from '../../../infra/ports/memory-store.ts'
import { givenIdOf } from '../../../infra/runtime/envelope/ids.ts'
import { changesAmong, compare } from '../../../processors/reprocess/compare.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, USER } from '../given.ts'

const GIVEN = givenIdOf('11111111-1111-4111-8111-111111111111')
const UP_TO = 10

type Said = Partial<Item> & { words?: string; slot?: string | null; source?: number }

/** All are read from one text; facts of the same words are the same fact. */
function fact(id: string, { words = id, slot = null, source = 1, ...item }: Said = {}) {
  return itemDocument(USER, {
    id,
    fingerprint: words,
    slot,
    source,
    item: { resourceId: 'text', ...item },
  })
}

function changes(inUse: ItemDocument[], candidate: ItemDocument[], wasRead = () => true) {
  const { came, went, same, settled } = compare({ inUse, candidate, wasRead, upTo: UP_TO })
  return {
    came: came.map(({ item }) => item.id),
    went: went.map(({ document, ending }) => [document.item.id, ending.by ?? ending.endedAt]),
    same,
    settled: settled.map(({ item }) => item.id),
  }
}

const NONE = { came: [], went: [], same: 0, settled: [] }
const elsewhere = { start: 5, end: 9 }
const pruned = (reason: NonNullable<Item['pruned']>['reason']) => ({
  pruned: { at: LATER, reason },
})

test('given the same facts under other ids, then all are the same', () => {
  const told = changes([fact('a', { confidence: 0.5 })], [fact('b', { words: 'a' })])
  expect(told).toEqual({ ...NONE, same: 1 })
})

test('given what a text says again after it has said otherwise, then each stands for itself', () => {
  const twice = (first: string, last: string) => [
    fact(first, { words: 'Madrid', ordinal: 0, supersededBy: `not ${first}` }),
    fact(last, { words: 'Madrid', ordinal: 2 }),
  ]
  expect(changes(twice('a', 'c'), twice('x', 'z'))).toEqual({ ...NONE, same: 2 })
  expect(changes(twice('a', 'c').reverse(), twice('x', 'z'))).toEqual({ ...NONE, same: 2 })
  const [closed] = twice('x', 'z')
  expect(changes(twice('a', 'c'), closed ? [closed] : []).went).toEqual([['c', 'not x']])
})

test('given other words, then one came and one went, and they are a change where the words were the same', () => {
  const readings = { inUse: [fact('old')], wasRead: () => true, upTo: UP_TO }
  const near = compare({ ...readings, candidate: [fact('new')] })
  expect(changesAmong(near)).toMatchObject([
    { from: { item: { id: 'old' } }, to: { item: { id: 'new' } } },
  ])
  const apart = compare({ ...readings, candidate: [fact('new', { span: elsewhere })] })
  expect([apart.came.length, apart.went.length, changesAmong(apart)]).toEqual([1, 1, []])
})

test.each<[string, Partial<Item>]>([
  ['category', { category: 'profile' }],
  ['value', { subject: 'user', attribute: 'home', value: 'Oslo' }],
  ['start', { validFrom: LATER }],
  ['entities', { entities: [{ name: 'Oslo', type: 'place' }] }],
])('given the same words with another %s, then the fact has changed', (_, item) => {
  const told = changes([fact('a')], [fact('b', { words: 'a', ...item })])
  expect(told).toMatchObject({ came: ['b'], went: [['a', null]] })
})

test('given a fact that the candidate has closed, then it goes by what took its place, or when it ended', () => {
  const inUse = [fact('a'), fact('b')]
  const closed = fact('x', { words: 'a', supersededBy: 'y', validTo: LATER })
  const superseded = changes(inUse, [closed, fact('y', { words: 'b' })])
  expect(superseded.went).toEqual([['a', 'y']])
  const ended = fact('x', { words: 'a', ...pruned('ended') })
  expect(changes([fact('a')], [ended]).went).toEqual([['a', LATER]])
})

test.each<[string, Said]>([
  ['given', { engine: 'given' }],
  ['pinned', { pinned: true }],
  ['weighed', { changes: [{ at: AT, before: { importance: 'low' } }] }],
  ['written later', { source: UP_TO + 1 }],
])('given a fact that is %s, then it stays though the candidate has not read it', (_, said) => {
  expect(changes([fact('a', said)], [])).toEqual(NONE)
  // Nor does another fact come in its place.
  const other = fact('b', { slot: 'home', span: elsewhere })
  expect(changes([fact('a', { ...said, slot: 'home' })], [other]).settled).toEqual(['b'])
})

test('given a fact that does not come, because a client gave what it says, then it closes nothing', () => {
  const hates = { slot: 'opinion of chess', span: elsewhere }
  const inUse = [
    fact('given', { engine: 'given', words: 'likes', resourceId: 'client' }),
    fact('hates', hates),
  ]
  const candidate = [
    fact('b', { ...hates, words: 'hates', supersededBy: 'likes' }),
    fact('likes', { slot: 'opinion of chess' }),
  ]
  expect(changes(inUse, candidate)).toEqual({ ...NONE, same: 1, settled: ['likes'] })
})

test('given a text that the candidate could not read, then its facts stay', () => {
  expect(changes([fact('a')], [], () => false)).toEqual(NONE)
})

test.each<[string, Partial<Item>]>([
  ['settled', pruned('resolved')],
  ['taken back', pruned('retracted')],
  ['corrected', { supersededBy: GIVEN }],
])(
  'given a fact that a client has %s, then neither it nor other words for it come back',
  (_, closed) => {
    const inUse = [fact('a', closed)]
    expect(changes(inUse, [fact('b', { words: 'a' })])).toEqual({ ...NONE, same: 1 })
    expect(changes(inUse, [fact('b')])).toEqual({ ...NONE, settled: ['b'] })
    const again = fact('b', { words: 'a', resourceId: 'another text' })
    expect(changes(inUse, [again])).toEqual({ ...NONE, settled: ['b'] })
  },
)

test.each<[string, Partial<Item>]>([
  ['faded', pruned('faded')],
  ['ended by its own words', { ...pruned('ended'), validTo: LATER }],
  ['merged', { supersededBy: 'kept', merged: true }],
  ['closed by what was forgotten', { supersededBy: 'gone' }],
])('given a fact that is %s, then it stays closed', (_, closed) => {
  expect(changes([fact('a', closed)], [fact('b', { words: 'a' })])).toEqual({ ...NONE, same: 1 })
})

test.each<[string, Partial<Item>]>([
  ['was not there for another engine', pruned('reprocessed')],
  ['was ended by words', pruned('ended')],
  ['was closed by another reading', { supersededBy: 'other' }],
])('given a fact that %s, then it comes back', (_, closed) => {
  const inUse = [fact('a', closed), fact('other', { span: elsewhere })]
  const candidate = [fact('b', { words: 'a' }), fact('c', { words: 'other', span: elsewhere })]
  expect(changes(inUse, candidate)).toEqual({ ...NONE, same: 1, came: ['b'] })
})

test('given a fact that was said again after maintenance had closed it, then both stay as they are', () => {
  const again = fact('again', { words: 'a', resourceId: 'later text' })
  const told = changes([fact('a', pruned('faded')), again], [fact('b', { words: 'a' })])
  expect(told).toMatchObject({ came: [], went: [] })
})
