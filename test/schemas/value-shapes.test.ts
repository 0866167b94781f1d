// Which values of a text can be compared with which of another.
import { expect, test } from 'vitest'
import { areMisspelt, isSameValue, valuesIn } from '../../schemas/value-shapes.ts'

test.each([
  ['The door code is 4471.', ['code 4471']],
  ['My number is 0161 496 0044.', ['code 0161 496 0044']],
  ['Mochi weighs 900 grams.', ['mass 900 grams']],
  ["I'm 1.86 m tall.", ['length 1.86 m']],
  ['The fund holds 1,550 euros.', ['money 1,550 euros']],
  ['Yoga is on Thursdays now.', ['day Thursdays']],
  ["I'm dating Steve.", ['place Steve']],
  ['The vet is on Friday at 4pm.', ['day Friday', 'clock 4pm']],
  ['Come at 8.', ['clock 8']],
  ['My best is 50:05.', ['clock 50:05']],
  ["I'm on season 3 of it.", ['numbered season season 3']],
  ["I'm on season two of it.", ['numbered season season two']],
  ['It is my second year.', ['numbered year second year']],
  ['Karim drives for DHL.', ['place DHL']],
  ['I use Chrome.', ['place Chrome']],
  ['It begins at half past seven.', ['clock half past seven']],
  ['We have three grandchildren.', ['counted grandchildren three grandchildren']],
  ['My pulse is 64 these days.', ['number 64']],
  ['The service is on the twenty-first now.', ['day the twenty-first']],
  ['We met on the second try.', ['place the second try']],
  ['The fee is EUR 49, or 55 USD.', ['money EUR 49', 'money 55 USD']],
  ['The office is on the ground floor.', ['floor ground floor']],
  ['Write to a.b@example.org or @kaja_paints.', ['email a.b@example.org', 'handle @kaja_paints']],
  ['I keep it in Evernote.', ['place Evernote']],
  ['The key is under the blue pot.', ['place the blue pot']],
  ['My 10k plans are vague.', []],
  ['We stretched it to 14k.', ['money 14k']],
  ['They raised it to 980 last week.', ['code 980']],
  ['I got to 12 yesterday.', ['number 12']],
  ['The party is at our place on Saturday.', ['place our place', 'day Saturday']],
])('given %j, then %j', (text, expected) => {
  expect(valuesIn(text).map(({ shape, value }) => `${shape} ${value}`)).toEqual(expected)
})

test('given where a value stands, then its offsets cut it out of the text', () => {
  const text = 'My fund is up to 1,550 euros at Nordea since 8 May.'
  for (const { value, start, end } of valuesIn(text)) expect(text.slice(start, end)).toBe(value)
})

test('given two writings of one value, then they are the same', () => {
  expect(isSameValue('0161 496-0044', '01614960044')).toBe(true)
  expect(isSameValue('the 12th', '12th')).toBe(true)
  expect(isSameValue('season two', 'season 2')).toBe(true)
  expect(isSameValue('the second season', 'Season 2')).toBe(true)
  expect(isSameValue('Mondays', 'monday')).toBe(true)
  expect(isSameValue('second season', 'third season')).toBe(false)
  expect(isSameValue('4471', '4417')).toBe(false)
})

test.each([
  ['Slovakia', 'Slovenia', true],
  ['LH400', 'LH404', true],
  ['Rocko', 'Rocky', true],
  ['Oslo', 'Slovenia', false],
  ['Slovakia', 'Slovakia', false],
  ['12', '13', false],
])('given %s and %s, then that one is the other, written wrong, is %s', (one, other, expected) => {
  expect(areMisspelt(one, other)).toBe(expected)
})

test('given a title before a name, then the name is one value', () => {
  expect(valuesIn('Our CEO is Ms. Lindqvist.').map(({ value }) => value)).toEqual(['Lindqvist'])
})
