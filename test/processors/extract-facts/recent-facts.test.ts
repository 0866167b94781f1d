// What was decided and may not be indexed yet: seen by the next write, forgotten on time, dropped when indexed.
import { describe, expect, test } from 'vitest'
import type { CurrentFact } from '../../../processors/extract-facts/evolve.ts'
import { createRecentFacts } from '../../../processors/extract-facts/recent-facts.ts'

const ANA = { appId: 'app', userId: 'ana' }
const BEN = { appId: 'app', userId: 'ben' }
const at = (position: number, partition = 0) => [
  { topic: 'memory.facts.v1' as const, partition, position },
]

function fact(id: string, category = 'work'): CurrentFact {
  const said = { channel: 'user', importance: 'medium', confidence: 1, resourceId: 'r' } as const
  return {
    id,
    fingerprint: id,
    slot: null,
    value: null,
    category,
    validFrom: '',
    text: id,
    ...said,
  }
}

const ids = (facts: ReadonlyMap<string, CurrentFact>) => [...facts.keys()].sort()

test('given a decision, when the next write looks, then it sees it over the index', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r', facts: [fact('new')], closed: ['old'] })
  expect(ids(recent.overlay(ANA, [fact('old'), fact('other')]))).toEqual(['new', 'other'])
  expect(ids(recent.overlay(BEN, [fact('old')]))).toEqual(['old'])
})

test('given a decision that a later one closes, when looked at, then it is closed', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: [] })
  recent.remember(ANA, { resourceId: 'r2', facts: [fact('b')], closed: ['a'] })
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
})

test('given a decision, when it is durable, then it is held until the index has it', () => {
  const recent = createRecentFacts()
  const committed = recent.remember(ANA, { resourceId: 'r', facts: [fact('a')], closed: [] })
  expect(recent.holds(ANA, 'r')).toBe(false)
  recent.indexed(new Map([[0, 1000]]))
  expect(recent.size()).toBe(1)
  committed(at(50))
  expect(recent.holds(ANA, 'r')).toBe(true)
  recent.indexed(new Map([[0, 49]]))
  expect(recent.size()).toBe(1)
  recent.indexed(new Map([[0, 50]]))
  expect(recent.size()).toBe(0)
  expect(recent.holds(ANA, 'r')).toBe(false)
})

test('given partitions, when one is far ahead or idle, then each decision waits for its own', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [], closed: [] })(at(900, 0))
  recent.remember(BEN, { resourceId: 'r2', facts: [], closed: [] })(at(5, 1))
  recent.indexed(new Map([[0, 900]]))
  expect(recent.holds(ANA, 'r1')).toBe(false)
  expect(recent.holds(BEN, 'r2')).toBe(true)
  recent.indexed(
    new Map([
      [0, 900],
      [1, 5],
    ]),
  )
  expect(recent.size()).toBe(0)
})

test('given a decision that did not become durable, when taken back, then only it is gone', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: [] })
  recent.remember(ANA, { resourceId: 'r2', facts: [fact('b')], closed: [] })
  recent.retract(ANA, 'r1')
  recent.retract(BEN, 'r2')
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
})

test('given a user who is forgotten, when looked at, then nothing is left, and others keep theirs', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: ['x'] })
  recent.remember(BEN, { resourceId: 'r2', facts: [fact('b')], closed: [] })
  recent.forget(ANA, null)
  expect(ids(recent.overlay(ANA, [fact('x')]))).toEqual(['x'])
  expect(ids(recent.overlay(BEN, []))).toEqual(['b'])
})

test('given a category forgotten before its decision is durable, when that is told and indexed, then nothing stays behind', () => {
  const recent = createRecentFacts()
  const facts = [fact('a', 'health'), fact('b')]
  const committed = recent.remember(ANA, { resourceId: 'r', facts, closed: [] })
  recent.forget(ANA, 'health')
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
  committed(at(50))
  expect(recent.holds(ANA, 'r')).toBe(true)
  recent.indexed(new Map([[0, 50]]))
  expect(recent.size()).toBe(0)
})

test('given a decision of thousands of facts, when counted, then it weighs as many decisions', () => {
  const recent = createRecentFacts()
  const facts = Array.from({ length: 3_000 }, (_, n) => fact(`f${n}`))
  recent.remember(ANA, { resourceId: 'small', facts: facts.slice(0, 10), closed: [] })
  expect(recent.size()).toBe(1)
  expect(recent.isLookDue()).toBe(false)
  recent.remember(ANA, { resourceId: 'large', facts, closed: ['old'] })
  expect(recent.size()).toBe(302)
  expect(recent.isLookDue()).toBe(true)
})

describe('a write that is read in parts', () => {
  const part = (facts: readonly CurrentFact[], isPart = true) => ({
    resourceId: 'r',
    isPart,
    facts,
    closed: [],
  })

  test('given a durable part, when the write is asked for, then it is not done before its last part is durable', () => {
    const recent = createRecentFacts()
    recent.remember(ANA, part([fact('a')]))(at(5))
    expect(recent.holds(ANA, 'r')).toBe(false)
    const last = recent.remember(ANA, part([fact('b')], false))
    expect(recent.holds(ANA, 'r')).toBe(false)
    last(at(6))
    expect(recent.holds(ANA, 'r')).toBe(true)
    expect(recent.holds(ANA, 'other')).toBe(false)
    expect(recent.holds(BEN, 'r')).toBe(false)
  })

  test('given durable parts, when the write is tried again, then they stay, and what was not durable goes', () => {
    const recent = createRecentFacts()
    recent.remember(ANA, part([fact('a')]))(at(5))
    recent.remember(ANA, part([fact('b')]))
    recent.remember(ANA, part([fact('c')], false))(at(6))
    recent.retract(ANA, 'r')
    expect(ids(recent.overlay(ANA, []))).toEqual(['a'])
  })
})

test('given changes, when asked what the index does not show as it is, then it is all that was made, closed or changed', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: ['b'], changed: ['c'] })
  recent.remember(ANA, { resourceId: 'r2', facts: [], closed: ['d'] })
  recent.remember(BEN, { resourceId: 'r3', facts: [fact('e')], closed: [] })
  expect([...recent.unindexed(ANA)].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([...recent.unindexed({ appId: 'app', userId: 'none' })]).toEqual([])
})

test('given an event that leads to nothing, when it is durable, then the decision is held as not durable', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r', facts: [], closed: [] })([])
  expect(recent.holds(ANA, 'r')).toBe(false)
})

test('given several changes of a user, when the index holds some, then the others stay', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r1', facts: [fact('a')], closed: [] })(at(5))
  recent.remember(ANA, { resourceId: 'r2', facts: [fact('b')], closed: [] })(at(6))
  recent.indexed(new Map([[0, 5]]))
  expect(ids(recent.overlay(ANA, []))).toEqual(['b'])
  expect(recent.size()).toBe(1)
  recent.indexed(new Map([[1, 100]]))
  expect(recent.size()).toBe(1)
})

test('given a hundred decisions, when they have been made, then it is worth asking the index, until it was asked', () => {
  const recent = createRecentFacts()
  const one = () => recent.remember(ANA, { resourceId: 'r', facts: [], closed: [] })
  for (let n = 0; n < 99; n++) one()
  expect(recent.isLookDue()).toBe(false)
  one()
  expect(recent.isLookDue()).toBe(true)
  recent.indexed(new Map())
  expect(recent.isLookDue()).toBe(false)
})

test('given a decision of eleven facts, made or closed, when counted, then it weighs two', () => {
  const recent = createRecentFacts()
  const closed = ['1', '2', '3', '4', '5', '6']
  const facts = ['a', 'b', 'c', 'd', 'e'].map((id) => fact(id))
  recent.remember(ANA, { resourceId: 'r', facts, closed })
  expect(recent.size()).toBe(2)
})

test('given a user who is forgotten but for other categories, when forgotten again as a whole, then nothing is held', () => {
  const recent = createRecentFacts()
  recent.remember(ANA, { resourceId: 'r', facts: [fact('a')], closed: [] })(at(5))
  recent.forget(ANA, 'health')
  expect(ids(recent.overlay(ANA, []))).toEqual(['a'])
  recent.forget(ANA, null)
  expect([recent.size(), recent.holds(ANA, 'r')]).toEqual([0, false])
})

test('given a part that changes nothing, when remembered, then nothing is, because nothing is appended for it', () => {
  const recent = createRecentFacts()
  const nothing = { resourceId: 'r', isPart: true, facts: [], closed: [] }
  recent.remember(ANA, nothing)([])
  expect(recent.size()).toBe(0)
  for (const something of [{ facts: [fact('a')] }, { closed: ['b'] }, { changed: ['c'] }]) {
    recent.remember(ANA, { ...nothing, ...something })
  }
  expect(recent.size()).toBe(3)
})
