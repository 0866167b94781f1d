// What a schema found wrong, in words that name the rule and never the value. More words: validation.test.ts.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createReader } from '../../../../../apps/api/plugins/bodies/validation.ts'

/** The problems of a body, each in a line. */
function told(schema: z.ZodType, data: unknown): string[] {
  const read = createReader<unknown>(schema)(data)
  const problems = 'problems' in read ? read.problems : []
  return problems.map(({ field, issue }) => `${field}: ${issue}`)
}

describe('the words for a rule', () => {
  const instant = 'must be an instant of ISO 8601, such as 2026-03-01T10:00:00Z'
  test.each<[string, z.ZodType, unknown]>([
    ['is required', z.string(), undefined],
    ['must be a number', z.number(), 'x'],
    ['must be a whole number', z.int(), 1.5],
    ['must be an array', z.array(z.string()), 'x'],
    ['must be an object', z.object({}), 'x'],
    ['must be an object', z.record(z.string(), z.string()), 'x'],
    ['must be null', z.null(), 1],
    ['must be of the type date', z.date(), 'x'],
    ['must be one of "a", "b"', z.enum(['a', 'b']), 'c'],
    ['must be one of 1, 2', z.literal([1, 2]), 3],
    ['must be "a"', z.literal('a'), 'b'],
    ['must be true or false', z.boolean(), 'yes'],
    ['must not be empty', z.string().min(1), ''],
    ['must be at least 2 characters', z.string().min(2), 'a'],
    ['must be at least 1', z.number().min(1), 0],
    ['must hold at least one element', z.array(z.string()).min(1), []],
    ['must be at least 2 elements', z.array(z.string()).min(2), ['a']],
    ['must be at most 1 elements', z.array(z.string()).max(1), ['a', 'b']],
    ['must be at most 1 characters', z.string().max(1), 'ab'],
    ['must be more than 1', z.number().gt(1), 1],
    ['must be a UUID', z.uuid(), 'x'],
    [instant, z.iso.datetime(), 'x'],
    ['has not the right form', z.email(), 'x'],
    ['has not the right form', z.string().regex(/^a$/), 'b'],
    ['is not known', z.strictObject({}), { ab: 1 }],
    ['holds a name that is not allowed', z.record(z.string().max(1), z.int()), { ab: 1 }],
    ['must be a string or true or false', z.union([z.string(), z.boolean()]), 1],
    ['must be "all" or 1', z.union([z.literal('all'), z.literal(1)]), 'a'],
  ])('%s', (words, schema, value) => {
    expect(told(z.object({ a: schema }), { a: value })).toContain(
      /^holds a name|^is not known/.test(words) ? `a.ab: ${words}` : `a: ${words}`,
    )
  })

  test.each([{ kind: 'a' }, {}])('name the kinds that there are: %j', (value) => {
    const kindsOf = (...kinds: [string, ...string[]]) =>
      kinds.map((kind) => z.object({ kind: z.literal(kind) }))
    const [b, c] = kindsOf('b', 'c')
    const schema = z.discriminatedUnion('kind', [b!, c!])
    expect(told(schema, value)).toEqual(['kind: must be one of "b", "c"'])
  })

  test('are those of the schema where it has its own', () => {
    const odd = z.int().refine((n) => n % 2 === 1, 'must be odd')
    expect(told(z.object({ a: odd }), { a: 2 })).toEqual(['a: must be odd'])
  })

  test('are those of the library where neither has any', () => {
    const odd = z.int().refine((n) => n % 2 === 1)
    expect(told(z.object({ a: odd }), { a: 2 })).toEqual(['a: Invalid input'])
  })
})

describe('several problems', () => {
  test('of one rule are told where they concern different fields, or say different things', () => {
    const schema = z.object({
      a: z.int(),
      b: z.int(),
      c: z
        .string()
        .refine(() => false, 'one')
        .refine(() => false, 'two'),
    })
    const far = Number.MAX_SAFE_INTEGER
    expect(told(schema, { a: 1e308, b: -1e308, c: '' })).toEqual([
      `a: must be at most ${far}`,
      `b: must be at least -${far}`,
      'c: one',
      'c: two',
    ])
    expect(told(z.object({ a: z.int(), b: z.int() }), { a: 1e308, b: 1e308 })).toHaveLength(2)
  })

  test('of one number are told by its nearest limit', () => {
    const schema = z.object({ a: z.int().min(1).max(5), b: z.int().max(9) })
    expect(told(schema, { a: 1e308, b: 1e308 })).toEqual([
      'a: must be at most 5',
      'b: must be at most 9',
    ])
    expect(told(schema, { a: -1e308, b: 0 })).toEqual(['a: must be at least 1'])
  })

  test('are told up to twenty', () => {
    expect(told(z.array(z.string()), Array(20).fill(1))).toHaveLength(20)
    expect(told(z.array(z.string()), Array(21).fill(1))).toHaveLength(20)
  })
})

describe('in a union', () => {
  const form = z.object({ a: z.object({ b: z.string() }) })

  test('the form that was meant tells the field, also within another union', () => {
    const either = z.union([z.string(), form])
    expect(told(z.object({ x: either }), { x: { a: { b: 1 } } })).toEqual([
      'x.a.b: must be a string',
    ])
    const twice = z.object({ x: z.union([z.boolean(), z.object({ y: either })]) })
    expect(told(twice, { x: { y: { a: { b: 1 } } } })).toEqual(['x.y.a.b: must be a string'])
  })

  test('the form of the same kind that breaks another rule tells it', () => {
    const schema = z.object({ x: z.union([z.string().min(3), z.int()]) })
    expect(told(schema, { x: 'a' })).toEqual(['x: must be at least 3 characters'])
  })

  test('no form tells the field where two may have been meant', () => {
    const either = z.union([form, z.object({ c: z.string() })])
    expect(told(z.object({ x: either }), { x: {} })).toEqual([
      'x: has none of the forms that are allowed',
    ])
    const value = z.union([z.literal('a'), form])
    expect(told(z.object({ x: value }), { x: { a: { b: 1 } } })).toEqual([
      'x: has none of the forms that are allowed',
    ])
    expect(told(either, {})).toEqual(['body: has none of the forms that are allowed'])
  })
})
