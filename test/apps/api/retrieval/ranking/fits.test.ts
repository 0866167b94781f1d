import { expect, test } from 'vitest'
import { askedOf } from '../../../../../apps/api/retrieval/query/asked.ts'
import { kinIn } from '../../../../../apps/api/retrieval/query/meant.ts'
import { fitOf, isOfKin } from '../../../../../apps/api/retrieval/ranking/fits.ts'
import { terms } from '../../../../../infra/language/terms.ts'

const fitting = (query: string, text: string, speaker: string | null = null) =>
  fitOf({ text, speaker }, askedOf(query, { terms, kin: kinIn(query) }), terms)

test.each([
  // What the sentence is about.
  ['Is my canoe safe?', 'My canoe has sunk.', 'I sank my canoe.'],
  ['Where do I row?', 'I row in Oslo.', 'Row in Oslo.'],
  ['Where do I row?', 'I row in Oslo.', 'My cousins row in Oslo.'],
  ['What is my job?', 'I fix clocks.', 'Our son Emil fixes clocks.'],
  ['Is Emil ill?', 'Emil has a cough.', 'I have a cough.'],
  ['Is my mother ill?', 'My mum has a cough.', 'My aunt has a cough.'],
  // The kind of thing that it holds.
  ['Where does Emil row?', 'Emil rows in Oslo.', 'Emil rows in May.'],
  ['When does Emil row?', 'Emil rows in May.', 'Emil rows in Oslo.'],
  ['How old is Emil?', 'Emil is 31.', 'Emil is tired.'],
  ['How many boats are there?', 'There are six boats.', 'There are boats.'],
  ['How often does Emil row?', 'Emil rows every week.', 'Emil rows gladly.'],
  ['Who repairs the boat?', 'The boat is repaired by Emil.', 'The boat is repaired soon.'],
  ['What does Emil do?', 'Emil is a bricklayer.', 'Emil is glad.'],
  ['What is my job?', "I'm Emil, a nurse on ward two.", "I'm Emil, a guest on ward two."],
  ['What is the name of my canoe?', 'Our canoe is called Emil.', 'Our canoe has sunk.'],
  ['What is my aunt called?', 'My aunt Emma fixes clocks.', 'My aunt likes clocks.'],
  // Its words.
  ['Where is Emil from?', 'Emil is from Oslo.', 'Emil was in Oslo.'],
])('%j is answered by %j rather than by %j', (query, answer, other) => {
  expect(fitting(query, answer)).toBeGreaterThan(fitting(query, other))
})

test('a label of a speaker is no subject', () => {
  expect(fitting('Where do I row?', 'Emil: I row in Oslo.', 'Emil')).toBe(
    fitting('Where do I row?', 'I row in Oslo.'),
  )
})

test('who asks for people gets what is told of others', () => {
  const own = fitting('Who rows with me?', 'My cousins row.')
  expect(own).toBeGreaterThanOrEqual(1)
})

test('what tells who a relative is, and nothing of what is asked, counts less', () => {
  const query = 'What is my aunt allergic to?'
  const beside = fitting(query, 'My aunt is a baker.')
  expect(beside).toBeLessThan(0.7 * fitting(query, 'My aunt is allergic to nuts.'))
  // Other words that are related tell of it.
  const related = fitting('Does my aunt sing?', 'My aunt joined a choir.')
  expect(related).toBeGreaterThan(fitting('Does my aunt sing?', 'My aunt joined a queue.'))
  // So does the kind of thing that is asked for.
  const old = fitting('How old is my aunt?', 'My aunt is 31.')
  expect(old).toBeGreaterThan(2 * fitting('How old is my aunt?', 'My aunt is ill.'))
})

test('a sentence without a subject is about whom the item is about', () => {
  const asked = askedOf('Where do I row?', { terms, kin: null })
  const text = 'Rows in Oslo.'
  const mine = fitOf({ text, subject: 'user' }, asked, terms)
  expect(fitOf({ text, subject: "user's aunt" }, asked, terms)).toBeLessThan(mine)
  expect(fitOf({ text, subject: 'nora' }, asked, terms)).toBeLessThan(mine)
  const said = { text: `Emil: ${text}`, speaker: 'Emil' }
  expect(fitOf({ ...said, subject: 'nora' }, asked, terms)).toBe(fitOf(said, asked, terms))
})

test('an item is of a relative by her name or as a relative, where a question asks for her as one', () => {
  const asked = askedOf('Does Nora ski?', { terms, kin: 'aunt' })
  expect(isOfKin({ text: 'My aunt is ill.' }, asked, terms)).toBe(true)
  expect(isOfKin({ text: 'I met Nora.' }, asked, terms)).toBe(true)
  expect(isOfKin({ text: 'I met Elin.' }, asked, terms)).toBe(false)
  const said = { text: 'Emil: My aunt is ill.', speaker: 'Emil' }
  expect(isOfKin(said, asked, terms)).toBe(false)
  expect(fitOf(said, asked, terms)).toBeGreaterThan(fitOf({ text: said.text }, asked, terms))
  const byName = askedOf('Does Nora ski?', { terms, kin: null })
  expect(isOfKin({ text: 'I met Nora.' }, byName, terms)).toBe(false)
})
