// Access that throws where the code around was wrong, with what is missing and without what may be personal.
import { expect, test } from 'vitest'
import {
  asError,
  codeOf,
  dropOldest,
  firstOf,
  getFrom,
  getOrMake,
  isRecord,
  lastOf,
  memberNamesOf,
  memberOf,
  nth,
  present,
} from '../../../infra/runtime/certain.ts'

test('given what is there, when asked, then it is that, also where it is empty', () => {
  expect([firstOf([0, 2]), nth([1, '', 3], 1), lastOf([1, null])]).toEqual([0, '', null])
  expect(getFrom(new Map([['ana', 0]]), 'ana')).toBe(0)
  expect([present('', 'name'), present(0, 'count'), present(false, 'flag')]).toEqual(['', 0, false])
})

test.each<[string, () => unknown]>([
  ['there is no key', () => present(null, 'key')],
  ['there is no key', () => present(undefined, 'key')],
  ['of 0 elements none is at 0', () => firstOf([])],
  ['of 0 elements none is at -1', () => lastOf([])],
  ['of 2 elements none is at 2', () => nth([1, 2], 2)],
  ['of 1 entries none has the key', () => getFrom(new Map([['ana', 1]]), 'ben')],
])('given what is missing, then an error says: %s', (message, ask) => {
  expect(ask).toThrow(new TypeError(message))
})

test('given a map, when what it has is asked for, then only what is missing is made, and once', () => {
  const made: string[] = []
  const map = new Map([['known', 0]])
  const ask = (key: string) => getOrMake(map, key, () => made.push(key))
  expect([ask('known'), ask('a'), ask('a'), ask('b')]).toEqual([0, 1, 1, 2])
  expect(made).toEqual(['a', 'b'])
})

test('given a map or a set, when its oldest is dropped, then the others stay', () => {
  const map = new Map([
    ['b', 1],
    ['a', 2],
  ])
  dropOldest(map)
  const set = new Set(['b', 'a'])
  dropOldest(set)
  dropOldest(new Set())
  expect([[...map.keys()], [...set]]).toEqual([['a'], ['a']])
})

test('given what was thrown, when it is an error, then it is that, else an error that says it', () => {
  const error = Object.assign(new Error('full'), { code: 'ENOSPC' })
  expect(asError(error)).toBe(error)
  expect(asError('odd')).toEqual(new Error('odd'))
  const without = [new Error('plain'), Object.assign(new Error(), { code: 7 }), { code: 'A' }, null]
  expect([error, ...without].map(codeOf)).toEqual(['ENOSPC', ...without.map(() => undefined)])
})

test('given an object, when its members are asked for, then their names are told in order, and each by its name', () => {
  const object = { b: 1, a: null }
  expect(memberNamesOf(object)).toEqual(['b', 'a'])
  expect(['b', 'a', 'c'].map((name) => memberOf(object, name))).toEqual([1, null, undefined])
})

test.each([null, undefined, 'text', () => undefined])(
  'given %s, which is no object, when a member is asked for, then it has none',
  (value) => {
    expect(memberOf(value, 'length')).toBeUndefined()
  },
)

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ['text', false],
])('%j is a record: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected)
})
