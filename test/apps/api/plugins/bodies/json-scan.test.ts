// What the scan reports of bytes must match the parsed value, whatever its strings hold.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonLimits, scanOf } from '../../../../../apps/api/plugins/bodies/json-scan.ts'

const WIDE: JsonLimits = { depth: 1_000, values: 1_000_000 }
const scan = (text: string, limits: Partial<JsonLimits>) =>
  scanOf(Buffer.from(text), { ...WIDE, ...limits }).refusal

describe('given a body with text that looks like JSON, when it is scanned, then only its structure counts', () => {
  const odd = fc.oneof(
    fc.string(),
    fc.constantFrom('[{[{', '\\', '\\"', '"]}', '\\\\"', ',,,,', ':', '\u2028', '"'.repeat(200)),
    fc.nat(300).map((length) => `${'x'.repeat(length)}\\"[`),
  )
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, odd, fc.integer(), tie('list'), tie('record')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    record: fc.dictionary(odd, tie('any'), { maxKeys: 4 }),
  }))
  const body = fc.dictionary(odd, value.any, { maxKeys: 5 })

  test('the depth', () => {
    fc.assert(
      fc.property(body, fc.boolean(), (given, indented) => {
        const text = JSON.stringify(given, null, indented ? 2 : 0)
        const depth = depthOf(given)
        expect(scan(text, { depth })).toBeNull()
        expect(scan(text, { depth: depth - 1 })?.issue).toMatch(/nested at most/)
      }),
    )
  })

  test('the values', () => {
    fc.assert(
      fc.property(body, (given) => {
        const text = JSON.stringify(given)
        const values = valuesOf(given)
        expect(scan(text, { values })).toBeNull()
        expect(scan(text, { values: values - 1 })?.issue).toMatch(/at most/)
      }),
    )
  })
})

test.each([
  ['plainly', '"metadata"'],
  ['escaped', '"met\\u0061data"'],
])('given a large member named %s, then it is refused by its name, at the byte', (_, name) => {
  const inner = '[1, "}"]'.padEnd(5_000)
  const text = `{"content":"x",${name}:${inner},"last":1}`
  expect(scan(text, { memberBytes: { metadata: 5_000 } })).toBeNull()
  expect(scan(text, { memberBytes: { metadata: 4_999 } })).toEqual({
    field: 'metadata',
    issue: 'must be at most 4999 bytes of JSON as sent',
  })
  expect(scan(`{${name}:${inner}}`, { memberBytes: { metadata: 4_999 } })?.field).toBe('metadata')
  expect(scan(`{"a":{${name}:${inner}}}`, { memberBytes: { metadata: 4_999 } })).toBeNull()
})

test('a member of up to 4 KiB is never refused, whatever its limit', () => {
  const limits = { memberBytes: { metadata: 100 } }
  const of = (bytes: number) => `{"metadata":${'[1]'.padEnd(bytes)}}`
  expect(scan(of(4 * 1024), limits)).toBeNull()
  expect(scan(of(4 * 1024 + 1), limits)?.field).toBe('metadata')
})

test.each([
  ['a string', '"x"', (text: string) => text.replace('x', 'x'.repeat(4_998))],
  ['an object', '{"a":{"b":1}}', (text: string) => text.padEnd(5_000)],
])('a member is measured from its colon to its end where it is %s', (_, value, sized) => {
  const text = `{"metadata":${sized(value)},"other":{"c":1}}`
  expect(scan(text, { memberBytes: { metadata: 5_000 } })).toBeNull()
  expect(scan(text, { memberBytes: { metadata: 4_999 } })?.field).toBe('metadata')
})

test('between two members none is named', () => {
  expect(scan('{"data":1,"b":2}', { values: 1 })).toEqual({
    field: 'body',
    issue: 'a body must hold at most 1 members and elements',
  })
  expect(scan('{"data":[[[]]]}', { depth: 3 })?.issue).toBe('must be nested at most 3 deep')
})

test('a name that is no JSON is not repeated', () => {
  for (const name of ['\\x', '\\u12', '\n']) {
    expect(scan(`{"${name}":[[[]]]}`, { depth: 3 })?.field).toBe('body')
  }
})

test.each([0, 1, 62, 63, 64, 65, 66, 128, 200])(
  'quotes that are escaped after %i letters end no string, and those behind pairs of backslashes do',
  (letters) => {
    for (let backslashes = 0; backslashes < 6; backslashes++) {
      const text = `["${'x'.repeat(letters)}${'\\'.repeat(backslashes)}"`
      const isOpen = backslashes % 2 === 1
      expect(scan(`${text}[`, { depth: 1 }) === null).toBe(isOpen)
      expect(scan(`${text}","[[`, { depth: 1 }) === null).toBe(isOpen)
    }
  },
)

test('a refusal names the member in which the limit was met, and repeats nothing else', () => {
  expect(scan('{"a":1,"data":[[[]]]}', { depth: 3 })?.field).toBe('data')
  expect(scan('{"data":{"x":1},"b":[1,2]}', { values: 3 })?.field).toBe('b')
  expect(scan('{"odd name":[[[]]]}', { depth: 3 })?.field).toBe('body')
  expect(scan(`{"${'x'.repeat(33)}":[[[]]]}`, { depth: 3 })?.field).toBe('body')
  expect(scan('[[[[', { depth: 3 })?.field).toBe('body')
})

test.each(['', '{', '"', '"\\', '{"a', ']]]]', '{"a":"\\"', ',,,', '"'.repeat(99)])(
  'text that is no JSON (%j) is left to the parser',
  (text) => {
    expect(scan(text, {})).toBeNull()
  },
)

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** Containers, and what commas separate. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return (
    1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, each) => sum + valuesOf(each), 0)
  )
}
