// Canonical JSON against the examples of RFC 8785, and values without a canonical form.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, stableJson } from '../../../../infra/runtime/signing/canonical-json.ts'

test('given the example of section 3.2, when written, then it is as the RFC has it', () => {
  const given = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)
  expect(canonicalJson(given)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('given the names of section 3.2.3, when written, then they stand in the order of UTF-16 units', () => {
  const names = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  const given = Object.fromEntries([...names].reverse().map((name) => [name, 0]))
  expect(Object.keys(JSON.parse(canonicalJson(given)))).toHaveLength(names.length)
  const written = names.map((name) => `${JSON.stringify(name)}:0`).join(',')
  expect(canonicalJson(given)).toBe(`{${written}}`)
})

test.each([
  [0, '0'],
  [-0, '0'],
  [5e-324, '5e-324'],
  [-1.7976931348623157e308, '-1.7976931348623157e+308'],
  [9007199254740992, '9007199254740992'],
  [2 ** 68, '295147905179352830000'],
  [9.999999999999997e22, '9.999999999999997e+22'],
  [1e21, '1e+21'],
  [0.000001, '0.000001'],
  [9.999999999999997e-7, '9.999999999999997e-7'],
])('given the number %d of appendix B, when written, then it is %s', (number, written) => {
  expect(canonicalJson(number)).toBe(written)
})

describe('a value without a canonical form is refused', () => {
  test.each([
    ['NaN', Number.NaN, 'not a JSON value'],
    ['an infinite number', Number.NEGATIVE_INFINITY, 'not a JSON value'],
    ['a lone surrogate', '\ud83d', 'a string with a lone surrogate'],
    ['a name with one', { '\ude00': 0 }, 'a string with a lone surrogate'],
    ['nothing', undefined, 'not a JSON value'],
    ['a big number', 1n, 'not a JSON value'],
    ['nothing within', { a: [undefined] }, 'not a JSON value'],
  ])('%s', (_, value, why) => {
    expect(() => canonicalJson(value)).toThrow(new TypeError(why))
  })
})

test('given a lone surrogate, when written for our own hashes, then it is escaped, and names are in order', () => {
  expect(stableJson({ b: ['\ud83d', 1.5, null], a: true })).toBe(
    String.raw`{"a":true,"b":["\ud83d",1.5,null]}`,
  )
})

test('given any JSON, when written, then it says the same, and is written the same again', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text)
      if (!text.isWellFormed() || /\\ud[89a-f]/i.test(text)) return
      const written = canonicalJson(value)
      expect(canonicalJson(JSON.parse(written))).toBe(written)
      // Minus zero is written as zero.
      expect(JSON.stringify(JSON.parse(written))).toHaveLength(JSON.stringify(value).length)
    }),
  )
})
