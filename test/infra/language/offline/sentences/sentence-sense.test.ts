// Emojis at the end of a sentence: they adorn what it says, or are what it says.
import { expect, test } from 'vitest'
import {
  withoutAdornment,
  writtenOut,
} from '../../../../../infra/language/offline/sentences/sentence-sense.ts'
import { said } from '../passages.ts'

const slots = (text: string) =>
  said(text).map(({ attribute, value, exclusive }) => ({ attribute, value, exclusive }))

const TAILS = [
  ' 🎉',
  '🎉',
  ' 😀😀',
  ' ❤\ufe0f',
  ' 👍🏽',
  ' 👨‍👩‍👧',
  ' 🇩🇪',
  ' :)',
  ' :-D',
  ' <3',
  ' 🍕!',
  '. 🎉',
  ' rn',
  ' atm smh',
  ' omg',
  " let's gooo",
]

test.each(TAILS)('given %j behind a sentence, then it says what it says without', (tail) => {
  for (const sentence of [
    'I love pizza',
    'I am a nurse',
    'I am allergic to peanuts',
    'My favourite color is blue',
    'I am vegetarian',
    'I live in Berlin',
  ]) {
    expect(slots(sentence)).toMatchObject([{ exclusive: true }])
    expect(slots(sentence + tail)).toEqual(slots(sentence))
  }
})

test.each([
  ['My favourite food is 🍕', '🍕'],
  ['My favourite food is now 🍣', '🍣'],
  ['My favourite food is 🍕!', '🍕'],
])('given %j, then the emoji is its value', (text, value) => {
  expect(slots(text)).toMatchObject([{ attribute: 'favourite food', value }])
})

test('given a sentence that says nothing without its emojis, then they stay', () => {
  expect(said('I love 🍕').map(({ text }) => text)).toEqual(['I love 🍕'])
  expect(withoutAdornment('I have two 🐱🐱')).toBe('I have two 🐱🐱')
  expect(withoutAdornment('Is it 🍕?')).toBe('Is it 🍕?')
})

test('given a long run of emojis, then only its end is searched through', () => {
  expect(withoutAdornment(`x${'🎉'.repeat(100)}`)).toBe(`x${'🎉'.repeat(70)}`)
})

test.each([
  ['i live w my mom', 'i live with my mom'],
  ['coffee w/ the boss', 'coffee with the boss'],
  ['im in oslo rn', "i'm in oslo right now"],
  ['my sister is an rn at mercy', 'my sister is an rn at mercy'],
  ['she moved 2 leeds', 'she moved to leeds'],
  ['we moved 2 years ago', 'we moved 2 years ago'],
  ['i dont eat 2 eggs', "i don't eat 2 eggs"],
])('%j is read as %j', (hasty, full) => {
  expect(writtenOut(hasty)).toBe(full)
})
