// When two facts say the same, and when they speak of the same thing.
import { expect, test } from 'vitest'
import { fingerprintOf, sameValue, slotOf } from '../../../processors/extract-facts/fingerprint.ts'
import { AT } from '../../contracts/given.ts'
import { LATER } from '../given.ts'

const of = (text: string, validFrom = AT, contentType: 'document' | 'event' = 'document') =>
  fingerprintOf({ text, validFrom, contentType })

test.each([
  ['Ana likes tea.', 'ana LIKES  tea'],
  ['Caf\u00e9 au lait', 'cafe\u0301 AU lait!'],
  ['１２３ Main', '123 main'],
])('given %j and %j, when fingerprinted, then they are the same', (one, other) => {
  expect(of(one)).toBe(of(other))
})

test.each([
  ['Ana likes tea.', 'Ana likes tea leaves.'],
  ['🎉', '🐙'],
  ['a b', 'ab'],
  ['el ano', 'el año'],
])('given %j and %j, when fingerprinted, then they differ', (one, other) => {
  expect(of(one)).not.toBe(of(other))
})

test('given a fact said again later, when it speaks of no day, then it is the same', () => {
  expect(of('Ana likes tea.', AT)).toBe(of('Ana likes tea.', LATER))
})

test.each(['Ana ran today.', 'Ana flies next week.', 'Ana moved two years ago.'])(
  'given %j, when said on another day, then it is another fact',
  (text) => {
    expect(of(text, AT)).not.toBe(of(text, LATER))
    expect(of(text, AT)).toBe(of(text, '2026-05-08T23:59:59.000Z'))
  },
)

test('given an event, when it happens at another time, then it is another fact', () => {
  expect(of('Logged in.', AT, 'event')).not.toBe(of('Logged in.', LATER, 'event'))
})

test('given a place for one value, when named, then it is the subject’s attribute, folded', () => {
  const slot = slotOf({ subject: ' Ana  Silva', attribute: 'HOME', exclusive: true })
  expect(slot).toBe(slotOf({ subject: 'ana silva', attribute: 'home', exclusive: true }))
  expect(slotOf({ subject: 'Ana', attribute: 'home', exclusive: false })).toBeNull()
  expect(slotOf({ subject: null, attribute: 'home', exclusive: true })).toBeNull()
  expect(slotOf({ subject: 'Ana', attribute: '', exclusive: true })).toBeNull()
})

test('given values, when compared, then case and spaces do not count and nothing equals null', () => {
  expect(sameValue('New  York', 'new york')).toBe(true)
  expect(sameValue('York', 'New York')).toBe(false)
  expect(sameValue(null, null)).toBe(false)
})
