// What is kept of a summary that a model wrote.
import { expect, test } from 'vitest'
import { adoptSummary } from '../../../../../infra/language/openai/answer/adopt-summary.ts'

test.each([
  ['a whole one', 'Likes tea. Lives in Rome', false, 20, 'Likes tea. Lives in Rome'],
  ['one that was cut off', 'Likes “tea.” Lives in Ro', true, 20, 'Likes “tea.”'],
  [
    'one that was cut off in its first sentence',
    'Likes tea and lives',
    true,
    20,
    'Likes tea and lives',
  ],
  ['one of another script', '茶が好き。ローマに住', true, 20, '茶が好き。'],
  ['one that is too long', `Likes tea. ${'x'.repeat(40)}`, false, 3, 'Likes tea.'],
  [
    'one with a number at its end',
    'Is 1.80 m tall. Weighs 80.',
    true,
    20,
    'Is 1.80 m tall. Weighs 80.',
  ],
  [
    'one of several lines',
    ' Likes tea.\n# Said\u0000\u001b[31m ',
    false,
    20,
    'Likes tea. # Said [31m',
  ],
  ['an empty one', ' \n\u200b', false, 20, ''],
])(
  'given %s, when adopted, then it is one line of whole sentences',
  (_, text, isCut, tokens, kept) => {
    expect(adoptSummary({ text, isCut }, tokens)).toBe(kept)
  },
)
