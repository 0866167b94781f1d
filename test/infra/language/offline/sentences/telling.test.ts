// Small talk and questions are not facts of a conversation; statements are, and a part of a sentence reads as one.
import { describe, expect, it, test } from 'vitest'
import { conversation, said } from '../passages.ts'

const texts = (facts: ReturnType<typeof said>) => facts.map(({ text }) => text)

test.each([
  'Thanks!',
  'lol',
  'How are you?',
  'See you tomorrow',
  'Have a great weekend!',
  'Hi Anna!',
  'ok',
  '👍',
  'And you?',
  'What did you do there?',
  'Wow, did you like it? 😊',
  'Merci !',
  'Yeah, Maria!',
  'Wow Mel! 😍',
  '¿Cómo estás?',
  'Ha!',
  'Ha, nice.',
  'Will do.',
  'Please do.',
  'Good idea.',
  'Noted.',
  'Happy to help.',
  'Thank you so much, you have been really helpful!',
  'Hello Marisol, sorry about that!',
])('given %j, then it is no fact', (text) => {
  expect(said(text)).toEqual([])
})

test.each([
  'We went to the lake.',
  'Did I tell you that we moved to Rome?',
  'Can you help my daughter Mia with her maths?',
  'We went to the lake, have you ever been there?',
  'I see the doctor on Monday.',
  'Thanks, the parcel arrived.',
  'Really tired.',
  'Right turn ahead.',
  'Tomorrow night.',
  'Thanks for the blue scarf.',
  'Noted in the calendar.',
  'Hello Marisol, sorry about the broken vase!',
])('given %j, then it is a fact', (text) => {
  expect(texts(said(text))).toEqual([text])
})

test('given a document or an event, then all of it is told', () => {
  for (const contentType of ['document', 'event'] as const) {
    expect(texts(said('What is it?', { contentType, utterances: [] }))).toEqual(['What is it?'])
  }
})

describe('questions and answers', () => {
  it('given a bare answer, then question and answer are told', () => {
    const facts = conversation([
      ['assistant', 'Are you vegan?'],
      ['user', 'Yes.'],
    ])
    expect(texts(facts)).toEqual(['Assistant: Are you vegan?', 'Yes.'])
  })

  it('given an answer that speaks for itself, then the question is not told', () => {
    const facts = conversation([
      ['assistant', 'What do you eat?'],
      ['user', 'I eat rice.'],
    ])
    expect(texts(facts)).toEqual(['I eat rice.'])
  })

  it('given people with names, then what they ask each other is told', () => {
    const facts = conversation([
      ['Ana', 'Do you keep the telescope?'],
      ['Ben', 'It is in the attic.'],
      ['Ana', 'How are you?'],
    ])
    expect(texts(facts)).toEqual(['Ana: Do you keep the telescope?', 'Ben: It is in the attic.'])
  })

  it('given a person with a name who asks an assistant, then it is not told', () => {
    const facts = conversation([
      ['Ana', 'What is the weather like?'],
      ['assistant', 'It rains in Rome.'],
    ])
    expect(texts(facts)).toEqual(['Assistant: It rains in Rome.'])
  })

  it('given a bare answer to nothing, then nothing is told', () => {
    const facts = conversation([
      ['Ana', 'We went to the lake.'],
      ['Bob', 'Yes.'],
    ])
    expect(texts(facts)).toEqual(['Ana: We went to the lake.'])
  })
})

test('given two things in a sentence, then each reads as a sentence', () => {
  expect(texts(said('I live in Berlin and I work at Acme.'))).toEqual([
    'I live in Berlin.',
    'I work at Acme.',
  ])
})

test.each([
  ["I'm vegan and I don't drink.", ["I'm vegan.", "I don't drink."]],
  ["I'm 34 and I play chess.", ["I'm 34.", 'I play chess.']],
  ['I play chess and I live in Wells.', ['I play chess.', 'I live in Wells.']],
  ["I'm vegan and happy.", ["I'm vegan and happy."]],
])('given %j, which says two things, then each is a fact of its own', (text, facts) => {
  expect(texts(said(text))).toEqual(facts)
})

test('given what corrects and then says what is meant, then only the latter corrects', () => {
  const [meant, told] = said('Oops, I meant 8. The party is at 8.')
  expect(meant).toMatchObject({ attribute: null })
  expect(told).toMatchObject({ attribute: 'time of party', value: '8' })
})

test.each([
  ['My brother smokes. Drives me mad.', 'does smokes'],
  ['My brother smokes. Do you?', 'does smokes'],
  ['My brother smokes. He met Kim at the pub.', null],
  ["I'm lactose intolerant so no milk please.", 'is'],
])('given %j, then its attribute is %j', (text, attribute) => {
  expect(said(text)[0]).toMatchObject({ attribute })
})

test('given a house that was bought, when one moved in, then it is the home', () => {
  const facts = said('We bought a house in New Jersey! We moved in on Friday.')
  expect(facts.at(-1)).toMatchObject({ attribute: 'home', value: 'New Jersey' })
  const others = said('My aunt bought a house in Sligo. We moved in all the furniture yesterday.')
  expect(others.filter(({ attribute }) => attribute === 'home')).toEqual([])
})
