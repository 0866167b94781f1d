import { expect, test } from 'vitest'
import { asksOfBefore } from '../../../../../apps/api/retrieval/query/former.ts'

test.each([
  'Where did I work before?',
  'What car did I have before the Kia?',
  'where were we originally from',
  'Where did I use to live?',
  'previous address',
  'my former boss',
  'ex-employer',
  "What was my sister's old flat?",
  'our last landlord',
  'my old mobile number',
  'Did I ever smoke?',
  'Where have I moved from?',
])('%j asks for what was before', (query) => {
  expect(asksOfBefore(query)).toBe(true)
})

test.each([
  'Where do I work?',
  'What should I take before bed?',
  'How old is the house?',
  'Is the old town nice?',
  'When did I last ski?',
  'Where did we go last summer?',
  'users of exports',
  `${'a '.repeat(100)} my former boss`,
])('%j does not', (query) => {
  expect(asksOfBefore(query)).toBe(false)
})
