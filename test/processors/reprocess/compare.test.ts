// Which facts come, go and stay when another engine reads the same texts.
import { expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { givenIdOf } from '../../../infra/runtime/envelope/ids.ts'
import { changesAmong, compare } from '../../../processors/reprocess/compare.ts'
import { AT } from '../../contracts/given.ts'
import { LATER } from '../given.ts'
import { changes, elsewhere, fact, NONE, pruned, type Said, UP_TO } from './readings.ts'

const GIVEN = givenIdOf('11111111-1111-4111-8111-111111111111')

test('given the same facts under other ids, then all are the same', () => {
  const told = changes([fact('a', { confidence: 0.5 })], [fact('b', { words: 'a' })])
  expect(told).toEqual({ ...NONE, same: 1 })
})

test('given other words, then one came and one went, and they are a change where the words were the same', () => {
  const readings = {
    inUse: [fact('old')],
    wasRead: () => true,
    isForgotten: () => false,
    upTo: UP_TO,
  }
  const near = compare({ ...readings, candidate: [fact('new')] })
  expect(changesAmong(near)).toMatchObject([
    { from: { item: { id: 'old' } }, to: { item: { id: 'new' } } },
  ])
  const apart = compare({ ...readings, candidate: [fact('new', { span: elsewhere })] })
  expect([apart.came.length, apart.went.length, changesAmong(apart)]).toEqual([1, 1, []])
})

test('given a fact that was read from words that may be forgotten, then it does not come, closes nothing, and what it overlaps or says again stays', () => {
  const inUse = [fact('a'), fact('b', { span: elsewhere }), fact('c', { resourceId: 'later' })]
  const whole = fact('whole', { span: { start: 0, end: 9 } })
  const again = fact('again', { words: 'c', span: { start: 20, end: 30 } })
  const closed = fact('x', { words: 'b', span: elsewhere, supersededBy: 'whole' })
  const told = (candidate: ReturnType<typeof fact>[]) => {
    const isForgotten = ({ item }: ReturnType<typeof fact>) => ['whole', 'again'].includes(item.id)
    const { came, went, settled } = compare({
      inUse,
      candidate,
      wasRead: () => true,
      isForgotten,
      upTo: UP_TO,
    })
    return [came, went.map(({ document }) => document), settled].map((all) =>
      all.map(({ item }) => item.id),
    )
  }
  expect(told([whole, again, closed])).toEqual([[], [], ['whole', 'again']])
  expect(told([again])).toEqual([[], ['a', 'b'], ['again']])
})

test.each<[string, Partial<Item>]>([
  ['category', { category: 'profile' }],
  ['subject', { subject: 'user' }],
  ['attribute', { attribute: 'home' }],
  ['value', { value: 'Oslo' }],
  ['number of values', { exclusive: true }],
  ['text', { resourceId: 'another text' }],
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

test('given a fact that was said again in a text that the candidate has not read, then it stays', () => {
  const again = (...reinforcedBy: string[]) =>
    changes([fact('a', { reinforcedBy })], [], (id) => id !== 'later').went
  expect(again('text', 'later')).toEqual([])
  expect(again('later', 'other')).toEqual([])
  expect(again('other')).toEqual([['a', null]])
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

test('given what comes, then it is in the order in which it was said', () => {
  const candidate = [
    fact('d', { source: 2, ordinal: 1, span: { start: 6, end: 7 } }),
    fact('c', { source: 2, ordinal: 0 }),
    fact('b', { source: 1, ordinal: 3 }),
    fact('a', { source: 1, ordinal: 2 }),
  ]
  expect(changes([], candidate).came).toEqual(['a', 'b', 'c', 'd'])
})

test('given a kept fact that the candidate has closed, then it stays', () => {
  const closed = [fact('x', { words: 'a', supersededBy: 'y' }), fact('y')]
  expect(changes([fact('a', { pinned: true })], closed)).toMatchObject({ went: [], same: 1 })
  expect(changes([fact('a')], closed)).toMatchObject({ went: [['a', 'y']], same: 0 })
})

test.each<[string, Said, string[]]>([
  ['open in use', {}, ['a']],
  ['ended by words in use', pruned('ended'), ['a']],
  ['closed for good in use', pruned('faded'), []],
])(
  'given a fact that the candidate has closed by one that is %s, then it goes, unless that was gone when it was said',
  (_, closer, expected) => {
    const inUse = [fact('a'), fact('b', { ...closer, span: elsewhere })]
    const candidate = [
      fact('x', { words: 'a', supersededBy: 'y' }),
      fact('y', { words: 'b', span: elsewhere }),
    ]
    expect(changes(inUse, candidate).went.map(([id]) => id)).toEqual(expected)
  },
)

test('given a fact that one closes that does not come, and one that words have ended, then only the second goes', () => {
  const inUse = [
    fact('given', { engine: 'given', words: 'w', resourceId: 'client' }),
    fact('a'),
    fact('b'),
  ]
  const candidate = [
    fact('w', { span: elsewhere }),
    fact('x', { words: 'a', supersededBy: 'w' }),
    fact('y', { words: 'b', ...pruned('ended') }),
  ]
  expect(changes(inUse, candidate)).toEqual({
    came: [],
    went: [['b', LATER]],
    same: 1,
    settled: ['w'],
  })
})

test('given a fact that is superseded from its own start on, then it ends there', () => {
  const closed = fact('x', { words: 'a', supersededBy: 'y', validTo: null })
  const { went } = compare({
    inUse: [fact('a')],
    candidate: [closed, fact('y')],
    wasRead: () => true,
    isForgotten: () => false,
    upTo: UP_TO,
  })
  expect(went.map(({ ending }) => ending)).toEqual([{ by: 'y', validTo: AT, endedAt: null }])
})

test('given a fact in use that is closed, or that was not found in a text that was read, then only the second goes', () => {
  const inUse = [
    fact('a', { supersededBy: 'b' }),
    fact('b'),
    fact('c', { resourceId: 'another text' }),
  ]
  expect(changes(inUse, [], (id) => id === 'text').went).toEqual([['b', null]])
})

test('given two facts of which one is found, and another in a place of its own, then one is the same, one went and one came', () => {
  const inUse = [fact('a'), fact('b', { slot: 'home', value: 'Oslo' })]
  const candidate = [fact('x', { words: 'a' }), fact('y', { slot: 'birthplace', value: 'Oslo' })]
  expect(changes(inUse, candidate)).toEqual({
    ...NONE,
    same: 1,
    came: ['y'],
    went: [['b', null]],
  })
})

test('given other words for a fact in the same place, then they do not keep it', () => {
  const place = { slot: 'home', value: 'Oslo' }
  const faded = fact('a', { ...place, ...pruned('faded') })
  const again = (value: string) => fact('again', { ...place, value, resourceId: 'later text' })
  const read = [fact('b', { ...place, words: 'a' })]
  expect(changes([faded, again('Oslo')], read).went).toEqual([])
  expect(changes([faded, again('Rome')], read).went).toEqual([['again', null]])
  expect(changes([fact('a', place), again('Oslo')], read).went).toEqual([['again', null]])
})

test('given the same entities in another order, then the fact is the same; with another type, it has changed', () => {
  const [oslo, ana] = [
    { name: 'Oslo', type: 'place' },
    { name: 'Ana', type: 'person' },
  ]
  const named = (id: string, entities: Item['entities']) => fact(id, { words: 'a', entities })
  expect(changes([named('a', [oslo, ana])], [named('b', [ana, oslo])])).toEqual({
    ...NONE,
    same: 1,
  })
  const otherwise = [oslo, { ...ana, type: 'place' }]
  expect(changes([named('a', [oslo, ana])], [named('b', otherwise)]).came).toEqual(['b'])
})

test('given several facts that went from words of which fewer were read, then each that came is a change of one', () => {
  const gone = (id: string, more: Said = {}) => ({
    document: fact(id, more),
    ending: { by: null, validTo: null, endedAt: null },
  })
  const went = [
    gone('a'),
    gone('b'),
    gone('c', { span: elsewhere }),
    gone('d', { resourceId: 'other' }),
  ]
  const came = [fact('y', { span: elsewhere }), fact('x')]
  expect(changesAmong({ went, came }).map(({ from, to }) => [from.item.id, to.item.id])).toEqual([
    ['a', 'x'],
    ['c', 'y'],
  ])
})
