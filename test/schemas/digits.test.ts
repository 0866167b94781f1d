// What counts as a number in the address of a request, a setting or an option.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { decimal, digits, digitsOr } from '../../schemas/api/digits.ts'
import { pageQuery } from '../../schemas/api/paging.ts'
import { retractionQuery } from '../../schemas/api/reading/items.ts'
import { entitiesQuery } from '../../schemas/api/reading/memory.ts'

const limit = digitsOr(50, 1, 200)

test.each([
  ['5', 5],
  ['005', 5],
  ['200', 200],
  [undefined, 50],
])('%j is %j', (given, read) => {
  expect(limit.parse(given)).toBe(read)
})

const NONE = [
  '',
  ' ',
  ' 5',
  '5 ',
  '+5',
  '0x2',
  '0b1',
  '1e1',
  '5.0',
  '5.',
  '1_0',
  'NaN',
  '٥',
  '-',
  '-0',
]

test.each(NONE)('%j is no number', (given) => {
  const { error } = digits(0).safeParse(given)
  expect(error?.issues.map(({ message }) => message)).toEqual(['must be a whole number, in digits'])
})

test.each([
  ['0', 0],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['12.25', 12.25],
  [0.5, 0.5],
])('%j may have a part after its point', (given, read) => {
  expect(decimal(0).parse(given)).toBe(read)
})

test.each(NONE.filter((given) => given !== '5.0' && given !== '-0'))('%j is no part', (given) => {
  const { error } = decimal(0).safeParse(given)
  expect(error?.issues[0]?.message).toBe('must be a number, in digits such as 0.5')
})

test.each([
  ['-0.1', 'too_small'],
  ['1.1', 'too_big'],
])('%j is no share', (given, code) => {
  expect(decimal(0, 1).safeParse(given).error?.issues[0]).toMatchObject({ code })
})

test('a number that is given twice is none', () => {
  expect(limit.safeParse(['5']).success).toBe(false)
  expect(limit.safeParse(['5', '5']).success).toBe(false)
})

test.each([
  ['-1', 'too_small'],
  ['0', 'too_small'],
  ['201', 'too_big'],
])('%j is out of range', (given, code) => {
  expect(limit.safeParse(given).error?.issues[0]).toMatchObject({ code })
})

test.each([
  ['limit of a page', pageQuery, 'limit'],
  ['limit of entities', entitiesQuery, 'limit'],
  ['offset of entities', entitiesQuery, 'offset'],
  ['wait of a retraction', retractionQuery, 'wait'],
] as const)('the %s is told as a whole number, and read as digits', (_, query, name) => {
  const told = z.toJSONSchema(query as z.ZodType, { io: 'input' }).properties?.[name]
  expect(told).toMatchObject({ type: 'integer' })
  for (const given of NONE) expect(query.safeParse({ [name]: given }).success).toBe(false)
  expect(query.parse({ [name]: '7' })).toMatchObject({ [name]: 7 })
})
