// What comes out of a passage: slots that supersede, speakers, grouping, dates, categories and
// names.
import { describe, expect, it } from 'vitest'
import { MAX_FACTS } from '../../../../infra/language/offline/sentences/join.ts'
import { counted } from '../../../counted.ts'
import { AT, conversation, said } from './passages.ts'

/** What holds after several messages, each newer than the one before: the newest value of each slot. */
function holds(messages: readonly string[]): string[] {
  const current = new Map<string, string>()
  for (const message of messages) {
    for (const fact of said(message)) {
      const key = fact.exclusive ? `${fact.subject} ${fact.attribute}` : fact.text
      current.set(key, fact.text)
    }
  }
  return [...current.values()]
}

describe('supersession', () => {
  it.each([
    [
      'a home',
      ['I live in Berlin.', 'I have moved, now I live in Madrid.'],
      'I have moved, now I live in Madrid.',
    ],
    [
      'a home of the third person',
      ['User lives in Berlin', 'User has moved, now lives in Madrid'],
      'User has moved, now lives in Madrid',
    ],
    [
      'a favourite, spelled both ways',
      ['My favorite color is red.', 'My favourite colour is now blue.'],
      'My favourite colour is now blue.',
    ],
    [
      'a phone number',
      ['My phone number is 555-0100.', 'My new number is 555-0199.'],
      'My new number is 555-0199.',
    ],
    ['an opinion', ['I like chess.', 'I hate chess now.'], 'I hate chess now.'],
    ['a diet', ['I am vegetarian.', 'I became vegan.'], 'I became vegan.'],
  ])('given %s that changed then only the newer one holds', (_what, messages, newest) => {
    expect(holds(messages)).toEqual([newest])
  })

  it('given a new employer behind "I quit" then the new one holds, not none', () => {
    const facts = said('I quit. I work at Initech now.')
    expect(facts.map((fact) => fact.value)).toEqual([null, 'Initech'])
    expect(said('I quit my job at Acme to join Globex.')[0]).toMatchObject({ value: 'Globex' })
    expect(said('I quit my job at Acme and joined Globex.')[0]).toMatchObject({ value: 'Globex' })
  })

  it('given only "I quit" then there is no employer', () => {
    expect(said('I quit!')[0]).toMatchObject({
      attribute: 'employer',
      value: 'none',
      exclusive: true,
    })
  })

  it('given compatible facts then both hold', () => {
    expect(holds(['I like chess.', 'I like hiking.', 'likes chess and go'])).toHaveLength(3)
  })

  it('given the end of something then it is told which of the known values it ends', () => {
    expect(said("I don't live in Berlin anymore.")[0]).toMatchObject({
      attribute: 'home',
      value: 'none',
      seeks: expect.arrayContaining([
        { kind: 'ends', subject: 'user', words: [['berlin']], value: null },
      ]),
    })
  })

  it('given two things in a sentence then each is a fact of its own', () => {
    const facts = said('My name is Anna, I am 34 and I live in Berlin.')
    expect(facts.map(({ text, attribute }) => [text, attribute])).toEqual([
      ['My name is Anna.', 'name'],
      ['I am 34.', 'age'],
      ['I live in Berlin.', 'home'],
    ])
  })

  it('given a number announced in the sentence before then it is the phone number', () => {
    expect(said("I have a new number. It's 555-0199.").at(-1)).toMatchObject({
      attribute: 'phone',
      value: '5550199',
    })
  })
})

describe('speakers', () => {
  it('given named speakers then facts carry the name, and "I" is the speaker', () => {
    const facts = conversation([
      ['Caroline', 'I live in Boston.'],
      ['Melanie', 'I went to the park with my kids.'],
    ])
    expect(facts.map(({ text, subject, value }) => ({ text, subject, value }))).toEqual([
      { text: 'Caroline: I live in Boston.', subject: 'caroline', value: 'Boston' },
      { text: 'Melanie: I went to the park with my kids.', subject: 'melanie', value: null },
    ])
  })

  it('given the assistant then it is labelled and never speaks for the user', () => {
    const [fact] = said('I live in Berlin. My favourite colour is blue.', {}, 'assistant')
    expect(fact).toMatchObject({
      text: 'Assistant: I live in Berlin. My favourite colour is blue.',
      subject: null,
      attribute: null,
      exclusive: false,
    })
  })

  it('given an event then it is about the user and has no label', () => {
    const [fact] = said('Moved to Lisbon', { contentType: 'event', utterances: [] })
    expect(fact).toMatchObject({ text: 'Moved to Lisbon', subject: 'user', value: 'Lisbon' })
  })

  it('given a document about a person then "she" is the person named, and no one is the user', () => {
    const facts = said('Anna is a nurse. She lives in Rome.', {
      contentType: 'document',
      utterances: [],
    })
    expect(facts.map(({ subject, attribute }) => [subject, attribute])).toEqual([
      ['anna', 'occupation'],
      ['anna', 'home'],
    ])
  })
})

describe('grouping', () => {
  it('given a short message then it is one fact', () => {
    expect(said('We went to the lake. It rained. We came home wet.')).toHaveLength(1)
  })

  it('given a greeting before a slot then they are one fact', () => {
    expect(said('Hi there! I live in Oslo. It is cold here.').map((fact) => fact.text)).toEqual([
      'Hi there! I live in Oslo.',
      'It is cold here.',
    ])
  })

  it('given a long document then facts end at sentences and paragraphs, at most 80 words each', () => {
    const sentence = 'The committee met on site and found that the bridge was in need of repair. '
    const text = `${sentence.repeat(10)}\n\n${sentence.repeat(3)}`
    const facts = said(text, { contentType: 'document', utterances: [] })
    expect(facts.map((fact) => fact.text.split(' ').length)).toEqual([75, 75, 45])
    expect(facts.every((fact) => fact.text.endsWith('repair.'))).toBe(true)
  })
})

describe('confidence', () => {
  it.each([
    ['I live in Berlin.', 0.9],
    ['We met Anna at the lake.', 0.8],
    ['The weather was lovely all week.', 0.7],
    ['Maybe it rains later.', 0.65],
    ['Did I tell you that we moved?', 0.6],
  ])('given %j then %d', (text, confidence) => {
    expect(said(text)[0]?.confidence).toBe(confidence)
  })
})

describe('validity', () => {
  it.each([
    ['I live in Berlin.', AT],
    ['I moved to Berlin yesterday.', '2024-06-14T12:00:00.000Z'],
    ['I moved to Berlin last year.', '2023-06-15T12:00:00.000Z'],
    ['I moved to Berlin two weeks ago.', '2024-06-01T12:00:00.000Z'],
    ['I joined Globex in March 2021.', '2021-03-01T00:00:00.000Z'],
    ['I have lived in Berlin since 2019.', '2019-01-01T00:00:00.000Z'],
    ['I have lived in Berlin for three years.', '2021-06-15T12:00:00.000Z'],
    ['I moved to Berlin in the summer of 2019.', '2019-06-01T00:00:00.000Z'],
    ['I have lived in Berlin since early Spring 2019.', '2019-03-01T00:00:00.000Z'],
    ['I joined Globex in winter 2019.', '2019-12-01T00:00:00.000Z'],
    ['I moved to Berlin last summer.', '2023-06-01T00:00:00.000Z'],
    ['I moved to Berlin last spring.', '2024-03-01T00:00:00.000Z'],
    ['I moved to Berlin last Winter.', '2023-12-01T00:00:00.000Z'],
    ['I have lived in Berlin since summer.', '2024-06-01T00:00:00.000Z'],
    ['I have lived in Berlin since the fall.', '2023-09-01T00:00:00.000Z'],
    ['I have lived in Berlin since last autumn.', '2023-09-01T00:00:00.000Z'],
    ['I moved to Berlin in summer.', AT],
    ['I moved to Berlin this summer.', AT],
    ['I joined Globex in fall 2031.', AT],
    ['I moved to Berlin on 2023-02-31.', AT],
    ['I moved to Berlin in 2031.', AT],
    ['We saw a film yesterday.', AT],
  ])('given %j then it holds from %s', (text, validFrom) => {
    expect(said(text)[0]).toMatchObject({ validFrom, validTo: null })
  })
})

describe('categories', () => {
  it.each([
    ['I live in Berlin.', 'profile'],
    ['I work at Google.', 'work'],
    ['I am allergic to nuts.', 'health'],
    ['My flight to the airport was late.', 'travel'],
    ['I paid the invoice with my savings.', 'finances'],
    ['My sister and her kids came over.', 'relationships'],
    ['Roast the pumpkin at 200 degrees.', 'general'],
    ['I have a degree in law.', 'education'],
    ['Xyzzy.', 'general'],
    ["I don't want any marketing emails.", 'preferences'],
  ])('given %j then %s', (text, category) => {
    expect(said(text)[0]).toMatchObject({ category })
  })

  it('given many facts then the descriptions of the categories are read once', () => {
    const categories = counted(
      Array.from({ length: 50 }, (_, n) => ({ name: `c${n}`, description: 'Words of it' })),
    )
    const lines = Array.from({ length: MAX_FACTS }, (_, n) => ['user', `Blue sky ${n}.`] as const)
    const facts = conversation(lines, { categories: categories.value })
    expect(facts).toHaveLength(MAX_FACTS)
    expect(categories.reads()).toBeLessThan(1_000)
  })

  it('given an app of its own categories then the nearest description wins, else the last', () => {
    const categories = [
      { name: 'invoices', description: 'Invoices sent to customers' },
      { name: 'tickets', description: 'Support tickets and complaints' },
    ]
    expect(said('The invoice was late.', { categories })[0]).toMatchObject({ category: 'invoices' })
    expect(said('Blue sky.', { categories })[0]).toMatchObject({ category: 'tickets' })
    expect(said('Blue sky.', { hints: { category: 'travel' } })[0]).toMatchObject({
      category: 'travel',
    })
    expect(said('Blue sky.', { hints: { category: 'nope' } })[0]).toMatchObject({
      category: 'general',
    })
  })
})

describe('entities', () => {
  it.each([
    [
      'I work at Google with my colleague Tigran.',
      'user person, Google organization, Tigran person',
    ],
    ['My sister Anna lives in Paris.', 'Anna person, Paris place, user person'],
    ['Hey! Thanks, see you on Monday in March.', ''],
    ['Sounds good. Painting is fun.', ''],
    ['We met Anna Schmidt in San Francisco.', 'Anna Schmidt person, San Francisco place'],
    ['I study at Harvard University.', 'user person, Harvard University organization'],
    ['We read The Lord of the Rings.', 'Lord of the Rings thing'],
    ['We bought a Nintendo Switch.', 'user person, Nintendo Switch thing'],
    ['My favourite tea is Earl Grey.', 'Earl Grey thing'],
    ['We have a boat called Molly Brown.', 'Molly Brown thing'],
    ['The hotel is called Anna Maria.', 'Anna Maria place'],
    ['We stayed at Hotel Kamo.', 'Hotel Kamo place'],
    ['My favourite author is Jane Austen.', 'Jane Austen person'],
    [
      'I read "A Dance with Dragons" by George R. R. Martin.',
      'A Dance with Dragons thing, George R. R. Martin person',
    ],
    ['He said "Thanks Mom" and hung up.', ''],
    ['Lesson learned. We took the GPS to the ER.', ''],
    ['My Pottery class and our Mental Health day were fun 😊 Reading too.', ''],
    ['Use <Button> with $Amount, Foo_Bar, https://Example.org and {Name}.', ''],
  ])('given %j then %j', (text, expected) => {
    const names = said(text).flatMap((fact) =>
      fact.entities.map(({ name, type }) => `${name} ${type}`),
    )
    expect(names.join(', ')).toBe(expected)
  })

  it('given a name that one sentence calls a place then it is no thing in the next', () => {
    const facts = said(
      'We moved to Augsburg in May. The new address is Maxstrasse 12, 86150 Augsburg.',
    )
    const kinds = facts.flatMap(({ entities }) =>
      entities.filter(({ name }) => name === 'Augsburg'),
    )
    expect(kinds).toEqual([
      { name: 'Augsburg', type: 'place' },
      { name: 'Augsburg', type: 'place' },
    ])
  })

  it('given another language then no name is guessed by the rules of English', () => {
    expect(said('Ich habe gestern mit der Katze im Garten gespielt.')[0]?.entities).toEqual([])
    expect(said('Je suis alle au Marche avec des Amis.')[0]?.entities).toEqual([])
  })

  it('given hints then they are always there, and both ends of a relationship too', () => {
    const entities = [{ name: 'Project X', type: 'project' }]
    const [fact] = said('My wife Clara and I live in Rome.', { hints: { entities } })
    const names = fact?.entities.map((entity) => entity.name)
    expect(names).toContain('Project X')
    for (const { source, target } of fact?.relationships ?? []) {
      expect(names).toContain(source)
      expect(names).toContain(target)
    }
    expect(fact?.relationships).toContainEqual({
      source: 'user',
      type: 'married_to',
      target: 'Clara',
    })
  })
})

describe('pronouns', () => {
  it('given "his" behind a name then it is that person', () => {
    const facts = said("Tim's favourite team is Arsenal. His favourite player is Saka.")
    expect(facts.map((fact) => fact.subject)).toEqual(['tim', 'tim'])
  })
})

it('given a year of birth then it dates no fact: of two the later said holds', () => {
  expect(said('Typo, I was born in 1978.')[0]).toMatchObject({ value: '1978', validFrom: AT })
  expect(said('I moved to Oslo in 2021.')[0]!.validFrom).not.toBe(AT)
})

describe('what holds for a while', () => {
  it.each([
    ["I'm on holiday in Lisbon this week. My dog is called Rex.", null],
    ["I'm on holiday in Lisbon this week. Thanks!", '2024-06-17T00:00:00.000Z'],
    ['Thanks for today!', null],
  ])('given %j as one fact then it ends at %s', (text, end) => {
    expect(said(text).map(({ validTo }) => validTo)).toEqual([end])
  })
})
