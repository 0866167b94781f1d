// How the console names instants.
import { expect, test } from 'vitest'
import { apart, shortened } from '../../../../../apps/console/page/pure/words.ts'

const NOON = '2026-03-05T12:00:00.000Z'

test.each([
  ['of another day', '2026-03-06T12:00:00Z', /5/, /12|00/],
  ['of another minute of its day', '2026-03-05T12:01:00Z', /:00/, /:00:00/],
  ['of another second of its minute', '2026-03-05T12:00:01Z', /:00:00/, /:00[.,]000/],
  ['of another millisecond of its second', '2026-03-05T12:00:00.001Z', /:00[.,]000/, /never/],
])(
  'given an instant %s, then the name is as short as tells the two apart',
  (_, other, is, isNot) => {
    const name = apart(NOON, [other])
    expect(name).not.toBe(apart(other, [NOON]))
    expect(name).toMatch(is)
    expect(name.replace('2026', '')).not.toMatch(isNot)
  },
)

test('given an instant without others, then its name is the day', () => {
  expect(apart(NOON, [])).toBe(apart(NOON, ['2026-03-07T12:00:00Z']))
})

test('given the same instant written in another way, then its name is told all the same', () => {
  expect(apart(NOON, ['2026-03-05T12:00:00Z'])).toContain('2026')
})

test.each([
  ['Ana', 'Ana'],
  ['Ana B', 'Ana B'],
  ['Ana Be', 'Ana …'],
  ['🦊🦊🦊🦊🦊🦊', '🦊🦊🦊🦊…'],
])('given the name %s, then at most five of its characters are shown: %s', (name, shown) => {
  expect(shortened(name, 5)).toBe(shown)
})
