// What no other reading of a text undoes: what people have decided, what maintenance has closed, what was said later.
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { givenIdOf } from '../../../infra/runtime/envelope/ids.ts'
import {
  isClosedForGood,
  isKept,
  overlaps,
  type Saying,
  saysTheSame,
  standsAgainst,
} from '../../../processors/reprocess/settled.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, USER } from '../given.ts'

const GIVEN = givenIdOf('11111111-1111-4111-8111-111111111111')
const UP_TO = 10

const fact = (item: Partial<Item> = {}, more = {}) =>
  itemDocument(USER, { id: 'fact', source: UP_TO, ...more, item: { resourceId: 'text', ...item } })
const changed = (change: Omit<NonNullable<Item['changes']>[number], 'at'>): Partial<Item> => ({
  changes: [
    { at: AT, before: { confidence: 0.5 } },
    { at: AT, ...change },
  ],
})
const pruned = (reason: NonNullable<Item['pruned']>['reason']): Partial<Item> => ({
  pruned: { at: LATER, reason },
})

const peoples: [string, Partial<Item>][] = [
  ['a client gave', { engine: 'given' }],
  ['a client pinned', { pinned: true }],
  ['a client weighed', changed({ before: { importance: 'low' } })],
  ['a client unpinned', changed({ before: { pinned: true } })],
  ['a client pinned and unpinned', changed({ before: {}, without: ['pinned'] })],
]

describe('a current fact', () => {
  test.each(peoples)('that %s is kept', (_, item) => {
    expect(isKept(fact(item), { upTo: UP_TO })).toBe(true)
  })

  test.each<[string, Partial<Item>]>([
    ['has not changed', {}],
    ['has changed otherwise', changed({ before: { confidence: 0.5 }, without: ['validTo'] })],
    ['has been said again', changed({ before: {}, added: { reinforcedBy: ['again'] } })],
  ])('that an engine read and that %s is not kept', (_, item) => {
    expect(isKept(fact(item), { upTo: UP_TO })).toBe(false)
  })

  test('is kept where it was said after what the other engine has read', () => {
    expect(isKept(fact({}, { source: UP_TO + 1 }), { upTo: UP_TO })).toBe(true)
  })
})

describe('a fact stays closed', () => {
  const closers = [
    itemDocument(USER, { id: 'earlier', source: UP_TO }),
    itemDocument(USER, { id: 'later', source: UP_TO + 1 }),
  ]
  const known = { upTo: UP_TO, of: (id: string) => closers.find(({ item }) => item.id === id) }

  test.each<[string, Partial<Item>, boolean]>([
    ['it is open', {}, false],
    ['it has faded', pruned('faded'), true],
    ['a client has settled it', pruned('resolved'), true],
    ['a client has taken it back', pruned('retracted'), true],
    ['its own words have ended it', { ...pruned('ended'), validTo: LATER }, true],
    ['other words have ended it', pruned('ended'), false],
    ['another engine has not found it', pruned('reprocessed'), false],
    ['it was merged', { supersededBy: 'earlier', merged: true }, true],
    ['a client has corrected it', { supersededBy: GIVEN }, true],
    ['a later write has closed it', { supersededBy: 'later' }, true],
    ['what closed it was forgotten', { supersededBy: 'forgotten' }, true],
    ['an earlier write has closed it', { supersededBy: 'earlier' }, false],
  ])('where %s: %s is %s', (_, item, stays) => {
    expect(isClosedForGood(fact(item), known)).toBe(stays)
  })
})

const elsewhere = { resourceId: 'elsewhere', span: { start: 0, end: 1 }, value: null }
const inThe = (slot: string | null, value: string | null, more: Partial<Saying> = {}): Saying => ({
  fingerprint: `${value} in ${slot}`,
  slot,
  item: { ...elsewhere, value },
  ...more,
})

test.each<[string, Saying, Saying, boolean]>([
  [
    'the same words',
    inThe(null, null, { fingerprint: 'same' }),
    inThe('home', 'Oslo', { fingerprint: 'same' }),
    true,
  ],
  [
    'the same value in the same place',
    inThe('home', 'Oslo'),
    inThe('home', ' OSLO', { fingerprint: 'other' }),
    true,
  ],
  ['another value in the same place', inThe('home', 'Oslo'), inThe('home', 'Rome'), false],
  ['the same value in another place', inThe('home', 'Oslo'), inThe('birthplace', 'Oslo'), false],
  [
    'the same value in no place',
    inThe(null, 'Oslo'),
    inThe(null, 'Oslo', { fingerprint: 'other' }),
    false,
  ],
])('two facts with %s say the same: %s %s is %s', (_, a, b, same) => {
  expect(saysTheSame(a, b)).toBe(same)
  expect(saysTheSame(b, a)).toBe(same)
})

test.each([
  ['some of the same words', 'text', { start: 2, end: 6 }, true],
  ['all of them and more', 'text', { start: 0, end: 20 }, true],
  ['words just before', 'text', { start: 0, end: 5 }, false],
  ['words just behind', 'text', { start: 9, end: 12 }, false],
  ['words of another text', 'other', { start: 5, end: 9 }, false],
])('facts read from %s overlap', (_, resourceId, span, expected) => {
  const one = { resourceId: 'text', span: { start: 5, end: 9 } }
  expect(overlaps(one, { resourceId, span })).toBe(expected)
  expect(overlaps({ resourceId, span }, one)).toBe(expected)
})

describe('a fact in use stands against another reading', () => {
  const known = { upTo: UP_TO, of: () => undefined }
  const reading = (more: Partial<Saying> = {}): Saying => inThe('home', 'Oslo', more)
  const sameText = { item: { resourceId: 'text', span: { start: 0, end: 1 }, value: 'Oslo' } }
  const decided: [string, Partial<Item>][] = [
    ...peoples,
    ['a client has settled', pruned('resolved')],
    ['a client has taken back', pruned('retracted')],
    ['a client has corrected', { supersededBy: GIVEN }],
    ['a client gave and then closed', { engine: 'given', supersededBy: 'other' }],
  ]

  test.each(decided)('of the same text or words, where it is one that %s', (_, item) => {
    expect(standsAgainst(fact(item), reading(sameText), known)).toBe(true)
    expect(standsAgainst(fact(item), reading({ fingerprint: 'fingerprint of fact' }), known)).toBe(
      true,
    )
    expect(standsAgainst(fact(item), reading(), known)).toBe(false)
  })

  test.each<[string, Partial<Item>]>([
    ['an engine read', {}],
    ['has faded', pruned('faded')],
    ['other words have ended', pruned('ended')],
    ['another engine has not found', pruned('reprocessed')],
    ['another reading has closed', { supersededBy: 'other' }],
  ])('not where it is one that %s', (_, item) => {
    const same = reading({ ...sameText, fingerprint: 'fingerprint of fact' })
    expect(standsAgainst(fact(item, { slot: 'home' }), same, known)).toBe(false)
  })

  test('of the same place or words, where it was said later and is open', () => {
    const later = { source: UP_TO + 1 }
    expect(standsAgainst(fact({}, { ...later, slot: 'home' }), reading(), known)).toBe(true)
    const words = reading({ fingerprint: 'fingerprint of fact' })
    expect(standsAgainst(fact({}, later), words, known)).toBe(true)
    expect(standsAgainst(fact({}, later), reading({ slot: null }), known)).toBe(false)
    expect(standsAgainst(fact({}, later), reading(sameText), known)).toBe(false)
    const closed = fact({ supersededBy: 'other' }, { ...later, slot: 'home' })
    expect(standsAgainst(closed, words, known)).toBe(false)
  })
})
