// Pins that were accepted at the same moment are not counted against each other: of too many, an answer shows the first.
import { expect, test } from 'vitest'
import { MOST_PINS, mayPin, standingPins } from '../../../../../apps/api/retrieval/query/pins.ts'
import type { Item } from '../../../../../infra/ports/memory-store.ts'
import { MAX_PINNED } from '../../../../../schemas/facts.ts'
import { AT, newScope } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'

const pins = (count: number): Item[] =>
  Array.from({ length: count }, (_, n) => itemDocument(newScope(), { id: `pin ${n}` }).item)

test('given more pins than an answer shows, then the first of them are shown, and no further one is taken', () => {
  const tooMany = pins(MAX_PINNED + 1)
  expect(standingPins(tooMany, AT)).toEqual(tooMany.slice(0, MAX_PINNED))
  for (const count of [MAX_PINNED, MAX_PINNED + 1, MOST_PINS]) {
    expect(mayPin(pins(count), { more: 1, at: AT })).toBe(false)
  }
  expect(mayPin(pins(MAX_PINNED - 1), { more: 1, at: AT })).toBe(true)
})
