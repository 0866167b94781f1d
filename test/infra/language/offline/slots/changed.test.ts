// Other words by which people say where they live, how to reach them, what they prefer, and that it has changed.
import { expect, test } from 'vitest'
import { readSlots } from '../../../../../infra/language/offline/slots/slots.ts'

const PERSONS = { first: 'user', third: null, bare: true }
const read = (sentence: string) =>
  readSlots(sentence, PERSONS).map(({ attribute, value }) => `${attribute} = ${value}`)

const SPOKEN = 'speaks german, english and spanish = german, english and spanish'

test.each([
  ['My flat is in Graz.', ['home = Graz']],
  ["I'm up to 8 km.", ['up to km = 8']],
  ["I'm now down to 2 coffees a day.", ['up to coffees a day = 2']],
  ["I can't eat nuts.", ['eats nuts = no']],
  ['I have an old cat, Pepper.', ['pet = Pepper']],
  ['I cannot drink milk.', ['drinks milk = no']],
  ['I only speak German, English and some Spanish.', [SPOKEN]],
  ['I left Siemens for a startup called Kelpline.', ['employer = Kelpline']],
  [
    "Hugo is allergic to cashews, and Ivy can't eat eggs.",
    ['allergy to cashews = yes', 'eats eggs = no'],
  ],
  ['I gave up the flat in Graz, home is Linz these days.', ['home = Linz']],
  ['Please use lea@new.example from now on.', ['email = lea@new.example']],
  ['Use 020 555 0177 instead.', ['phone = 0205550177']],
  ["I'd rather get calls than emails now.", ['choice between calls and emails = calls']],
  ['I prefer emails over calls.', ['choice between calls and emails = emails']],
  ['My rent went up to 980 euros a month.', ['rent = 980 euros a month']],
  ['I was born in 1989.', ['birth year = 1989']],
  ["I've been seeing Marco for a month now.", ['relationship status = in a relationship']],
])('given %j, then %j', (sentence, expected) => {
  expect(read(sentence)).toEqual(expected)
})

test.each([
  'My house is in order.',
  "I'm up to something.",
  "I'm up to 8 of ten.",
  "I can't eat another bite.",
  "I can't drink tonight.",
  'I left Lyon for Grenoble.',
  'I have a cat, Pepper is hers.',
  "My parents' house is in Graz.",
  'I use lea@new.example for newsletters.',
  'I would rather not get calls.',
  "I've been seeing Laura for back pain.",
  "I've been seeing Paris for a week.",
  'I have had migraines since my second child was born.',
  'It went up to 980 euros.',
])('given %j, then nothing', (sentence) => {
  expect(read(sentence)).toEqual([])
})
