// A map of limited size: what was used longest ago makes room.
import { expect, test } from 'vitest'
import { createBounded } from '../../../../infra/runtime/envelope/bounded.ts'

function given(...names: string[]) {
  const kept = createBounded<string>(3)
  for (const name of names) kept.set(name, name.toUpperCase())
  const dropAll = () => kept.dropOver(() => true)
  return { kept, dropAll }
}

test('given fewer entries than fit, when asked, then each is there, and what was not set is not', () => {
  const { kept } = given('a', 'b', 'c')
  expect(['a', 'b', 'c', 'd'].map(kept.get)).toEqual(['A', 'B', 'C', undefined])
  expect(kept.size).toBe(3)
})

test('given one more than fits, then the one that was set first makes room, and the value that was set is given', () => {
  const { kept, dropAll } = given('a', 'b', 'c')
  expect(kept.set('d', 'D')).toBe('D')
  expect(kept.size).toBe(3)
  expect(dropAll()).toEqual(['B', 'C', 'D'])
})

test('given an entry that was read or set again, when room is needed, then another one makes it', () => {
  const { kept, dropAll } = given('a', 'b', 'c')
  expect(kept.get('a')).toBe('A')
  expect(kept.set('b', 'B2')).toBe('B2')
  kept.set('d', 'D')
  expect(dropAll()).toEqual(['A', 'B2', 'D'])
})

test('given a look for what is not there, then nothing else is kept', () => {
  const { kept } = given('a')
  expect(kept.get('b')).toBeUndefined()
  expect(kept.size).toBe(1)
})

test('given the newest entry, when it is read after all were dropped, then it is not there', () => {
  const { kept } = given('a', 'b')
  kept.clear()
  expect([kept.get('b'), kept.size]).toEqual([undefined, 0])
})

test('given entries, when some are dropped by name, then only the others stay', () => {
  const { kept, dropAll } = given('a', 'b', 'c')
  kept.drop((name) => name !== 'b')
  expect(dropAll()).toEqual(['B'])
})

test('given entries that are over, when dropped up to the first that is not, then that one and what follows stay', () => {
  const { kept, dropAll } = given('a', 'b', 'c')
  expect(kept.dropOver((value) => value !== 'B')).toEqual(['A'])
  expect(dropAll()).toEqual(['B', 'C'])
  expect(kept.size).toBe(0)
})
