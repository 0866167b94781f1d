// How a model's answer is checked: nothing in it is trusted.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adopt,
  MAX_ENTITIES,
  MAX_FACTS,
  MAX_RELATIONSHIPS,
} from '../../../../../infra/language/openai/answer/adopt.ts'
import type { AnswerFact } from '../../../../../infra/language/openai/answer/answer.ts'
import type { ExtractionRequest } from '../../../../../infra/ports/language-model.ts'
import { counted } from '../../../../counted.ts'
import { AT, answerFact, conversation, words } from '../given.ts'

function adopted(fact: Partial<AnswerFact>, request: Partial<ExtractionRequest> = {}) {
  const facts = adopt({
    answer: { facts: [answerFact(fact)] },
    request: conversation(request),
    terms: words,
  })
  return facts[0]!
}

describe('adopt', () => {
  it('turns a good answer into a fact of the port', () => {
    const request = conversation()
    const fact = adopted({})
    expect(request.text.slice(fact.span.start, fact.span.end)).toBe('I moved to Lyon last Friday')
    expect(fact).toEqual({
      text: 'Ann moved to Lyon on 2023-05-05.',
      category: 'profile',
      confidence: 0.9,
      validFrom: '2023-05-05T00:00:00.000Z',
      validTo: null,
      subject: 'Ann',
      attribute: 'home',
      value: 'Lyon',
      exclusive: true,
      entities: [
        { name: 'Ann', type: 'person' },
        { name: 'Lyon', type: 'thing' },
      ],
      relationships: [{ source: 'Ann', type: 'lives_in', target: 'Lyon' }],
      span: fact.span,
      duplicateOf: null,
      contradicts: ['fact-a'],
    })
  })

  it.each([
    [-3, 0],
    [0.4, 0.4],
    [95, 1],
  ])('clamps a confidence of %d to %d', (given, expected) => {
    expect(adopted({ confidence: given }).confidence).toBe(expected)
  })

  it('keeps to the categories of the app', () => {
    expect(adopted({ category: ' Health ' }).category).toBe('health')
    expect(adopted({ category: 'gossip' }).category).toBe('general')
    expect(adopted({ category: 'gossip' }, { hints: { category: 'work' } }).category).toBe('work')
    expect(adopted({ category: 'gossip' }, { hints: { category: 'no' } }).category).toBe('general')
    const categories = [{ name: 'only', description: 'one' }]
    expect(adopted({ category: 'gossip' }, { categories }).category).toBe('only')
  })

  it('drops facts that say nothing, and repeated ones', () => {
    const facts = [' \n', 'One.', 'one.', 'Two.'].map((text) => answerFact({ text }))
    const kept = adopt({ answer: { facts }, request: conversation(), terms: words })
    expect(kept.map((fact) => fact.text)).toEqual(['One.', 'Two.'])
  })

  it('makes one well-formed, bounded line of a text', () => {
    expect(adopted({ text: ' a\u0000b\n c \uD83D' }).text).toBe('a b c \uFFFD')
    const long = adopted({ text: `${'x'.repeat(1999)}😀` }).text
    expect(long).toBe('x'.repeat(1999))
  })

  it('keeps no sign that is not seen, but what joins others', () => {
    expect(adopted({ text: '\u202eAn\u200bna\ufeff' }).text).toBe('Anna')
    expect(adopted({ subject: 'us\u200ber' }).subject).toBe('user')
    const family = '👨\u200d👩\u200d👧'
    expect(adopted({ text: family }).text).toBe(family)
  })

  it('seeks the quote of a repeated fact once', () => {
    const facts = Array.from({ length: 50 }, () => answerFact({ quote: 'nowhere' }))
    const read: string[] = []
    const terms = (text: string) => {
      read.push(text)
      return words(text)
    }
    expect(adopt({ answer: { facts }, request: conversation(), terms })).toHaveLength(1)
    expect(read.filter((text) => text === 'nowhere')).toHaveLength(1)
  })

  it('maps numbers of known facts to ids and drops the others', () => {
    const fact = adopted({ duplicates: [0, -1, 1.5, 9, 2], contradictions: [2, 1, 1, 3] })
    expect(fact).toMatchObject({ duplicateOf: 'fact-b', contradicts: ['fact-a'] })
  })

  it('adds the ends of relationships to the entities, under one spelling', () => {
    const fact = adopted({
      entities: [
        { name: 'Luna', type: 'Animal' },
        { name: 'luna', type: 'dog' },
        { name: ' ', type: 'x' },
      ],
      relationships: [
        { source: 'The User', type: 'Lives With', target: 'LUNA' },
        { source: 'Ben', type: 'owns', target: 'Luna' },
        { source: 'Luna', type: 'is', target: 'luna' },
        { source: 'Luna', type: '', target: 'Ben' },
        { source: '', type: 'likes', target: 'Tea' },
      ],
    })
    expect(fact.entities).toEqual([
      { name: 'Luna', type: 'animal' },
      { name: 'user', type: 'person' },
      { name: 'Ben', type: 'person' },
    ])
    expect(fact.relationships).toEqual([
      { source: 'user', type: 'lives_with', target: 'Luna' },
      { source: 'Ben', type: 'owns', target: 'Luna' },
    ])
  })

  it('bounds the lists', () => {
    const many = Array.from({ length: 500 }, (_, i) => `n${i}`)
    const fact = adopted({
      entities: many.map((name) => ({ name, type: 'thing' })),
      relationships: many.map((name) => ({ source: 'n0', type: 'knows', target: name })),
    })
    expect(fact.entities).toHaveLength(MAX_ENTITIES)
    expect(fact.relationships.length).toBeLessThanOrEqual(MAX_RELATIONSHIPS)
    const facts = many.map((text) => answerFact({ text }))
    const kept = adopt({ answer: { facts }, request: conversation(), terms: words })
    expect(kept).toHaveLength(MAX_FACTS)
  })

  it('takes a property as exclusive only where it is whole', () => {
    expect(adopted({ attribute: ' ' })).toMatchObject({ attribute: null, exclusive: false })
    expect(adopted({ subject: null }).exclusive).toBe(false)
    expect(adopted({ subject: 'The user', attribute: 'Home' })).toMatchObject({
      subject: 'user',
      attribute: 'home',
      exclusive: true,
    })
  })
})

describe('the dates of a fact', () => {
  it.each([
    [null, AT],
    ['', AT],
    ['last Friday', AT],
    ['2023-02-31', AT],
    ['2023-13-01', AT],
    ['2023-05-05T99:00:00Z', AT],
    ['2023-05-08', AT],
    ['2023-05-08T00:00:00Z', AT],
    ['2021', '2021-01-01T00:00:00.000Z'],
    ['2021-03', '2021-03-01T00:00:00.000Z'],
    ['2021-03-14T09:26', '2021-03-14T09:26:00.000Z'],
    ['2021-03-14 09:26:53+0200', '2021-03-14T07:26:53.000Z'],
    ['0000', AT],
    ['0000-01-01T00:00:00+10:00', AT],
    ['0001-01-01T00:00:00+10:00', AT],
    ['9999-12-31T23:59:59-05:00', AT],
  ])('reads a validFrom of %s as %s', (written, expected) => {
    expect(adopted({ validFrom: written }).validFrom).toBe(expected)
  })

  it('keeps an end only after the beginning', () => {
    expect(adopted({ validTo: '2024-01' }).validTo).toBe('2024-01-01T00:00:00.000Z')
    expect(adopted({ validTo: '2020' }).validTo).toBeNull()
    expect(adopted({ validTo: 'soon' }).validTo).toBeNull()
    expect(adopted({ validTo: '9999-12-31T23:59:59-05:00' }).validTo).toBeNull()
    expect(adopted({ validTo: '9999-12-31' }).validTo).toBe('9999-12-31T00:00:00.000Z')
  })
})

describe('adopt, for every answer', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  const entity = fc.record({ name: text, type: text })
  const fact: fc.Arbitrary<AnswerFact> = fc.record({
    quote: text,
    utterance: fc.option(fc.integer({ min: -1, max: 4 })),
    text,
    category: text,
    confidence: fc.double({ noNaN: true }),
    validFrom: fc.option(fc.oneof(text, fc.constantFrom('2020', '2023-05-08', '9999-12-31'))),
    validTo: fc.option(fc.oneof(text, fc.constantFrom('2020', '2024-01-01'))),
    subject: fc.option(text),
    attribute: fc.option(text),
    value: fc.option(text),
    exclusive: fc.boolean(),
    entities: fc.array(entity),
    relationships: fc.array(fc.record({ source: text, type: text, target: text })),
    duplicates: fc.array(fc.double()),
    contradictions: fc.array(fc.integer({ min: -2, max: 5 })),
  })

  it('keeps the contract of the port', () => {
    const request = conversation()
    const names = request.categories.map(({ name }) => name)
    const ids = request.known.map(({ id }) => id)
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 4 }), (facts) => {
        for (const got of adopt({ answer: { facts }, request, terms: words })) {
          expect(names).toContain(got.category)
          expect(got.text.isWellFormed() && got.text !== '').toBe(true)
          expect(got.confidence >= 0 && got.confidence <= 1).toBe(true)
          expect(new Date(got.validFrom).toISOString()).toBe(got.validFrom)
          expect(got.span.start).toBeLessThanOrEqual(got.span.end)
          expect(got.span.end).toBeLessThanOrEqual(request.text.length)
          const entities = got.entities.map(({ name }) => name)
          for (const { source, target } of got.relationships)
            expect(entities).toEqual(expect.arrayContaining([source, target]))
          for (const id of [got.duplicateOf ?? ids[0], ...got.contradicts])
            expect(ids).toContain(id)
        }
      }),
    )
  })

  it('reads the speakers once, whatever the number of names in the answer', () => {
    const speakers = counted(Array.from({ length: 1_000 }, (_, n) => `S${n}`))
    const relationships = Array.from({ length: 20 }, (_, n) => ({
      source: `S${n}`,
      type: 'knows',
      target: `T${n}`,
    }))
    const answer = { facts: [answerFact({ relationships, entities: [] })] }
    const request = conversation({ speakers: speakers.value })
    const [fact] = adopt({ answer, request, terms: words })
    expect(fact!.entities.slice(0, 2).map(({ type }) => type)).toEqual(['person', 'thing'])
    expect(speakers.reads()).toBeLessThan(2_000)
  })
})
