// When an event is to happen, and that it was moved.
import { expect, test } from 'vitest'
import { readSchedule } from '../../../../../infra/language/offline/slots/schedule.ts'

const PERSONS = { first: 'user', third: null, bare: true }
const planned = (sentence: string) => {
  const found = readSchedule(sentence, PERSONS)
  if (!found) return null
  const { attribute, value, exclusive } = found.slot
  return `${attribute}${exclusive ? '' : ' (one of many)'} = ${value}`
}

test.each([
  ['The board meeting will be held on 17 February.', 'time of board meeting = 17 February'],
  ['My flight to Tokyo is on March 3.', 'time of flight to tokyo = March 3'],
  ["Flight's on the 14th, can't wait.", 'time of flight = the 14th'],
  ['My flight to Tokyo got moved to March 5.', 'time of flight to tokyo = March 5'],
  ['The dentist appointment is on Monday at 9.', 'time of dentist appointment = Monday at 9'],
  [
    'The dentist appointment was rescheduled to Thursday at 2.',
    'time of dentist appointment = Thursday at 2',
  ],
  ['The team meeting is now at 11 on Wednesdays.', 'time of team meeting = 11 on Wednesdays'],
  ['We postponed the wedding to 20 September.', 'time of wedding = 20 September'],
  ["We're getting married on 14 June.", 'time of wedding = 14 June'],
  ["We're moving on the 12th of May.", 'time of move = the 12th of May'],
  ['The meeting with Acme is at 4pm instead.', 'time of meeting with acme = 4pm'],
  [
    'I have a dentist appointment on Monday at 9.',
    'time of dentist appointment (one of many) = Monday at 9',
  ],
])('given %j, then %j', (sentence, expected) => {
  expect(planned(sentence)).toBe(expected)
})

test.each([
  'Is my flight on March 3?',
  'My flight was great.',
  'Maybe we should have postponed the wedding to 20 September.',
  'I read 10 books in March.',
])('given %j, then nothing is planned', (sentence) => {
  expect(planned(sentence)).toBeNull()
})

test('given what was moved, then what else is known of its time is sought', () => {
  const moved = readSchedule('The dentist appointment was moved to Thursday.', PERSONS)
  expect(moved!.seeks).toMatchObject([{ kind: 'ends', words: [['dentist'], ['appointment']] }])
  expect(readSchedule('The dentist appointment is on Thursday.', PERSONS)!.seeks).toEqual([])
})

const SAID = [
  "'s",
  ' is',
  ' are',
  ' takes place',
  ' starts',
  ' begins',
  ' will be',
  ' happens',
  ' meets',
]
const DONE =
  'expire,expires,ends,runs out,closes,opens,arrives,is arriving,is coming,comes,leaves,departs'
const MOVED =
  'moved,rescheduled,postponed,pushed,pushed back,brought forward,delayed,changed,shifted,put off,bumped'

test.each([
  ...SAID.map((said) => `My book club${said} on Monday.`),
  ...DONE.split(',').map((done) => `My visa ${done} on Monday.`),
  ...MOVED.split(',').map((moved) => `My flight was ${moved} to Monday.`),
  ...['moved', 'shifted', 'changed', 'slipped'].map((moved) => `My flight ${moved} to Monday.`),
  ...[...MOVED.split(','), 'rebooked'].map((moved) => `We ${moved} our flight to Monday.`),
  "We're getting married on Monday.",
  ...[' have', "'ve got", ' got', ' booked', ' have scheduled'].map(
    (have) => `I${have} a dentist appointment on Monday.`,
  ),
  'My flight iſ on Monday.',
])('given each word for a plan, as in %j, then it is read', (sentence) => {
  expect(planned(sentence)).toMatch(/^time of .* = Monday$/)
})

test.each([
  'on Monday',
  'on 3 March',
  'on the 3rd',
  'at 4pm',
  'at noon',
  'tomorrow',
  'next week',
  'in summer',
  'on Monday morning',
])('given a meeting %s, then it is read', (when) => {
  expect(planned(`My meeting is ${when} because of Tom.`)).toMatch(/^time of meeting = /)
})
