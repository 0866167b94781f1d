// The fields that a schema does not know are named by their path, whatever the schema is wrapped in, and no others.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFields } from '../../../../../apps/api/plugins/bodies/unknown-fields.ts'

const inner = z.object({ known: z.string().optional() })
const given = { known: 'a', other: 1 }
const named = (name: string) => `${name}: is not known and was ignored`

describe('a field that is not known', () => {
  test.each<[string, z.ZodType]>([
    ['may be left out', inner.optional()],
    ['may be null', inner.nullable()],
    ['has a default', inner.default({})],
    ['is turned into something else afterwards', inner.transform(() => 1)],
    ['is read beforehand', z.preprocess((data) => data, inner)],
    ['is several of these', inner.optional().nullable().default(null)],
  ])('is named within what %s', (_, schema) => {
    expect(unknownFields(given, schema)).toEqual([named('other')])
    expect(unknownFields({ a: given }, z.object({ a: schema }))).toEqual([named('a.other')])
  })

  test('is named in each element of a list, by its number', () => {
    const schema = z.object({ list: z.array(inner) })
    expect(unknownFields({ list: [given, {}, given] }, schema)).toEqual([
      named('list.0.other'),
      named('list.2.other'),
    ])
  })

  test('is named where its name is one that every object inherits', () => {
    expect(unknownFields({ toString: 1, constructor: 2 }, inner)).toEqual([
      named('toString'),
      named('constructor'),
    ])
  })

  test('is named by 64 characters at most, beside its path', () => {
    const [name, longer] = ['x'.repeat(64), 'y'.repeat(65)]
    expect(unknownFields({ a: { [name]: 1, [longer]: 1 } }, z.object({ a: inner }))).toEqual([
      named(`a.${name}`),
      named(`a.${'y'.repeat(64)}`),
    ])
  })

  test('is one of twenty at most', () => {
    const names = Array.from({ length: 21 }, (_, n) => `x${n}`)
    const of = (some: string[]) =>
      unknownFields(Object.fromEntries(some.map((name) => [name, 1])), inner)
    expect(of(names.slice(0, 19))).toEqual(names.slice(0, 19).map(named))
    expect(of(names)).toEqual(names.slice(0, 20).map(named))
  })
})

describe('in a union by kind', () => {
  const union = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal(['a', 'b']), one: z.string() }),
    z.object({ kind: z.literal('c'), two: z.string() }),
    z.object({ kind: z.enum(['d']), three: z.string() }),
  ])

  test.each([
    [{ kind: 'a', one: '', two: '' }, ['two']],
    [{ kind: 'b', one: '', two: '' }, ['two']],
    [{ kind: 'c', one: '', two: '' }, ['one']],
    [{ kind: 'c', kid: 1 }, ['kid']],
  ])('the kind of %j says what is known', (data, unknown) => {
    expect(unknownFields(data, union)).toEqual(unknown.map(named))
  })

  test.each([{ kind: 'none', one: '' }, { one: '' }, { kind: 'd', one: '' }, null, ['a'], 'a'])(
    '%j names nothing, because its kind is not clear',
    (data) => {
      expect(unknownFields(data, union)).toEqual([])
    },
  )
})

describe('nothing is named', () => {
  test.each<[string, unknown, z.ZodType]>([
    ['where all is known', { known: 'a' }, inner],
    ['where any field may be there', given, z.looseObject({ known: z.string() })],
    ['where further fields have a schema', given, inner.catchall(z.number())],
    ['where names are free', given, z.record(z.string(), z.unknown())],
    ['where several forms are allowed', given, z.union([inner, z.object({ more: z.string() })])],
    ['in a value without fields', 'known', inner],
    ['in no value', null, inner.nullable()],
    ['in a list where an object is meant', [given], inner],
    ['in an object where a list is meant', { 0: given }, z.array(inner)],
    ['in what no schema describes', { a: given }, z.object({ a: z.unknown() })],
  ])('%s', (_, data, schema) => {
    expect(unknownFields(data, schema)).toEqual([])
  })
})
