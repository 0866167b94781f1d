// Only what surely asks for one thing is taken to do so.
import { expect, test } from 'vitest'
import { asksForOne } from '../../../../../apps/api/retrieval/query/asks-for-one.ts'

test.each([
  'When did Ada move?',
  'Where does Ada live now?',
  'What is the name of her dog?',
  "What is Ada's landlord's number?",
  'Which bus does Ada take?',
  'In which class is Noah?',
  'Who wrote the address down?',
  'What kind of car does Ada drive?',
])('one: %s', (query) => {
  expect(asksForOne(query)).toBe(true)
})

test.each([
  'What books has Ada read?',
  'Which kinds of sports does Ada do?',
  'In which cities has Ada lived?',
  'How many trips did Ada make?',
  'What are her plans?',
  'Who were the guests?',
  'Where does Ada live and what does Ben eat?',
  'Where is Ada? Where is Ben?',
  'Ada tea',
  'Tell me about Ada',
  'Wo wohnt Ada?',
  '',
])('several, or unknown: %s', (query) => {
  expect(asksForOne(query)).toBe(false)
})

test('a long query costs no more than its beginning', () => {
  expect(asksForOne(`What ${'what '.repeat(100_000)}`)).toBe(true)
})
