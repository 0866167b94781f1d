// What changed between two instants: decided from items as they are now.
import { describe, expect, test } from 'vitest'
import { differenceOf, summariesSideBySide } from '../../../../apps/api/history/diff.ts'
import type { Item } from '../../../../infra/ports/memory-store.ts'
import { withChange } from '../../../../infra/ports/rules/item-times.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { onDay } from '../../../contracts/times.ts'

const { item: came } = itemDocument(
  { appId: 'app', userId: 'user' },
  { id: 'i', item: { recordedAt: onDay(5) } },
)
const then = (change: Partial<Item>, day: number) =>
  withChange(came, { ...came, ...change }, onDay(day))
const superseded = then({ supersededBy: 'x', validTo: onDay(9) }, 9)
const followed = then({ followedBy: 'x', validTo: onDay(20) }, 6)
const pruned = then({ pruned: { at: onDay(9), reason: 'faded' } }, 9)

describe('from day to day', () => {
  test.each<{ what: string; item: Item; from: number; to: number; told: object | null }>([
    { what: 'came', item: came, from: 4, to: 5, told: { change: 'came', replacedBy: null } },
    { what: 'had come before', item: came, from: 5, to: 9, told: null },
    { what: 'comes later', item: came, from: 1, to: 4, told: null },
    {
      what: 'changed',
      item: superseded,
      from: 5,
      to: 9,
      told: { change: 'changed', replacedBy: 'x' },
    },
    { what: 'closed', item: pruned, from: 5, to: 9, told: { change: 'closed', replacedBy: null } },
    { what: 'had been closed before', item: pruned, from: 9, to: 10, told: null },
    {
      what: 'came and was closed',
      item: superseded,
      from: 4,
      to: 9,
      told: { change: 'came', replacedBy: 'x' },
    },
    {
      what: 'came, and is closed later',
      item: superseded,
      from: 4,
      to: 6,
      told: { change: 'came', item: came, replacedBy: null },
    },
    {
      what: 'is followed by another, and not yet',
      item: followed,
      from: 5,
      to: 9,
      told: null,
    },
    {
      what: 'is followed by another on a day within',
      item: followed,
      from: 19,
      to: 20,
      told: { change: 'changed', replacedBy: 'x' },
    },
    { what: 'had been followed before', item: followed, from: 20, to: 21, told: null },
    {
      what: 'came and was followed',
      item: followed,
      from: 4,
      to: 20,
      told: { change: 'came', replacedBy: 'x' },
    },
    {
      what: 'was only said again',
      item: then({ reinforcedBy: ['r'] }, 9),
      from: 5,
      to: 9,
      told: null,
    },
  ])('$what', ({ item, from, to, told }) => {
    const difference = differenceOf(item, onDay(from), onDay(to))
    if (told === null) expect(difference).toBeNull()
    else expect(difference).toMatchObject(told)
  })
})

test('summaries stand side by side where they differ', () => {
  const summary = (category: string, text: string) => ({ category, text, updatedAt: onDay(1) })
  const before = [summary('same', 'a'), summary('changed', 'b'), summary('gone', 'c')]
  const after = [summary('same', 'a'), summary('changed', 'd'), summary('new', 'e')]
  expect(summariesSideBySide(before, after)).toEqual({
    changed: { from: 'b', to: 'd' },
    gone: { from: 'c', to: null },
    new: { from: null, to: 'e' },
  })
})
