// Values as words: no more of them is read than is shown, and never much more than there is.
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '../../../../processors/extract-facts/reading/sentence.ts'
import {
  createBoundedText,
  createValueReader,
  words,
} from '../../../../processors/extract-facts/reading/show-value.ts'
import { AT } from '../../../contracts/given.ts'
import { counted } from '../../../counted.ts'

const tell = (data: Record<string, unknown>, template?: string) =>
  sentenceOf({ eventType: 'x', source: 'shop', timestamp: AT, data }, template)

describe('a value with little room', () => {
  test.each([
    ['a text', 'abcdefgh', 3, 'abc'],
    ['a list', ['ab', '', 'cd', 'ef'], 7, 'ab, cd,'],
    ['an object', { fooBar: 'x', y: { z: ['1', '2'] } }, 17, 'foo bar x, y z 1,'],
    ['a named object', { name: 'abc' }, 2, 'ab'],
  ])('is shown as far as it goes: %s', (_, value, room, shown) => {
    expect(createValueReader().show(value, room)).toBe(shown)
  })

  test('is read no further than it is shown', () => {
    const list = counted(Array.from({ length: 100_000 }, () => 'word'))
    expect(createValueReader().show(list.value, 60)).toHaveLength(60)
    expect(list.reads()).toBeLessThan(100)
  })
})

describe('a template that names one value hundreds of times', () => {
  const long = () => counted(Array.from({ length: 50_000 }, (_, n) => n % 10))

  test.each([
    ['places', '{a}'.repeat(660)],
    ['options', '[{a}]'.repeat(400)],
    ['options that lack a value', '[{a}{b}]'.repeat(250)],
    ['alternatives', `{${'b|'.repeat(900)}a}`],
    ['a place that lacks a value at the end', `${'{a}'.repeat(600)}{b}`],
  ])('reads it once: %s', (_, template) => {
    const a = long()
    expect(tell({ a: a.value }, template).length).toBeLessThanOrEqual(20_000)
    // Twice, where the fallback shows it after all.
    expect(a.reads()).toBeLessThan(2 * 20_000)
  })

  test('looks once whether it says anything', () => {
    const a = counted(Array.from({ length: 50_000 }, () => null))
    expect(tell({ a: a.value, b: 'end' }, `{${'a|'.repeat(900)}b}`)).toBe('end')
    // Its length and itself, an element.
    expect(a.reads()).toBeLessThan(3 * 50_000)
  })
})

test('given paths that lead into each other, when told, then reading ends somewhere', () => {
  const inner = counted({ blank: ' '.repeat(200_000) })
  let a: unknown = inner.value
  for (let n = 0; n < 45; n++) a = { a }
  const paths = Array.from({ length: 45 }, (_, n) => `a${'.a'.repeat(n)}`)
  const told = tell({ a, end: 'done' }, `{${paths.join('|')}|end}`)
  expect(told).toBe('X (shop, 2026-05-08): end is done.')
  // Of 45 paths those that 4 Mi characters allow, and the fallback; name, title and id are asked for as well.
  expect(inner.reads()).toBeLessThan(25 * 4)
})

test('given a fallback of many keys, when told, then those that fit are read', () => {
  const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 'value']))
  const keys = counted(data)
  expect(tell(keys.value)).toHaveLength(20_000)
  expect(keys.reads()).toBeLessThan(10_000)
})

describe('a value with much room', () => {
  const shown = (value: unknown) => createValueReader().show(value, 1_000)

  test.each([
    ['nothing', null, ''],
    ['no value', undefined, ''],
    ['a text', '  padded ', 'padded'],
    ['a number', 0, '0'],
    ['a truth', false, 'false'],
    ['a list', [1, [2, 3], null], '1, 2, 3'],
    ['its name', { name: 'Ana', title: 'Dr', id: 7 }, 'Ana'],
    ['its title', { title: 'Dr', id: 7 }, 'Dr'],
    ['its id', { id: 7 }, '7'],
    ['its title, where its name is empty', { name: '', title: 'Dr', id: 7 }, 'Dr'],
    ['its id, where the others are null', { name: null, title: null, id: 0 }, '0'],
    ['its keys, where its name is empty', { name: '', price: 3 }, 'price 3'],
    ['a name that is none', { name: { first: 'Ana' }, id: 7 }, 'name first Ana, id 7'],
    ['its keys as words', { fooBar_baz: 1, 'x-y.z': 2, empty: '' }, 'foo bar baz 1, x y z 2'],
  ])('is shown as words: %s', (_, value, expected) => {
    expect(shown(value)).toBe(expected)
  })

  test('is shown fifty deep, and no deeper', () => {
    const nested = (depth: number) => {
      let value: unknown = 'bottom'
      for (let n = 0; n < depth; n++) value = [value]
      return value
    }
    expect(shown(nested(50))).toBe('bottom')
    expect(shown(nested(51))).toBe('')
  })

  test('is shown fifty keys deep, and no deeper', () => {
    const nested = (depth: number) => {
      let value: unknown = 'bottom'
      for (let n = 0; n < depth; n++) value = { k: value }
      return value
    }
    expect(shown(nested(50))).toBe(`${'k '.repeat(50)}bottom`)
    expect(shown(nested(51))).toBe('')
  })
})

describe('of what may be read', () => {
  const shown = (mostRead: number, value: unknown) => createValueReader(mostRead).show(value, 1_000)

  test.each([
    [5, '1, 2'],
    [6, '1, 2, 3'],
  ])('each value and its characters take a part: %s show %j', (mostRead, expected) => {
    expect(shown(mostRead, [1, 2, 3, 4, 5, 6, 7])).toBe(expected)
  })

  test('each key takes a part as well', () => {
    expect(shown(5, { a: 1, b: 2, c: 3 })).toBe('a 1')
  })

  test('nothing is left at the end, and then nothing more is looked at', () => {
    const reads = (count: number) => {
      const list = counted(Array.from({ length: count }, () => 1))
      shown(5, list.value)
      return list.reads()
    }
    expect(reads(1_000)).toBe(reads(3))
    expect(reads(3)).toBeGreaterThan(reads(1))
  })
})

describe('a bounded text', () => {
  test('takes what fits, with separators between parts that say something', () => {
    const text = createBoundedText(8, '; ')
    expect([text.text(), text.room()]).toEqual(['', 8])
    text.add('')
    text.add('ab')
    text.add('')
    text.add('cd')
    expect([text.text(), text.room()]).toEqual(['ab; cd', 2])
    text.add('ef')
    expect([text.text(), text.room()]).toEqual(['ab; cd; ', 0])
  })

  test('has no separator where none is given', () => {
    const text = createBoundedText(8)
    text.add('ab')
    text.add('cd')
    expect(text.text()).toBe('abcd')
  })
})

test.each([
  ['orderShipped', 'order shipped'],
  ['order_shipped', 'order shipped'],
  ['order--shipped..now', 'order shipped now'],
  ['_order_', 'order'],
  ['item2Name', 'item2 name'],
  ['ÄpfelÖl', 'äpfel öl'],
  ['HTML', 'html'],
])('the name %s reads %j', (name, expected) => {
  expect(words(name)).toBe(expected)
})
