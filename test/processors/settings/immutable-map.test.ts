// An immutable map equals the map that the same calls would make of a mutable one, and shares its structure with the
// one before.
import { expect, test } from 'vitest'
import { emptyMap, put, without } from '../../../processors/settings/immutable-map.ts'

/** These two have one hash. */
const TWINS = ['costarring', 'liquid'] as const

function filled(count: number): ReadonlyMap<string, number> {
  let map: ReadonlyMap<string, number> = emptyMap
  for (let n = 0; n < count; n++) map = put(map, `key ${n}`, n)
  return map
}

/** How many objects are reachable from one value and not from the other. */
function countNew(value: object, before: object): number {
  const reach = (from: object, seen: Set<object>): Set<object> => {
    const waiting = [from]
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      if (seen.has(each)) continue
      seen.add(each)
      waiting.push(...Object.values(each).filter((part) => typeof part === 'object' && part))
    }
    return seen
  }
  const known = reach(before, new Set())
  return [...reach(value, new Set())].filter((each) => !known.has(each)).length
}

test('given random puts and removals, when read, then it holds what a mutable map would', () => {
  const wanted = new Map<string, number>()
  let map: ReadonlyMap<string, number> = emptyMap
  let seed = 1
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let n = 0; n < 20_000; n++) {
    const key = draw(10) === 0 ? TWINS[draw(2)]! : `key ${draw(500)}`
    if (draw(3) === 0) {
      wanted.delete(key)
      map = without(map, key)
    } else {
      wanted.set(key, n)
      map = put(map, key, n)
    }
    expect(map.size).toBe(wanted.size)
    expect(map.get(key)).toBe(wanted.get(key))
  }
  const sorted = (all: Iterable<[string, number]>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(map)).toEqual(sorted(wanted))
  expect([...map.keys()].sort()).toEqual([...wanted.keys()].sort())
  expect(new Set(map.values())).toEqual(new Set(wanted.values()))
  const visited: [string, number][] = []
  map.forEach((value, key) => void visited.push([key, value]))
  expect(sorted(visited)).toEqual(sorted(wanted))
})

test('given keys of one hash, when one goes, then the other stays', () => {
  const both = put(put(filled(100), TWINS[0], 1), TWINS[1], 2)
  expect([both.get(TWINS[0]), both.get(TWINS[1])]).toEqual([1, 2])
  const one = without(both, TWINS[0])
  expect([one.has(TWINS[0]), one.get(TWINS[1]), one.size]).toEqual([false, 2, 101])
})

test('given a map, when another is made of it, then it stays as it was', () => {
  const before = filled(100)
  const after = without(put(put(before, 'key 1', -1), 'new', 0), 'key 2')
  expect([before.get('key 1'), before.has('new'), before.get('key 2'), before.size]).toEqual([
    1,
    false,
    2,
    100,
  ])
  expect([after.get('key 1'), after.has('new'), after.has('key 2'), after.size]).toEqual([
    -1,
    true,
    false,
    100,
  ])
  expect(without(before, 'missing')).toBe(before)
})

test('given a large map, when an entry is put, then all but a few nodes are shared', () => {
  const before = filled(20_000)
  expect(countNew(put(before, 'new', 0), before)).toBeLessThan(30)
  expect(countNew(put(before, 'key 7', 0), before)).toBeLessThan(30)
  expect(countNew(without(before, 'key 7'), before)).toBeLessThan(30)
})

test('given a mutable map, when an entry is put, then the mutable one stays as it was', () => {
  const mutable = new Map([['a', 1]])
  expect([...put(mutable, 'b', 2).keys()].sort()).toEqual(['a', 'b'])
  expect([...mutable.keys()]).toEqual(['a'])
})

test('given all entries, when they are removed, then nothing is left of them in memory', () => {
  let map = put(put(filled(100), TWINS[0], 1), TWINS[1], 2)
  for (const key of [...map.keys()]) map = without(map, key)
  expect({ ...map }).toEqual({ ...emptyMap })
})
