// How an item looks at another time: changes that undo themselves.
import { describe, expect, test } from 'vitest'
import type { Item } from '../../infra/ports/memory-store.ts'
import {
  asKnown,
  closedAt,
  endsLearntAt,
  isListed,
  isShown,
  turnsOf,
  withChange,
} from '../../infra/ports/rules/item-times.ts'
import { itemDocument } from '../contracts/memory-documents.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour)).toISOString()

const { item: first } = itemDocument(
  { appId: 'app', userId: 'user' },
  { id: 'i', item: { recordedAt: at(1), validFrom: at(1), reinforcedBy: ['r1'] } },
)

/** Each change an hour after the one before, from two on. */
function history(...changes: Partial<Item>[]): Item {
  let item = first
  for (const [n, change] of changes.entries()) {
    item = withChange(item, { ...item, ...change }, at(n + 2))
  }
  return item
}

describe('facts learnt later are undone', () => {
  test.each<{ what: string; change: Partial<Item> }>([
    { what: 'superseded', change: { supersededBy: 'x', validTo: at(9) } },
    { what: 'pruned', change: { pruned: { at: at(9), reason: 'faded' } } },
    { what: 'merged', change: { supersededBy: 'x', merged: true, mergedAt: at(9) } },
    { what: 'reinforced', change: { reinforcedBy: ['r1', 'r2'], confidence: 0.95 } },
    { what: 'superseding', change: { supersedes: ['old'] } },
    { what: 'contesting', change: { contests: ['trusted'] } },
  ])('$what', ({ change }) => {
    const item = history(change)
    expect(item).toMatchObject(change)
    expect(asKnown(item, at(1))).toStrictEqual(first)
    expect(asKnown(item, at(2))).toEqual(item)
    expect(asKnown(item, undefined)).toBe(item)
    expect(asKnown(item, '2026-05-01T00:59:59.999Z')).toBeNull()
  })

  test('one by one, each with what was before it', () => {
    const item = history(
      { confidence: 0.9, reinforcedBy: ['r1', 'r2'] },
      { supersedes: ['a'] },
      { supersededBy: 'b', validTo: at(8) },
      { contests: ['c'] },
    )
    expect(asKnown(item, at(4))).toMatchObject({
      supersededBy: 'b',
      supersedes: ['a'],
    })
    expect(asKnown(item, at(3))).toMatchObject({ supersededBy: null, supersedes: ['a'] })
    expect(asKnown(item, at(2))).toMatchObject({ supersedes: [], reinforcedBy: ['r1', 'r2'] })
    expect(asKnown(item, at(1))).toMatchObject({
      confidence: first.confidence,
      reinforcedBy: ['r1'],
    })
    expect(closedAt(item)).toBe(at(4))
    expect(closedAt(first)).toBeNull()
  })

  test('an event that changes nothing is no change', () => {
    expect(history({ confidence: first.confidence })).not.toHaveProperty('changes')
  })

  test('of very many changes the last are kept', () => {
    const many = Array.from({ length: 150 }, (_, n) => ({ confidence: n / 1000 }))
    expect(history(...many).changes).toHaveLength(100)
  })
})

describe('when its end was learnt', () => {
  const ends = at(20)
  const followed = { followedBy: 'x', validTo: ends }
  const pruned = { pruned: { at: at(3), reason: 'retracted' as const } }
  const bornClosed = { ...first, supersededBy: 'x' }
  const bornFollowed = { ...first, ...followed }
  test.each<{ what: string; item: Item; learnt: number[]; turns?: string[] }>([
    { what: 'it is current', item: first, learnt: [] },
    { what: 'it has an end of its own', item: { ...first, validTo: ends }, learnt: [] },
    { what: 'it was closed from the start', item: { ...first, supersededBy: 'x' }, learnt: [1] },
    {
      what: 'closed from the start, and again by another',
      item: withChange(bornClosed, { ...bornClosed, supersededBy: 'y' }, at(3)),
      learnt: [1, 3],
    },
    { what: 'it was said again', item: history({ reinforcedBy: ['r1', 'r2'] }), learnt: [] },
    { what: 'superseded', item: history({ supersededBy: 'x', validTo: at(1) }), learnt: [2] },
    { what: 'pruned', item: history(pruned), learnt: [2] },
    {
      what: 'merged',
      item: history({ supersededBy: 'x', merged: true, mergedAt: at(2) }),
      learnt: [2],
    },
    { what: 'followed', item: history(followed), learnt: [2], turns: [ends] },
    { what: 'followed from the start', item: bornFollowed, learnt: [1], turns: [ends] },
    { what: 'followed and taken back', item: history(followed, pruned), learnt: [2, 3] },
    {
      what: 'followed from the start and taken back',
      item: withChange(bornFollowed, { ...bornFollowed, ...pruned }, at(3)),
      learnt: [1, 3],
    },
    {
      what: 'followed, by another, and earlier',
      item: history(followed, { followedBy: 'y' }, { validTo: at(9) }),
      learnt: [2, 3, 4],
      turns: [at(9)],
    },
  ])('$what', ({ item, learnt, turns = [] }) => {
    expect(endsLearntAt(item)).toEqual(learnt.map(at))
    expect(turnsOf(item)).toEqual([at(1), ...learnt.map(at), ...turns])
  })
})

describe('when it held', () => {
  const ended = { ...first, validTo: at(5) }
  test.each<{ what: string; item: Item; asOf?: string; shown: boolean }>([
    { what: 'before it began', item: first, asOf: at(0), shown: false },
    { what: 'when it began', item: first, asOf: at(1), shown: true },
    { what: 'before its end', item: ended, asOf: at(4), shown: true },
    { what: 'at its end', item: ended, asOf: at(5), shown: false },
    { what: 'ended, and nothing is asked', item: ended, shown: true },
    {
      what: 'superseded, and nothing is asked',
      item: { ...ended, supersededBy: 'x' },
      shown: false,
    },
    {
      what: 'merged when that was not kept',
      item: { ...first, supersededBy: 'x', merged: true },
      asOf: at(3),
      shown: false,
    },
    ...(['resolved', 'retracted', 'reprocessed'] as const).map((reason) => ({
      what: `${reason} later`,
      item: history({ pruned: { at: at(5), reason } }),
      asOf: at(3),
      shown: reason === 'resolved',
    })),
  ])('$what', ({ item, asOf, shown }) => {
    expect(isShown(item, { asOf })).toBe(shown)
    expect(isListed(item, { asOf })).toBe(asOf === undefined || shown)
  })

  test('without a recorded time it counts as learnt when it was said', () => {
    const { recordedAt: _, ...old } = first
    expect(asKnown(old, '2026-05-08T13:55:59.999Z')).toBeNull()
    expect(asKnown(old, old.createdAt)).toBe(old)
  })
})
