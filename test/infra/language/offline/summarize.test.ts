// Summaries without a model read as a person would write them: the facts that hold in plain sentences, then the
// weightiest ones in their own words, without questions and small talk.
import { expect, test } from 'vitest'
import { summarizeOffline } from '../../../../infra/language/offline/summarize.ts'
import type { Saying, SummaryRequest } from '../../../../infra/ports/language-model.ts'
import { AT } from './passages.ts'

type Fact = SummaryRequest['facts'][number]

const category = { name: 'profile', description: 'Who the user is' }
const summary = (facts: readonly Fact[], maxTokens = 160) =>
  summarizeOffline({ category, previous: '', facts, maxTokens })
const said = (text: string): Fact => ({ text, flagged: false, validFrom: AT })
const holds = (
  attribute: string,
  value: string,
  { text = '-', subject = 'user', since = null }: Partial<Saying> & { text?: string } = {},
): Fact => ({ ...said(text), says: { subject, attribute, value, since } })

test.each([
  ['home', 'Madrid', 'Lives in Madrid.'],
  ['employer', 'Acme', 'Works at Acme.'],
  ['employer', 'self-employed', 'Is self-employed.'],
  ['occupation', 'engineer', 'Works as an engineer.'],
  ['car', '2019 Honda Civic', 'Drives a 2019 Honda Civic.'],
  ['favourite colour', 'teal', 'Favourite colour is teal.'],
  ['opinion of chess', 'likes', 'Likes chess.'],
  ['allergy to nuts', 'yes', 'Is allergic to nuts.'],
  ['allergy to nuts', 'no', 'Is not allergic to nuts.'],
  ['speaks spanish', 'spanish', 'Speaks Spanish.'],
  ['speaks dutch, thai and greek', 'dutch, thai and greek', 'Speaks Dutch, Thai and Greek.'],
  ['eats nuts', 'no', 'Cannot eat nuts.'],
  ['drinks milk', 'no', 'Cannot drink milk.'],
  ['number of employee', '3', 'Has 3 employees.'],
  ['number of children', 'two', 'Has two children.'],
  ['manager', 'Karen', 'Manager is Karen.'],
  ['email', 'ana@example.com', 'Has the email address ana@example.com.'],
])('given %s of %j, when summed up, then %j', (attribute, value, expected) => {
  expect(summary([holds(attribute, value)])).toBe(expected)
})

test('given a pet, when summed up, then it is what the words call it', () => {
  expect(summary([holds('pet', 'Rex', { text: 'I have a dog named Rex.' })])).toBe(
    'Has a dog, Rex.',
  )
  expect(summary([holds('pet', 'Rex', { text: 'Rex is mine.' })])).toBe('Has a pet, Rex.')
})

test('given a phone number, when summed up, then it is as it was written', () => {
  const text = 'My number is +49 (555) 0199, not 555-0100.'
  expect(summary([holds('phone', '+495550199', { text })])).toBe(
    'Has the phone number +49 (555) 0199.',
  )
  expect(summary([holds('phone', '5550133', { text })])).toBe('Has the phone number 5550133.')
})

test('given since when it holds, when summed up, then the month is told, of what lasts', () => {
  const since = '2026-03-02T09:00:00.000Z'
  expect(summary([holds('home', 'Madrid', { since })])).toBe('Lives in Madrid since March 2026.')
  expect(summary([holds('age', '34', { since })])).toBe('Is 34 years old.')
})

test('given several people, when summed up, then each is named once, the user not at all', () => {
  const ofAnna = { subject: 'Anna' }
  expect(
    summary([
      holds('home', 'Madrid', ofAnna),
      holds('age', '34'),
      holds('favourite food', 'sushi', ofAnna),
      holds('home', 'Oslo', { subject: "user's wife" }),
      holds('diet', 'vegan', { subject: "Anna's sister" }),
    ]),
  ).toBe(
    "Is 34 years old. Anna lives in Madrid. Favourite food is sushi. The user's wife lives in Oslo. Anna's sister is vegan.",
  )
})

test('given facts in their own words, when summed up, then they stand behind what holds, without questions and small talk', () => {
  const text = 'Anna: Thanks! My sister visited me. How are you?'
  expect(summary([said(text), said('How was your weekend?'), holds('home', 'Oslo')])).toBe(
    'Lives in Oslo. Anna: My sister visited me.',
  )
  expect(summary([said('Assistant: How was it?'), said('Thanks!')])).toBe('')
})

test('given words that spell a control token, when summed up, then they are words like any', () => {
  expect(summary([said('Likes the token <|endoftext|> best.')])).toBe(
    'Likes the token <|endoftext|> best.',
  )
})

test('given a flagged fact, when summed up, then it is flagged and comes first, however light the others are', () => {
  const flagged = { ...said('Bought a chess clock'), flagged: true }
  expect(summary([holds('home', 'Oslo'), flagged])).toBe(
    'Important: Bought a chess clock. Lives in Oslo.',
  )
})

test('given no room for all, when summed up, then the weightiest are told whole', () => {
  const facts = [said('The boat is painted blue.'), holds('home', 'Oslo')]
  expect(summary(facts, 8)).toBe('The boat is painted blue.')
  expect(summary([said('long '.repeat(300)), said('The boat is blue.')], 12)).toBe(
    'The boat is blue.',
  )
})

test.each([
  [
    'a word of who speaks',
    holds('hobby', 'my garden', { text: 'My hobby is my garden.' }),
    'My hobby is my garden.',
  ],
  ['an end', holds('employer', 'none', { text: 'I quit.' }), 'I quit.'],
  ['what has no sentence', holds('does play', 'darts', { text: 'I play darts.' }), 'I play darts.'],
])('given %s, when summed up, then the fact is told in its own words', (_, fact, expected) => {
  expect(summary([fact])).toBe(expected)
})

test('given what only answers another one, when summed up, then it is told where there is nothing else', () => {
  const reaction = said("Ana: That's so sweet, Mel!")
  expect(summary([reaction, said('Mel: I knit socks.')])).toBe('Mel: I knit socks.')
  expect(summary([said("Ana: That's great, Mel! I sing too.")])).toBe('Ana: I sing too.')
  expect(summary([reaction])).toBe("Ana: That's so sweet, Mel!")
})

test('given words that join a sentence to another, when summed up, then it begins without them', () => {
  const facts = ['Hi, my order is late.', 'No, we moved.', 'Oh and Noah reads.', 'So far so good.']
  expect(summary(facts.map(said))).toBe('My order is late. We moved. Noah reads. So far so good.')
})

test.each([
  ['I did. We drive to Faro in May.', 'We drive to Faro in May.'],
  ['It does, no drops since.', 'No drops since.'],
  ['Update: the museum is wonderful.', 'The museum is wonderful.'],
  ["btw we've painted the kitchen grey.", "We've painted the kitchen grey."],
  ['One more thing: I want no letters.', 'I want no letters.'],
  ['I did it. We won.', 'I did it. We won.'],
])('given %j, when summed up, then %j', (text, expected) => {
  expect(summary([said(text)])).toBe(expected)
})

test('given a quotation, when summed up, then it is told whole, with the words that quote it', () => {
  const text = 'My boss wrote: "Great job. I live in Rome now."'
  expect(summary([said(text)])).toBe(text)
  const assistants = said('Assistant: "Great. I live in Rome now."')
  expect(summary([assistants, said('Likes chess.')])).toBe('Likes chess.')
})

test('given an attribute and other sentences, when summed up, then nothing of them is lost', () => {
  const text = 'Hannah takes Dramamine. I speak German.'
  expect(summary([holds('speaks german', 'german', { text })])).toBe(text)
})

test('given what an assistant says beside others, when summed up, then only the others are told', () => {
  const advice = said("Assistant: I'd recommend trains then.")
  expect(summary([advice, said('I garden in May.')])).toBe('I garden in May.')
  expect(summary([advice])).toBe("Assistant: I'd recommend trains then.")
})

test('given what an assistant says, when summed up, then interjections are left out', () => {
  const facts = ['Assistant: Noted!', 'Assistant: Let me check. The parcel is in Leipzig.']
  expect(summary(facts.map(said))).toBe('Assistant: The parcel is in Leipzig.')
})
