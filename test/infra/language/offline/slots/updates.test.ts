// Which sentences tell of a change in words that no rule is about, and in which of their clauses.
import { expect, test } from 'vitest'
import { readUpdate } from '../../../../../infra/language/offline/slots/changes/other-values/updates.ts'

const persons = { first: 'user', third: null, bare: true } as const
const told = (sentence: string) =>
  readUpdate(sentence, persons).flatMap((each) =>
    (each.told ?? []).map(({ text, subject, change }) => `${subject} ${change}: ${text}`),
  )

test.each([
  ['My desk is on the fifth floor now.', ['user now: My desk is on the fifth floor now.']],
  [
    'I upgraded to the premium Netflix plan.',
    ['user replaced: I upgraded to the premium Netflix plan.'],
  ],
  [
    'My coworker Jonas got a raise, his salary is 46,000 now.',
    [
      'jonas now: My coworker Jonas got a raise, his salary is 46,000 now.',
      'jonas now: his salary is 46,000 now.',
    ],
  ],
  [
    'It was too noisy, so I moved the hamster cage to my room.',
    ['user replaced: I moved the hamster cage to my room.'],
  ],
  [
    'The board will convene in Room 4 instead.',
    ['user replaced: The board convene in Room 4 instead.'],
  ],
  [
    "We swapped offices, you'll find me in room 330 now.",
    [
      'user replaced: We swapped offices,  in room 330 now.',
      'user replaced: We swapped offices',
      'user now:  in room 330 now.',
    ],
  ],
  ['The report is due on 24 May now.', ['user now: The report is due on 24 May now.']],
])('%s', (sentence, expected) => {
  expect(told(sentence)).toEqual(expected)
})

test.each([
  'My desk is on the fifth floor.',
  'Is my desk on the fifth floor now?',
  'They moved me to the day shift today.',
  'I moved to the day shift for this week.',
  'I have another appointment on Thursday now.',
  'I swim on Thursdays as well now.',
  'My new bike has 8 gears now.',
  'The desk was on the fifth floor then, now this.',
  'I have now used 9 days of holiday.',
  'If my rent went up to 900 I would move.',
  'I might have switched to the premium plan.',
  '"My desk is on the fifth floor now," she said.',
  'lol my desk is on the moon now',
  'Better now.',
])('nothing: %s', (sentence) => {
  expect(told(sentence)).toEqual([])
})
