// Facts that hold only for a while, or beside another fact.
import { expect, test } from 'vitest'
import {
  expiryOf,
  isBeside,
  isTemporary,
} from '../../../../../infra/language/offline/slots/temporary.ts'

/** A Wednesday. */
const SAID = '2026-06-17T10:00:00.000Z'

test.each([
  ["I'm in Athens this week for a conference.", '2026-06-22T00:00:00.000Z'],
  ["I'm staying with my mother until Friday.", '2026-06-20T00:00:00.000Z'],
  ["I'm off until Wednesday.", '2026-06-25T00:00:00.000Z'],
  ['We are away until tomorrow.', '2026-06-19T00:00:00.000Z'],
  ["I'm working from home today.", '2026-06-18T00:00:00.000Z'],
  ["I'm in Rome for two weeks.", '2026-07-02T00:00:00.000Z'],
  ['I moved to Rome this week.', null],
  ['I have been in Rome for two weeks.', null],
  ['I live in Rome.', null],
  ['Anna started at Acme (until 2027-05-01).', '2027-05-02T00:00:00.000Z'],
  ['Anna works at Acme (until 2025-05-01)', '2025-05-02T00:00:00.000Z'],
  ['Anna works at Acme (until 2025-15-01)', null],
  ['I worked at Acme until 2025-05-01.', null],
])('given %j, then it holds until %s', (sentence, until) => {
  expect(expiryOf([sentence], SAID)).toBe(until)
})

test.each([
  [["I'm off today.", "I'm in Athens this week."], '2026-06-22T00:00:00.000Z'],
  [["I'm in Athens this week.", "I'm off today."], '2026-06-22T00:00:00.000Z'],
  [["I'm off today.", 'My dog is called Rex.'], null],
  [['My dog is called Rex.', "I'm off today."], null],
  [['Anna works at Acme.', 'She likes it (until 2027-05-01).'], '2027-05-02T00:00:00.000Z'],
])('given %j in one fact, then all of it holds until %s', (sentences, until) => {
  expect(expiryOf(sentences, SAID)).toBe(until)
})

test.each([
  ["I'm living in Athens until Friday.", true],
  ["I'm skipping coffee this week.", true],
  ["I'm working in Athens this summer.", true],
  ["I'm working in Athens for the spring.", true],
  ['I moved to Athens this summer.', false],
  ['I started at Bosch this week.', false],
  ['I have lived in Rome for two weeks.', true],
  ['I have been living in Rome for two weeks.', false],
  ['I live in Rome.', false],
])('given %j, then it is temporary: %j', (sentence, expected) => {
  expect(isTemporary(sentence)).toBe(expected)
})

test.each([
  ['I work at a bar on weekends too.', true],
  ['I also work at a bar.', true],
  ['I have another phone number.', true],
  ['I work at a bar.', false],
])('given %j, then it stands beside what is known: %j', (sentence, expected) => {
  expect(isBeside(sentence)).toBe(expected)
})

test('given no instant, then nothing expires', () => {
  expect(expiryOf(["I'm in Athens this week."], 'never')).toBeNull()
})
