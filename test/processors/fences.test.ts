// The fences that a batch raises.
import { expect, test } from 'vitest'
import { fencesOf, fencesOfState } from '../../processors/fences.ts'
import { delivered, opens, USER } from './given.ts'

test('given a batch, when its forgets are read, then each is a fence at its own place, and nothing else is', () => {
  const forgotten = (category: string | null, position: number) =>
    delivered('MemoryForgotten', { open: { category, keyGeneration: 2 }, position })
  const batch = [
    delivered('ContentStored', { open: opens.contentStored }),
    forgotten(null, 7),
    forgotten('work', 9),
    delivered('ExtractionFenced', { open: { source: 9, category: 'work' }, position: 3 }),
  ]
  expect(fencesOf(batch)).toEqual([
    { ...USER, category: null, before: 7, keyGeneration: 2 },
    { ...USER, category: 'work', before: 9, keyGeneration: 2 },
  ])
})

test('given that extraction has passed a forget, when a state reads it, then it is a fence at the place of the forget', () => {
  const batch = [
    delivered('ExtractionFenced', { open: { source: 9, category: 'work' }, position: 3 }),
    delivered('MemoryForgotten', { open: { category: null, keyGeneration: 2 }, position: 11 }),
    delivered('FactAsserted', { open: opens.factAsserted }),
  ]
  expect(fencesOfState(batch)).toEqual([
    { ...USER, category: 'work', before: 9, keyGeneration: 0 },
    { ...USER, category: null, before: 11, keyGeneration: 2 },
  ])
})
