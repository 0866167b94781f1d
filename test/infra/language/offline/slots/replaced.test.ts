// What a sentence says has another value now, and what says no such thing.
import { expect, test } from 'vitest'
import { replacedValues } from '../../../../../infra/language/offline/slots/changes/other-values/replaced.ts'

const replaced = (sentence: string) =>
  replacedValues(sentence).map(
    ({ words, by }) => `${words.map((group) => group.join('/')).join(' ')}: ${by?.value}`,
  )

test.each([
  ['They changed the door code to 9035.', ['door code: 9035']],
  ["Femi can't make Monday, so we settled on Friday.", ['femi: Friday']],
  [
    'Training starts half an hour later, at 19:00.',
    ['training start/starts/begin/begins/open/opens/is/are/s/have/has/got: 19:00'],
  ],
  ["We're 23 people in our choir now.", ['choir people: 23 people']],
  ['My books are due on Friday now.', ['books: Friday']],
  ['My visa was extended to December.', ['visa: December']],
  ["The van service has moved it's on the eleventh.", ['van service: the eleventh']],
  ['bench is 205 now', ['bench: 205']],
  ['no hang on the gate code is 4417', ['gate code: 4417']],
  ['The cleaner charges me 11 pounds now.', ['cleaner: 11 pounds']],
  ['My phone plan is EUR 12 now.', ['phone plan: EUR 12']],
  ['Change my emergency contact to my husband.', ['emergency contact: my husband']],
  ['Please move my dentist appointment to Friday.', ['dentist appointment: Friday']],
  ["Amy can't make Friday so dinner is on Saturday instead.", ['dinner: Saturday']],
  ['My commute is about 55 minutes now.', ['commute: 55 minutes']],
  ["I had my car resprayed, it's black now.", ['car: black']],
  ['Hang on, sorry, my flight lands at 7:30 pm.', ['flight lands: 7:30 pm']],
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
  ["Typo, I'm 1.86 m tall.", ['tall: 1.86 m', 'i m/am: 1.86 m']],
  ['I moved all my notes over to Obsidian.', ['notes: Obsidian']],
  ["My extension has changed, it's 377.", ['extension: 377']],
  ['New wifi password: 9035.', ['wifi password: 9035']],
  ["I've gone over to Aldi for my shopping.", ['shopping: Aldi']],
  ["I'm in my third year at uni now.", ['uni: third year']],
  ["We've moved offices, we're on Park Row now.", ['offices: Park Row']],
  ["That's not right, her teacher is Mrs Holden.", ['teacher: Mrs Holden']],
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
  'I had my hair done, it took 2 hours.',
])('given %j, then nothing', (sentence) => {
  expect(replaced(sentence)).toEqual([])
})

const MADE_OTHER =
  'changed,moved,switched,raised,increased,lowered,reduced,cut,dropped,renamed,set,reset,updated,put,pushed,bumped,postponed,rescheduled,brought,extended,transferred,migrated,upped,adjusted'
const NEW_NOW =
  'now,already,currently,these days,nowadays,from now on,from here on,instead,as of,since'
const MOVED = 'moved,switched,transferred,migrated,brought,relocated'

test.each([
  ...MADE_OTHER.split(',').map((made) => `They ${made} the rent to 900 euros.`),
  ...MADE_OTHER.split(',').map((made) => `They ${made} the rent, I pay 900 euros.`),
  ...['to', 'until', 'till'].map((to) => `The rent went up ${to} 900 euros.`),
  ...['new', 'different', 'other'].map((other) => `The rent has a ${other} sum: 900 euros.`),
  'Our new rent is 900 euros.',
  "I've got a new record of 900 euros.",
  ...['got to', 'reached', 'on to', 'started', 'up to', 'made it to', 'am on', 'now on', 'at'].map(
    (at) => `I ${at} 900 euros of the rent.`,
  ),
  ...NEW_NOW.split(',').map((now) => `The rent is ${now} 900 euros.`),
  ...NEW_NOW.split(',').map((now) => `The rent is 900 euros ${now}.`),
  'The rent is 900 euros sincerely.',
  ...['Use', 'Reach me at', 'call me at', 'write to me at', 'message me at'].map(
    (use) => `${use} 900 euros for the rent now.`,
  ),
  'Correction: rent 900 euros.',
])('given each word for a change, as in %j, then the value is read', (sentence) => {
  const found = replacedValues(sentence)
  expect(found.map(({ by }) => by?.value)).toContain('900 euros')
})

test.each([
  ...MOVED.split(',').map((moved) => `I ${moved} the notes to Obsidian.`),
  'We are keeping the notes in Obsidian instead.',
  'We are keeping the notes in Obsidian from now on.',
  'The notes are in Obsidian now.',
  'From here on, the notes are in Obsidian.',
  'Now the notes are kept in Obsidian.',
])('given each word for another place, as in %j, then the place is read', (sentence) => {
  expect(replacedValues(sentence).map(({ by }) => by?.value)).toContain('Obsidian')
})

test.each([
  "can't come",
  'cannot come',
  'can not come',
  "couldn't come",
  "won't come",
  'is not coming',
  'is no longer coming',
])('given that someone %s on a day, then the other day is read', (cannot) => {
  const sentence = `The electrician ${cannot} tomorrow, she's coming next week.`
  expect(replacedValues(sentence).map(({ by }) => by?.value)).toContain('next week')
})

test('given a sentence that only takes something back, then the next one corrects it', () => {
  const after = (previous: string) =>
    replacedValues('Her teacher is Mrs Holden.', previous).map(({ by }) => by?.value)
  expect(after('That was wrong.')).toEqual(['Mrs Holden'])
  expect(after('Oops, sorry!')).toEqual(['Mrs Holden'])
  expect(after('The weather was wrong.')).toEqual([])
})

test.each([
  ["I'm on chapter 9 of Dune.", 'user'],
  ['My friend is on chapter 9 of Dune.', "user's friend"],
  ['My holiday fund is up to 1,550 euros.', null],
])('given %j, then what is known of %j has another value', (sentence, subject) => {
  const persons = { first: 'user', third: null, bare: true }
  expect(replacedValues(sentence, '', persons)[0]).toMatchObject({ subject })
})
