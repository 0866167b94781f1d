// Decisions that are not committed yet: the next write sees them, and they are dropped on time and on commit.
import { expect, test } from 'vitest'
import type { CurrentFact } from '../../../../processors/extract-facts/known/current-fact.ts'
import { createRecentFacts } from '../../../../processors/extract-facts/known/recent-facts.ts'
import { NO_TRAITS } from '../../../../schemas/facts.ts'
import { lookAlikes } from '../../../contracts/given.ts'

const ANA = { appId: 'app', userId: 'ana' }
const BEN = { appId: 'app', userId: 'ben' }

function fact(id: string, category = 'work'): CurrentFact {
  const by = { channel: 'user', saidBy: null } as const
  const said = { ...by, importance: 'medium', confidence: 1, resourceId: 'r' } as const
  return {
    id,
    fingerprint: id,
    slot: null,
    subject: null,
    attribute: null,
    value: null,
    category,
    createdAt: '2026-01-01T00:00:00.000Z',
    validFrom: '',
    text: id,
    reinforcedBy: [],
    validTo: null,
    entities: [],
    relationships: [],
    stands: { threadId: 'thread', place: 0 },
    traits: NO_TRAITS,
    ...said,
  }
}

const ids = (facts: ReadonlyMap<string, CurrentFact>) => [...facts.keys()].sort()

test('given a decision, when the next write looks, then it sees it over what the state says', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r', facts: [fact('new')], closed: ['old'] })
  expect(ids(recent.overlay(ANA, [fact('old'), fact('other')]))).toEqual(['new', 'other'])
  expect(ids(recent.overlay(BEN, [fact('old')]))).toEqual(['old'])
})

test('given users with names alike, then each sees their own decisions alone', () => {
  const recent = createRecentFacts()
  const scopes = lookAlikes()
  for (const [n, scope] of scopes.entries()) {
    recent.remember(scope, { resourceId: 'r', facts: [fact(`${n}`)], closed: [] })
  }
  for (const [n, scope] of scopes.entries()) {
    expect(ids(recent.overlay(scope, []))).toEqual([`${n}`])
  }
})

test('given a decision that a later one closes, when looked at, then it is closed', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: [] })
  recent.remember(ANA, { resourceId: 'r2', facts: [fact('b')], closed: ['a'] })
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
})

test('given decisions of a user, when one is committed, then it is dropped, because the state has it, and the others stay', () => {
  const recent = createRecentFacts()
  const committed = recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: ['x'] })
  recent.remember(ANA, { resourceId: 'r2', facts: [fact('b')], closed: ['y'] })
  recent.remember(BEN, { resourceId: 'r3', facts: [fact('c')], closed: [] })
  committed()
  expect(ids(recent.overlay(ANA, [fact('x'), fact('y')]))).toEqual(['b', 'x'])
  expect([...recent.uncommitted(ANA)].sort()).toEqual(['b', 'y'])
  expect(ids(recent.overlay(BEN, []))).toEqual(['c'])
})

test('given parts of one write, when one is committed, then the other parts stay, also where they say the same', () => {
  const recent = createRecentFacts()
  const part = { resourceId: 'r', facts: [fact('a')], closed: [] }
  const committed = recent.remember(ANA, part)
  const other = recent.remember(ANA, part)
  committed()
  expect(ids(recent.overlay(ANA, []))).toEqual(['a'])
  other()
  expect(ids(recent.overlay(ANA, []))).toEqual([])
})

test('given a decision that was not committed, when taken back, then only it is gone', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: [] })
  recent.remember(ANA, { resourceId: 'r2', facts: [fact('b')], closed: [] })
  recent.retract(ANA, 'r1')
  recent.retract(BEN, 'r2')
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
})

test('given a decision that was taken back and made again, when the first is told that it is committed, then the second stays', () => {
  const recent = createRecentFacts()
  const committed = recent.remember(ANA, { resourceId: 'r', facts: [fact('a')], closed: [] })
  recent.retract(ANA, 'r')
  recent.remember(ANA, { resourceId: 'r', facts: [fact('a')], closed: [] })
  committed()
  expect(ids(recent.overlay(ANA, []))).toEqual(['a'])
})

test('given a user who is forgotten, when looked at, then nothing is left, and others keep theirs', () => {
  const recent = createRecentFacts()
  const committed = recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: ['x'] })
  recent.remember(BEN, { resourceId: 'r2', facts: [fact('b')], closed: [] })
  recent.forget(ANA, null)
  expect(ids(recent.overlay(ANA, [fact('x')]))).toEqual(['x'])
  committed()
  expect(ids(recent.overlay(ANA, []))).toEqual([])
  expect([...recent.uncommitted(ANA)]).toEqual([])
  expect(ids(recent.overlay(BEN, []))).toEqual(['b'])
})

test('given a category forgotten before its decision is committed, when that is told, then nothing stays behind', () => {
  const recent = createRecentFacts()
  const facts = [fact('a', 'health'), fact('b')]
  const committed = recent.remember(ANA, { resourceId: 'r', facts, closed: [] })
  recent.remember(BEN, { resourceId: 'r', facts, closed: [] })
  recent.forget(ANA, 'health')
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
  expect(ids(recent.overlay(BEN, []))).toEqual(['a', 'b'])
  committed()
  expect(ids(recent.overlay(ANA, []))).toEqual([])
  expect([...recent.uncommitted(ANA)]).toEqual([])
})

test('given changes, when asked what the state does not show as it is, then it is all that was made, closed or changed', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: ['b'], changed: ['c'] })
  recent.remember(ANA, { resourceId: 'r2', facts: [], closed: ['d'] })
  recent.remember(BEN, { resourceId: 'r3', facts: [fact('e')], closed: [] })
  expect([...recent.uncommitted(ANA)].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([...recent.uncommitted({ appId: 'app', userId: 'none' })]).toEqual([])
})

test('given a user who is forgotten but for other categories, when forgotten again as a whole, then nothing is left', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r', facts: [fact('a')], closed: [] })
  recent.forget(ANA, 'health')
  expect(ids(recent.overlay(ANA, []))).toEqual(['a'])
  recent.forget(ANA, null)
  expect([...recent.uncommitted(ANA)]).toEqual([])
})

test('given decisions of a user, when the ends of threads are asked for, then they are told until committed, in order', () => {
  const recent = createRecentFacts()
  const end = (threadId: string, place: number) => ({ threadId, place, at: '2026-05-01T00:00:00Z' })
  const none = { facts: [], closed: [] }
  const committed = recent.remember(ANA, { resourceId: 'r1', ...none, ends: [end('t', 3)] })
  recent.remember(ANA, { resourceId: 'r2', ...none, ends: [end('t', 5), end('u', 0)] })
  recent.remember(ANA, { resourceId: 'r3', ...none })
  expect(recent.ends(ANA)).toEqual([end('t', 3), end('t', 5), end('u', 0)])
  committed()
  expect(recent.ends(ANA)).toEqual([end('t', 5), end('u', 0)])
  expect(recent.ends(BEN)).toEqual([])
})

test('given a correction that is not committed, then it is known by the fact that it corrects, of its user', () => {
  const recent = createRecentFacts()
  const change = { resourceId: 'r', facts: [], closed: [] }
  recent.remember(ANA, change)
  const drop = recent.remember(ANA, { ...change, corrected: ['old', 'new'] })
  const of = (id: string) => [recent.correctedBy(ANA, id), recent.correctedBy(BEN, id)]
  expect(of('old')).toEqual(['new', undefined])
  expect(of('new')).toEqual([undefined, undefined])
  drop()
  expect(of('old')).toEqual([undefined, undefined])
})

test('given decisions that tell of no past, also in a category that is forgotten, then nothing held before', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r', facts: [fact('a')], closed: [] })
  expect(recent.past(ANA, [])).toEqual([])
  recent.forget(ANA, 'health')
  expect(recent.past(ANA, [])).toEqual([])
})
