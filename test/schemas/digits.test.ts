// What counts as a number in the address of a request.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { digits, digitsOr } from '../../schemas/api/digits.ts'
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
