// A signed body may be hostile all the same: the service refuses it by its content, before parsing it.
import { expect, test, vi } from 'vitest'
import { instantAt, readJson } from '../../../../apps/api/sources/payload.ts'

test.each([
  ['200,000 elements', `{"data":[${'1,'.repeat(200_000)}1]}`, 'data'],
  ['200,000 keys', `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join()}}`, 'body'],
  ['deep arrays', `{"data":${'['.repeat(400_000)}`, 'data'],
])('given %s, when it is read, then nothing is built from it', (_, text, field) => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const refusal = { problems: [expect.objectContaining({ field })] }
    expect(() => readJson(Buffer.from(text))).toThrow(expect.objectContaining(refusal))
    expect(parse.mock.calls.filter(([given]) => given.length > 1_000)).toEqual([])
  } finally {
    parse.mockRestore()
  }
})

test('given a push of 2,000 commits, when it is read, then it is', () => {
  const commit = {
    id: 'a'.repeat(40),
    message: 'x',
    author: { name: 'a', email: 'b' },
    added: ['c'],
  }
  const push = { commits: Array(2_000).fill(commit) }
  expect(readJson(Buffer.from(JSON.stringify(push)))).toEqual(push)
})

test.each([
  [-62_167_219_200_000, '0000-01-01T00:00:00.000Z'],
  [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
  [-62_167_219_200_001, null],
  [253_402_300_800_000, null],
])(
  'given the Unix time %d, when it is read as an instant, then it is in the years 0000 to 9999 or none',
  (time, read) => {
    expect(instantAt({ time }, 'time')).toBe(read)
  },
)

test('given a number that no double holds, when it is read, then as it was written', () => {
  const body = Buffer.from('{"data":{"order":12345678901234567890,"count":2}}')
  expect(readJson(body)).toEqual({ data: { order: '12345678901234567890', count: 2 } })
})
