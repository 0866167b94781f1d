import { expect, test } from 'vitest'
import { inPlainWords } from '../../../../../apps/api/retrieval/query/plain-words.ts'

test.each([
  ['What does Nora do?', 'profession'],
  ['What did Nora do before the war?', 'profession'],
  ['What does Nora do for work?', 'profession'],
  ['What should I buy Nora?', 'hobby'],
  ['A gift for Nora?', 'hobby'],
  ['What should we cook tonight?', 'diet'],
  ['Where did Nora grow up?', 'hometown'],
  ['How does Nora keep fit?', 'exercise'],
  ['Where does Nora come from?', 'origin'],
  ['a table for two', 'restaurant'],
  ['my LinkedIn headline', 'profession'],
  ['How do I get to the office?', 'commute'],
  ['Who is Nora dating?', 'partner'],
  ['Has Nora passed away?', 'die'],
  ['Is Nora still alive?', 'die'],
])('%j asks for the word %j', (query, word) => {
  expect(inPlainWords(query).split(/\W+/)).toContain(word)
})

test('a verb that tells nothing gives way to what tells', () => {
  expect(inPlainWords('Where does Nora go swimming?')).not.toContain('go')
  expect(inPlainWords('Where did Nora go?')).toContain('go')
})
