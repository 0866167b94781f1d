// A table with names that clients choose: bounded, and a made-up name never evicts an entry that counts.
import { describe, expect, test } from 'vitest'
import { createBoundedTable } from '../../../../../apps/api/plugins/limits/bounded-table.ts'

/** Entries say when they run out. */
const tableOf = (max: number) =>
  createBoundedTable<number>({ max, isOver: (until, now) => until <= now })
const SHARED = 1024

describe('an entry', () => {
  test('is there until it runs out, and the last one put counts', () => {
    const table = tableOf(2)
    expect(table.get('a', 0)).toBeUndefined()
    table.put('a', 5, 0)
    table.put('a', 10, 0)
    expect(table.size()).toBe(1)
    expect(table.get('a', 9)).toBe(10)
    expect(table.get('a', 10)).toBeUndefined()
    expect(table.get('b', 0)).toBeUndefined()
  })

  test('that is not there is not asked when it runs out', () => {
    const isOver = ({ until }: { until: number }, now: number) => until <= now
    expect(createBoundedTable({ max: 2, isOver }).get('a', 0)).toBeUndefined()
  })

  test('goes on in a full table, also when it is put again', () => {
    const table = tableOf(2)
    table.put('a', 10, 0)
    table.put('b', 10, 0)
    table.put('late', 10, 0)
    table.put('a', 20, 0)
    expect([table.get('a', 15), table.get('b', 5), table.size()]).toEqual([20, 10, 3])
  })

  test('that runs out while it shares a slot is none', () => {
    const table = tableOf(0)
    table.put('a', 10, 0)
    expect(table.get('a', 9)).toBe(10)
    expect(table.get('a', 10)).toBeUndefined()
  })
})

describe('a full table', () => {
  test('gives further names the slots that they share, each the same one always', () => {
    const table = tableOf(0)
    for (let n = 0; n < 20_000; n++) table.put(`made-up-${n}`, 10, 0)
    expect(table.size()).toBe(SHARED)
    for (let n = 0; n < 100; n++) expect(table.get(`other-${n}`, 0)).toBe(10)
  })

  test('spreads names that differ in any letter over its slots', () => {
    for (const nameOf of [(n: number) => `${n} tail`, (n: number) => `head ${n}`]) {
      const table = tableOf(0)
      for (let n = 0; n < SHARED; n++) table.put(nameOf(n), 10, 0)
      // Chance leaves about 37 % of them empty.
      expect(table.size()).toBeGreaterThan(SHARED / 2)
      expect(table.size()).toBeLessThan(SHARED)
    }
  })

  test('has room again when entries have run out, and then asks no slot', () => {
    const table = tableOf(1)
    table.put('a', 10, 0)
    table.put('b', 30, 0)
    expect(table.get('b', 0)).toBe(30)
    table.put('c', 30, 10)
    // A shared slot says nothing about a name while the table has free places.
    table.put('c', 20, 10)
    expect(table.get('c', 15)).toBe(20)
  })

  test('with a place that has become free, then a name that shared a slot begins afresh', () => {
    const table = tableOf(2)
    for (const name of ['a', 'b', 'shared']) table.put(name, name === 'shared' ? 90 : 10, 0)
    table.put('a', 90, 10)
    expect(table.get('shared', 10)).toBeUndefined()
  })
})

describe('a call', () => {
  test('looks at eight entries at most, and at others the next time', () => {
    let looked: number[] = []
    const table = createBoundedTable<number>({
      max: 1_000,
      isOver: (n) => {
        looked.push(n)
        return false
      },
    })
    for (let n = 0; n < 20; n++) table.put(`${n}`, n, 0)
    const sweeps = [0, 1, 2].map(() => {
      looked = []
      table.put('more', 99, 0)
      return looked
    })
    expect(sweeps.map(({ length }) => length)).toEqual([8, 8, 8])
    expect(new Set(sweeps.flat()).size).toBeGreaterThanOrEqual(20)
  })

  test('lets go of what has run out, from the oldest on', () => {
    const table = tableOf(1_000)
    for (let n = 0; n < 20; n++) table.put(`${n}`, 10, 0)
    table.put('after', 99, 10)
    expect(table.size()).toBe(13)
    table.put('after', 99, 10)
    table.put('after', 99, 10)
    expect(table.size()).toBe(1)
  })
})
