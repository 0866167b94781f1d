// How the text of an answer is read: what is of another shape costs no other fact.
import { expect, test } from 'vitest'
import { readAnswer } from '../../../../../infra/language/openai/answer/answer.ts'
import { answerFact } from '../given.ts'

const good = answerFact()
const { quote: _, ...unquoted } = good

test.each([
  ['a list of facts', { facts: [good] }, 1],
  ['no facts', { facts: [] }, 0],
  ['an uncertain fact beside a good one', { facts: [{ ...good, confidence: 'high' }, good] }, 1],
  ['numbers as texts', { facts: [good, { ...good, duplicates: ['1'] }] }, 1],
  ['a fact with less', { facts: [unquoted, null, 7, good, good] }, 2],
])('given %s, when read, then so many facts are', (_name, answer, count) => {
  const read = readAnswer(JSON.stringify(answer))
  expect(read!.facts).toEqual(Array.from({ length: count }, () => good))
})

test.each([
  ['nothing', ''],
  ['what is cut off', '{"facts": ['],
  ['another shape', '{"fact": []}'],
  ['facts that are no list', '{"facts": {}}'],
  ['no fact of this shape', JSON.stringify({ facts: [unquoted, 7] })],
])('given %s, when read, then there is no answer', (_name, text) => {
  expect(readAnswer(text)).toBeNull()
})

test('given a block of code, when read, then what it holds is', () => {
  expect(readAnswer(`\`\`\`json\n${JSON.stringify({ facts: [good] })}\n\`\`\``)!.facts).toEqual([
    good,
  ])
})
