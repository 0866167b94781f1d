// Habits: what a person regularly does or is.
import { expect, test } from 'vitest'
import { replacedHabit } from '../../../../../infra/language/offline/slots/changes/another/replaced-habits.ts'
import { readHabit } from '../../../../../infra/language/offline/slots/habits.ts'
import { said } from '../passages.ts'

const PERSONS = { first: 'user', third: null, bare: true }
const habit = (sentence: string) => {
  const found = readHabit(sentence, PERSONS)
  return found && `${found.subject} | ${found.attribute} = ${found.value}`
}

test.each([
  ['I smoke.', 'user | does smoke = yes'],
  ['I take the bus now since my car died.', 'user | does take = the bus'],
  ['I swim on Tuesdays and my sister sings.', 'user | does swim = on Tuesdays'],
  ['I play the violin.', 'user | does play = the violin'],
  ['We usually walk to school.', 'user | does walk = to school'],
  ["I don't drink alcohol.", 'user | does drink = no'],
  ["I don't drink.", 'user | does drink alcohol = no'],
  ['Lena and I are on a break.', 'user | is = on a break'],
  ["I'm thinking about getting a dog.", 'user | is = thinking about getting a dog'],
  ["I'm reading Dune.", 'user | does reading = Dune'],
  ["I'm a Mac user.", 'user | is = Mac user'],
  ["I'm subscribed to Netflix.", 'user | is = subscribed to Netflix'],
  ["I'm on the sales team.", 'user | is = on the sales team'],
  ['We are in a book club.', 'user | is = in a book club'],
  ['Nora plays chess.', 'nora | does plays = chess'],
  ['Grandad can still drive.', "user's grandad | does drive = yes"],
  ["Grandad doesn't drive.", "user's grandad | does drive = no"],
  ['I was thinking of buying a flat.', 'user | is = thinking of buying a flat'],
  ['I switched to Tidal.', 'user | is = switched to Tidal'],
  ['I went back to Spotify.', 'user | is = went back to Spotify'],
  ["We're getting the bathroom done by Kev.", 'user | does getting = the bathroom done by Kev'],
  ['Remind me that I play golf.', 'user | does play = golf'],
  ['I hereby confirm that I play golf.', 'user | does play = golf'],
  ['The cleaner charges me 8 pounds.', 'user | does charges = me 8 pounds'],
  ['bench is 185', 'user | is = 185'],
  ['The fee for the Gold plan is 49.', 'user | is = 49'],
  ['My grandparents live on a farm.', "user's grandparents | does live = on a farm"],
  ['My little brother drinks coffee.', "user's younger brother | does drinks = coffee"],
  ['My neighbour Mrs. Khan does judo.', 'mrs. khan | does does = judo'],
  ['Sam (the user) banks with HSBC.', 'sam | does banks = with HSBC'],
])('given %j, then %j', (sentence, expected) => {
  expect(habit(sentence)).toBe(expected)
})

test.each([
  ['The door code of our building is 4471.', 'user | is = 4471'],
  ['Greta is the goalkeeper of our team.', 'greta | is = the goalkeeper of our team'],
  ['My sister is Julia!', "user's sister | is = Julia"],
  ["There's 1,200 euros in my holiday fund.", 'user | is = 1,200 euros in my holiday fund'],
  ['Book club meets on the 12th this month.', 'user | does meets = on the 12th this month'],
  ["Dinner with the Okafors is at Luigi's.", "user | is = at Luigi's"],
])('given the state %j, then %j, which "now" replaces by nothing else', (sentence, expected) => {
  expect(habit(sentence)).toBe(expected)
  const now = sentence.replace(/[.]$/, ' now.')
  expect(replacedHabit(now, readHabit(now, PERSONS)!)).toEqual([])
})

test.each([
  'My desk was in the corner.',
  'Maybe my desk is in the corner.',
  'There is a lot to do.',
  'I went to the park.',
  'My girlfriend moved in with me last weekend.',
  'I baked a cake.',
  'I think so.',
  'Do I smoke?',
  "I'm going to the park.",
  'Imagine I smoke.',
  'It rains a lot.',
  'She said "I smoke".',
])('given %j, then it is no habit', (sentence) => {
  expect(habit(sentence)).toBeNull()
})

test('given a fact that says more, then closing it would hide that, so it has no habit', () => {
  expect(said('I smoke.')[0]).toMatchObject({ attribute: 'does smoke', exclusive: false })
  expect(said('I smoke. We met Anna at the lake.')[0]).toMatchObject({ attribute: null })
})

test.each([
  ['I book window seats instead.', ['does book: seats']],
  ['I always book window seats now.', ['no: book window seats', 'does book: seats']],
  ['I take oat milk in my tea instead.', ['does take: milk']],
  [
    'I pay for everything by card these days.',
    [
      'no: pay everything card',
      'does pay: card',
      'any: pay with by in using always usually mostly everything everywhere only cash card cards cheque cheques check checks paypal phone transfer',
      'any: pay everything card',
    ],
  ],
  ['I eat eggs for breakfast instead.', ['does eat: eggs', 'any: eat breakfast']],
  [
    'My puppy sleeps on the sofa instead.',
    [
      'does sleeps: sofa',
      'does sleeps: sleeps in on at under beside outside inside indoors outdoors upstairs downstairs alone',
      'any: sleeps sofa',
    ],
  ],
  ['I always wear a helmet on my bike.', ['no: wear helmet bike']],
  [
    'I have lunch every day.',
    ['no: eat have drink take lunch', 'any: skip skips skipping avoid avoids avoiding lunch'],
  ],
  ['I only read novels these days.', ['no: read novels', 'does read: novels', 'does read: read']],
  [
    'I live next to the park now.',
    [
      'no: live next',
      'does live: next',
      'does live: live near close next opposite beside',
      'any: live park',
    ],
  ],
])('given %j, then what was done before ends: %j', (sentence, expected) => {
  const ended = replacedHabit(sentence, readHabit(sentence, PERSONS)!)
  const shown = ended.map(
    ({ attribute, value, words }) => `${value ?? attribute ?? 'any'}: ${words.flat().join(' ')}`,
  )
  expect(shown).toEqual(expected)
})

test.each(['I book window seats.', "I don't drink now.", 'I swim now.'])(
  'given %j, then no habit of before ends',
  (sentence) => {
    expect(replacedHabit(sentence, readHabit(sentence, PERSONS)!)).toEqual([])
  },
)

test.each(['Weird thing (shop, 2026-02-01): a is b 1; c is 2.', 'User address (crm, 2026-02-01).'])(
  'what an app tells has a name and values, and is no habit: %s',
  (sentence) => {
    expect(habit(sentence)).toBeNull()
  },
)
