// Which known fact a statement of a change takes the place of, whatever both are about.
import { expect, test } from 'vitest'
import type { Told } from '../../../../../infra/ports/language-model.ts'
import { createFactIndex, currentFact } from '../../../../../processors/extract-facts/evolve.ts'
import { updatedBy } from '../../../../../processors/extract-facts/known/sought/updated.ts'
import { AT } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'

const USER = { appId: 'app', userId: 'anna' }

type Known = { text: string; subject?: string | null; attribute?: string | null }

const fact = ({ text, subject = 'user', attribute = 'is' }: Known, n: number) =>
  currentFact(
    { ...itemDocument(USER, { id: `f${n}` }).item, subject, attribute, value: 'so', text },
    { fingerprint: text, slot: null },
  )

function updated(known: readonly (Known | string)[], told: Partial<Told> & { text: string }) {
  const facts = known
    .map((each) => (typeof each === 'string' ? { text: each } : each))
    .map((each, n) => fact(each, n))
  const index = createFactIndex(new Map(facts.map((each) => [each.id, each])), {
    said: AT,
    received: AT,
  })
  const words = [told.text.toLowerCase().match(/\p{L}+/gu) ?? []]
  const whole = { subject: 'user', change: 'replaced' as const, ...told }
  const sought = { kind: 'updates', subject: null, words, value: null, told: [whole] } as const
  return updatedBy(sought, index).map(({ text }) => text)
}

const NOW = 'now' as const

test.each([
  ['My desk is on the third floor.', 'My desk is on the fifth floor now.'],
  ['My laptop runs Windows 10.', 'I upgraded my laptop to Windows 11.'],
  ['My pottery page has 1,200 followers.', 'omg my pottery page has 2,000 followers now'],
  ['The parcel weighs 12 kilos.', 'I misread the scale, the parcel weighs 21 kilos.'],
  ["I've saved 2,000 pounds for a deposit.", 'My savings for the deposit are at 9,000 pounds now.'],
  [
    'The table at Rosa’s is booked for four people.',
    'I changed the booking at Rosa’s to six people.',
  ],
  ["We're at the Hotel Bellevue in Nice.", 'We changed our booking in Nice to the Hotel Windsor.'],
  ['I play for the Riverside hockey club.', 'I transferred to the Northgate hockey club.'],
  ["The hamster's cage is in the kitchen.", "I moved the hamster's cage into my bedroom."],
  ['Juniper is stabled at Hill Farm.', "I've moved Juniper again, she's in the meadow now."],
  ['Lunch with Hannah is at noon.', "Hannah can't do noon, so lunch is at 1pm."],
  ['I have the basic Netflix plan.', 'I upgraded to the premium Netflix plan.'],
  ['I put oat milk in my tea.', "I've gone back to normal cow's milk in my tea."],
  ["I don't speak any Dutch.", 'I speak Dutch quite well now.'],
  ["I don't have a driving licence.", 'I passed my driving test, so I finally have my licence!'],
])('given "%s", when told "%s", then it is over', (known, text) => {
  expect(updated([known], { text })).toEqual([known])
})

test.each([
  ['of two values', 'My shift is from 6 to 2 on Mondays.', 'My shift is at 7 now.'],
  ['another thing', 'My desk is on the third floor.', 'My locker is on the fifth floor now.'],
  ['a part of it', 'My birthday is on May 4.', 'My birthday party is on May 6 now.'],
  ['one that has another name', 'My work phone is 555-3310.', 'My home phone is 555-8821 now.'],
  ['one for another use', 'My rent is 700 euros.', 'The rent for the shop went up to 900 euros.'],
  ['one of another day', 'My Saturday shift is at 6:00.', 'My Sunday shift is changed, at 12:00.'],
  [
    'more than the change',
    'Our office has 14 desks.',
    'The office across the hall has 25 desks now.',
  ],
  ['what has to be', 'My thesis has to be 60 pages.', 'My thesis has reached 35 pages.'],
  ['where someone else went', 'Mia works at the library.', 'Mia moved to the front row.'],
  [
    'what was moved off it',
    'My desk is in the hall.',
    'I moved the lamp from my desk to the shelf.',
  ],
  ['no other value', 'My desk is on the third floor.', 'My desk has moved.'],
  ['the same value', 'My desk is on the third floor.', 'My desk is still on the third floor now.'],
  ['another word elsewhere', 'I have blue curtains.', 'I changed to thick blue paint.'],
  [
    'one of another group',
    'Admission to the stadium museum is 12 euros for guests.',
    'Admission to the stadium museum is 14 euros for members now.',
  ],
  [
    'what one does not have',
    "I don't have the basic Netflix plan.",
    'I upgraded to the premium Netflix plan.',
  ],
  ['what little tells', 'I have a short visit.', 'I switched to a long visit.'],
  ['what is denied but not over', 'I have a cat.', "I switched, I don't have a cat."],
  ['another value too', 'Our honey stall is in row 6.', 'I switched to the cheese stall in row 2.'],
  ['a denial of it', 'I do yoga.', "I don't do yoga at home now."],
  ['one kind of it', "I don't drink.", 'I drink coffee again.'],
])('given %s, then "%s" stands when told "%s"', (_, known, text) => {
  expect(updated([known], { text, change: /\bnow\b/.test(text) ? NOW : 'replaced' })).toEqual([])
})

test('given two facts of which each could be meant, then both stand', () => {
  const known = ['My locker is on the third floor.', 'My locker key is on the third floor.']
  expect(updated(known, { text: 'My locker is on the fifth floor now.' })).toEqual([known[0]])
  const alike = ['My report is due on 10 May.', 'My report is due on 11 May.']
  expect(updated(alike, { text: 'My report is due on 24 May now.' })).toEqual([])
})

test('given more facts with a word of it than are compared, then the newest are', () => {
  const desk = 'My desk is on the third floor.'
  const others = Array.from({ length: 50 }, (_, n) => `My desk lamp number ${n + 1} is bright.`)
  expect(updated([...others, desk], { text: 'My desk is on the fifth floor now.' })).toEqual([desk])
  expect(updated([desk, ...others], { text: 'My desk is on the fifth floor now.' })).toEqual([])
})

test('given what only is so now, then it is told with little else', () => {
  const plan = 'I have the basic Netflix plan.'
  expect(updated([plan], { text: 'I have the premium Netflix plan now.', change: NOW })).toEqual([])
  const report = 'My report is due on 10 May.'
  const extended = 'We got more time, my report is due on 24 May now.'
  expect(updated([report], { text: extended, change: NOW })).toEqual([report])
  const client = 'For another client my report is due on 24 May now.'
  expect(updated([report], { text: client, change: NOW })).toEqual([])
})

test('given what is said of others, then they are named in it', () => {
  const height = { text: 'My son is 110 cm tall.', subject: "user's son" }
  const grown = "My son has grown, he's 114 cm tall."
  expect(updated([height], { text: grown, subject: "user's son" })).toEqual([height.text])
  const tall = { text: 'The height is 110 cm.', subject: "user's son" }
  expect(updated([tall], { text: 'The height is 114 cm now.' })).toEqual([])
  const talk = { text: "My brother isn't talking to me.", subject: 'user' }
  const again = { text: 'My brother and I are talking again.', subject: "user's brother" }
  expect(updated([talk], again)).toEqual([talk.text])
})

test('given a fact without an attribute, then it counts where it says what is so', () => {
  const known = (text: string) => ({ text, attribute: null })
  const told = { text: 'The table for the party is for six people now.' }
  const is = known('The table for the party is for four people.')
  expect(updated([is], told)).toEqual([is.text])
  expect(updated([known('The table for the party was for four people.')], told)).toEqual([])
  expect(updated([known('We booked the table for the party for four people.')], told)).toEqual([])
  const long = `The table for the party is for four people${', and all that'.repeat(12)}.`
  expect(updated([long], told)).toEqual([])
})
