// Sentences that take back an earlier statement.
import { expect, test } from 'vitest'
import {
  correctedSlots,
  notSuch,
  readCorrection,
  readRetraction,
  saidBefore,
} from '../../../../../infra/language/offline/slots/changes/take-backs.ts'
import { readSlots } from '../../../../../infra/language/offline/slots/slots.ts'
import { said } from '../passages.ts'

const PERSONS = { first: 'user', third: null, bare: true }

test.each([
  ['Sorry, I meant Springfield, Missouri.', 'Springfield, Missouri'],
  ['No wait, I meant 555-0199.', '555-0199'],
  ['I meant Porto, not Lisbon.', 'Porto'],
  ['Correction: May 14.', 'May 14'],
  ['Oops, I meant year 5.', 'year 5'],
  ['Make that the fourth grade.', 'fourth grade'],
  ["That's not right, it's Porto.", 'Porto'],
  ["Oops, it's Porto.", 'Porto'],
  ['I was wrong, it was Moderna.', 'Moderna'],
  ["Sorry, it's at 3 pm.", '3 pm'],
  ["Typo, it's tim@mail.com.", 'tim@mail.com'],
  ["Sorry, it's 22 guests.", '22 guests'],
  ["Actually it's on the 6th.", 'the 6th'],
  ["It's spelled Meyer, not Meier.", 'Meyer'],
  ['Not June 8, June 9.', 'June 9'],
  ["No wait, it's a Polo.", 'Polo'],
  ["Sorry, she's 7.", '7'],
  ['Sorry, 50 Hill Road.', '50 Hill Road'],
  ['Oops, 7pm, not 6pm.', '7pm'],
  ['I said Bosch but I meant Siemens.', 'Siemens'],
  ['I mean dogs, not cats.', 'dogs'],
  ['I meant type 2 diabetes.', 'type 2 diabetes'],
])('given %j, then %j was meant', (sentence, value) => {
  expect(readCorrection(sentence, PERSONS)?.slot.value).toBe(value)
})

test.each([
  'I meant well.',
  'I meant to ask you about cats.',
  "Actually it's a nice day.",
  'Not Leeds again, I thought when the train stopped.',
  "Sorry, she's 40 and I don't know her.",
  "Actually, it's Italian!",
  'Sorry, I was late.',
  "It's Porto.",
  'Sorry Anna',
  'Sorry, Anna, not today.',
  "It's Leeds I live in, not Bradford.",
])('given %j, then nothing is corrected', (sentence) => {
  expect(readCorrection(sentence, PERSONS)).toBeNull()
})

test('given what it was not, then only that is corrected', () => {
  expect(
    readCorrection('I meant Porto, not Lisbon.', PERSONS)?.seeks.map(({ words }) => words),
  ).toEqual([[['lisbon']], [['lisbon']]])
})

test.each([
  ['Forget that I like coffee.', 'like coffee'],
  ['Please delete my phone number.', 'phone number'],
  ['Can you forget about the trip to Rome?', 'trip'],
])('given %j, then %j is taken back', (sentence, words) => {
  expect(readRetraction(sentence)!.words.flat().join(' ')).toBe(words)
})

test.each([
  "Don't forget that I like coffee.",
  'Forget it.',
  'I forget names.',
  'Forget about it!',
  'He said "forget my number".',
])('given %j, then nothing is taken back', (sentence) => {
  expect(readRetraction(sentence)).toBeNull()
})

test.each([
  ["I'm allergic to walnuts, not cashews.", 'user: allergic cashews'],
  ['My sister plays the viola, not the cello.', "user's sister: plays cello"],
  ["He's a basset, not a beagle.", undefined],
  ["Actually, he's a basset, not a beagle.", 'null: beagle'],
  ["I'm allergic to walnuts, not just cashews.", undefined],
  ['I teach physics on Mondays, not maths.', undefined],
  ["I'm not learning Dutch, not Danish.", undefined],
  ['I wish I was learning Dutch, not Danish.', undefined],
])('given %j, then %j is not so', (sentence, expected) => {
  const [found] = notSuch(sentence, PERSONS)
  expect(found && `${found.subject}: ${found.words.flat().join(' ')}`).toBe(expected)
})

test('given a sentence and that it was a joke, then it says nothing', () => {
  expect(said('I moved to Oslo. Just kidding!')[0]).toMatchObject({ attribute: null })
})

const correctedIn = (sentence: string) =>
  correctedSlots(sentence, readSlots(sentence, PERSONS)).map(({ attribute }) => attribute)

test('given a marked correction of what there may be several of, then the known one is sought', () => {
  expect(correctedIn("Correction: my sister's name is Katherine.")).toEqual(['name'])
  expect(correctedIn("My sister's name is Katherine.")).toEqual([])
})

test('given a marked correction of what there is one of, then its attribute is enough', () => {
  expect(correctedIn('Correction: my name is Katherine.')).toEqual([])
})

test('given a sentence that only takes something back, then the attribute of the next one is corrected', () => {
  const slots = readSlots("My sister's name is Anja.", PERSONS)
  expect(correctedSlots("My sister's name is Anja.", slots, 'I made a typo.')).toHaveLength(1)
  expect(correctedSlots("My sister's name is Anja.", slots, 'I made a cake.')).toEqual([])
})

test.each([
  ['I wrote Elm Park earlier but he goes to Elm Hill.', 'elm park'],
  ['I said Astoria, but my hotel is the Excelsior.', 'astoria'],
  ['I said it was Monday yesterday, but my son says Tuesday.', 'monday'],
])('given %j, then the earlier name was wrong', (sentence, words) => {
  const [sought] = saidBefore(sentence)
  expect(sought).toMatchObject({ kind: 'corrects', subject: null })
  expect(sought!.words.flat().join(' ')).toBe(words)
})

test.each([
  'I said Elm Park was nice but dear.',
  'I said no but he went.',
  'I wrote Elm Park a letter.',
])('given %j, then nothing is corrected', (sentence) => {
  expect(saidBefore(sentence)).toEqual([])
})
