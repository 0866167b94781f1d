// What is remembered of a number is what was written.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepExact } from '../../../../../apps/api/plugins/bodies/exact-numbers.ts'

const read = (text: string) => {
  const body = JSON.parse(text.replace('\ufeff', ''))
  keepExact(body, text)
  return body
}

test.each([
  ['a number of twenty digits', '12345678901234567890', '12345678901234567890'],
  ['one below zero', '-12345678901234567890', '-12345678901234567890'],
  ['the first whole number that is not safe', '9007199254740992', '9007199254740992'],
  ['the last one that is', '9007199254740991', 9007199254740991],
  ['the last one below zero', '-9007199254740991', -9007199254740991],
  ['sixteen digits', '1764456000000001', 1764456000000001],
  ['a fraction of many digits', '0.10000000000000001', 0.1],
  ['a large one with a fraction', '12345678901234567890.5', 12345678901234567000],
  ['a small one', '1e-12345678901234567', 0],
  ['a power of ten', '12345678901234567890E-5', 123456789012345.67],
  ['one that no double is as large as', '1e999', '1e999'],
  ['one below zero that none is', '-1E+999', '-1E+999'],
  ['the largest double', '1.7976931348623157e308', 1.7976931348623157e308],
  ['one just beyond it', '1.8e308', '1.8e308'],
  ['one without a power of ten', `${'9'.repeat(309)}.5`, `${'9'.repeat(309)}.5`],
  ['one of as many digits that a double holds', `1${'0'.repeat(308)}.5`, 1e308],
])('%s', (_, written, told) => {
  for (const text of [
    `{"é":1,"data":[${written}]}`,
    `\ufeff{"data":{"c":-1,"é":[ ${written},2 ]}}`,
    `{"metadata":{"a":{"b":[${written}]}}}`,
    `{"writes":[{"é":1},{"data":{"a":[${written}]}}]}`,
  ]) {
    expect(JSON.stringify(read(text))).toContain(`[${JSON.stringify(told)}`)
  }
})

test('only whole numbers that would change are read otherwise than by the parser', () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true }), fc.bigInt())
  fc.assert(
    fc.property(fc.array(value), (given) => {
      const written = given.map((each) =>
        typeof each === 'bigint' ? String(each) : JSON.stringify(each),
      )
      const text = `{"data":[${written.join()}]}`
      const plain: unknown[] = JSON.parse(text).data
      const isChanged = (told: string) =>
        /^-?\d+$/.test(told) && !Number.isSafeInteger(Number(told))
      expect(read(text).data).toEqual(written.map((told, n) => (isChanged(told) ? told : plain[n])))
    }),
  )
})

test('digits in strings are no numbers', () => {
  const text = '{"data":{"12345678901234567890":"12345678901234567890","a":[1,true]}}'
  expect(read(text)).toEqual(JSON.parse(text))
})

test('a number in the place of a text stays a number, to be refused as one', () => {
  const id = '12345678901234567890'
  for (const text of [`{"userId":${id}}`, `{"writes":[{"userId":${id}},${id}]}`, `[${id}]`, id]) {
    expect(read(text)).toEqual(JSON.parse(text))
  }
})
