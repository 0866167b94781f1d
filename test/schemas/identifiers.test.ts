// Which texts are identifiers, and the error for each that is not.
import { describe, expect, test } from 'vitest'
import { appId, threadId, userId } from '../../schemas/identifiers.ts'

const every = { appId, userId, threadId }

describe.each(Object.entries(every))('%s', (_, schema) => {
  test.each([
    'user-1',
    'a@b.example|1',
    'müller',
    'mu\u0308ller',
    '+49 123',
    'slack/C012/p1700',
    ' ',
    '...',
    '__',
    'a~',
    'a*',
    '👩‍👩‍👧‍👦',
    '\u202eabc\u200b',
    'ü'.repeat(256),
    '日'.repeat(256),
    '😀'.repeat(200),
  ])('takes %j as it is', (text) => {
    expect(schema.parse(text)).toBe(text)
  })

  test.each([
    ['', 'must not be empty'],
    ['a'.repeat(257), 'must be at most 256 characters'],
    ['a\u0000', 'must hold no control characters'],
    ['a\nb', 'must hold no control characters'],
    ['\u007f', 'must hold no control characters'],
    ['\u0085', 'must hold no control characters'],
    ['a\ud83d', 'must hold no halves of surrogate pairs'],
    ['\ude00a', 'must hold no halves of surrogate pairs'],
    ['~changes', 'must not begin with ~ and must not be _ or * or . or ..'],
    ['_', 'must not begin with ~ and must not be _ or * or . or ..'],
    ['*', 'must not begin with ~ and must not be _ or * or . or ..'],
    ['.', 'must not begin with ~ and must not be _ or * or . or ..'],
    ['..', 'must not begin with ~ and must not be _ or * or . or ..'],
  ])('refuses %j and says why', (text, why) => {
    expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([why])
  })
})

test('users and threads may have 256 characters of any size, apps no more than 800 bytes', () => {
  const longest = '😀'.repeat(256)
  expect([userId, threadId].map((each) => each.parse(longest))).toEqual([longest, longest])
  expect(userId.safeParse(`${longest}a`).success).toBe(false)
  expect(appId.safeParse('😀'.repeat(201)).success).toBe(false)
})

test('a thread of a client never has the name of one that the service began', () => {
  expect(threadId.safeParse('=01890000').success).toBe(false)
  expect(threadId.safeParse('~01890000').success).toBe(false)
  expect(userId.safeParse('=a').success).toBe(true)
})
