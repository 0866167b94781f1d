// A member that an object has twice is found wherever it stands and however it is escaped, and no other is.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanOf } from '../../../../../apps/api/plugins/bodies/json-scan.ts'
import { repeatedMember } from '../../../../../apps/api/plugins/bodies/repeated-members.ts'

function repeatedIn(text: string): string | null {
  const bytes = Buffer.from(text)
  const sent = scanOf(bytes, { depth: 1_000, values: 1_000_000 })
  return repeatedMember({ bytes, ...sent }, JSON.parse(text))
}

test.each([
  ['userId', '{"userId":"a","userId":"b"}'],
  ['userId', '{"userId":"a","userId":"a"}'],
  ['a', '{"a":1,"\\u0061":2}'],
  ['a', '{"\\u0061":1,"b":{"a":1},"a":2}'],
  ['é', '{"é":1,"\\u00e9":2}'],
  ['data.x', '{"a":1,"data":{"x":[{}],"y":",","x":1}}'],
  ['writes.1.userId', '{"writes":[{"userId":"a"},{"userId":"a","z":[1,2,[3]],"userId":"b"}]}'],
  ['0.b', '[{"b":1,"b":2}]'],
  ['body', '{"":1,"":2}'],
  ['n'.repeat(64), `{"${'n'.repeat(99)}":1,"${'n'.repeat(99)}":2}`],
  ['__proto__', '{"__proto__":1,"__proto__":2}'],
  ['1', '{ "1" : 1 , "1" : 2 }'],
])('given %j twice, when the body is read, then it is found', (path, text) => {
  expect(repeatedIn(text)).toBe(path)
})

test.each([
  '{"a":{"a":1},"b":{"a":[{"a":1},{"a":1}]}}',
  '{"a":"b","b":"a"}',
  '{"a":"\\",\\"a\\":1","\\"a\\"":":"}',
  '{"constructor":1,"toString":2,"__proto__":3}',
  '["a","a"]',
  '"a"',
])('given no member twice, when the body is read, then none is found: %s', (text) => {
  expect(repeatedIn(text)).toBeNull()
})

test.each([
  ['its own', '{"userId":"a","userId":"b","data":', 'body'],
  ['none', '{"userId":"a","data":', null],
  ['one of another object', '{"of":{"a":1,"a":1},"data":', null],
])(
  'given a body of so many members that counting them all takes long, when it has %s twice, then its own are compared',
  (_, start, found) => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`n${n}`, n]))
    expect(repeatedIn(`${start}${JSON.stringify(many)}}`)).toBe(found)
  },
)

test('given any body, when one of its members is given again, then that alone is found', () => {
  // Without escapes, which the table has: where names end with a backslash and with a quote, V8 may parse one as the
  // other, once it has seen objects with both.
  const plain = fc.string().map((text) => text.replace(/["\\]/g, ''))
  const name = fc.oneof(plain, fc.constantFrom('a', '0', ':', ',', '{'))
  const body = fc.dictionary(name, fc.jsonValue({ maxDepth: 4 }), { minKeys: 1, maxKeys: 6 })
  fc.assert(
    fc.property(body, fc.nat(), (given, n) => {
      const text = JSON.stringify(given)
      expect(repeatedIn(text)).toBeNull()
      const names = Object.keys(given)
      const again = names[n % names.length] ?? ''
      const twice = `{"before":${text},"of":{${text.slice(1, -1)},${JSON.stringify(again)}:0}}`
      expect(repeatedIn(twice)).toBe(`of.${again.slice(0, 64)}`)
    }),
  )
})
