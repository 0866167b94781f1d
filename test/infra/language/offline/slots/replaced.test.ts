// What a sentence says has another value now, and what says no such thing.
import { expect, test } from 'vitest'
import { replacedValues } from '../../../../../infra/language/offline/slots/changes/replaced.ts'

const replaced = (sentence: string) =>
  replacedValues(sentence).map(
    ({ words, by }) => `${words.map((group) => group.join('/')).join(' ')}: ${by?.value}`,
  )

test.each([
  ['They changed the door code to 9035.', ['door code: 9035']],
  ['My holiday fund is up to 1,550 euros.', ['holiday fund: 1,550 euros']],
  ['Ikea wrote that my order is delayed to 22 May.', ['order: 22 May']],
  [
    "The plumber has a different number now, it's 0161 496 0871.",
    ['plumber number: 0161 496 0871'],
  ],
  [
    'The landlord has a new email: office@example.org.',
    ['landlord mail/email: office@example.org'],
  ],
  ["I've got to season 3 of The Bear.", ['bear: season 3']],
  ['My resting pulse is 64 these days.', ['resting pulse: 64']],
  ['They bumped up my pay, I get 21 euros an hour now.', ['pay: 21 euros']],
  ["Typo, I'm 1.86 m tall.", ['tall: 1.86 m']],
  ['I moved all my notes over to Obsidian.', ['notes: Obsidian']],
  ['The whole office has moved down to the ground floor.', ['office: ground floor']],
])('given %j, then %j', (sentence, expected) => {
  expect(replaced(sentence)).toEqual(expected)
})

test('given the value that no longer holds, then it is among the words', () => {
  const sentence = "The electrician can't make it on Wednesday, he's coming on Friday."
  expect(replaced(sentence)).toEqual(['electrician wednesday: Friday'])
})

test.each([
  'The door code is 9035.',
  'Did they change the door code to 9035?',
  'Maybe they changed the door code to 9035.',
  'She said "they changed the door code to 9035".',
  'Haha, they changed the door code to 9035.',
  'I walked up to 3 people.',
  'I moved the meeting with Bob.',
])('given %j, then nothing', (sentence) => {
  expect(replaced(sentence)).toEqual([])
})
