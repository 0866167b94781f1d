// The fences that a batch raises.
import { expect, test } from 'vitest'
import { fencesOf } from '../../processors/fences.ts'
import { delivered, opens, USER } from './given.ts'

test('given a batch, when its forgets are read, then each is a fence at its own place, and nothing else is', () => {
  const forgotten = (category: string | null, position: number) =>
    delivered('MemoryForgotten', { open: { category, keyGeneration: 2 }, position })
  const batch = [
    delivered('ContentStored', { open: opens.contentStored }),
    forgotten(null, 7),
    forgotten('work', 9),
  ]
  expect(fencesOf(batch)).toEqual([
    { ...USER, category: null, before: 7, keyGeneration: 2 },
    { ...USER, category: 'work', before: 9, keyGeneration: 2 },
  ])
})
