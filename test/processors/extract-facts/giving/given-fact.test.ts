// A client's fact is stored without extraction; a correction keeps the fields that it does not change.
import { describe, expect, test } from 'vitest'
import { givenIdOf, shortId } from '../../../../infra/runtime/envelope/ids.ts'
import { currentFact } from '../../../../processors/extract-facts/evolve.ts'
import {
  continuedFact,
  correctedFact,
  readGiven,
} from '../../../../processors/extract-facts/giving/given-fact.ts'
import { fingerprintOf, slotOf } from '../../../../processors/extract-facts/known/fingerprint.ts'
import { AT } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { LATER, RESOURCE, USER } from '../../given.ts'

const write = { id: RESOURCE, occurredAt: AT }

test('given words alone, when read, then they are a plain fact of the user, sure, and since now', () => {
  expect(readGiven({ text: 'Ada sings.' }, write)).toMatchObject({
    text: 'Ada sings.',
    category: 'general',
    importance: 'medium',
    confidence: 1,
    channel: 'user',
    validFrom: AT,
    validTo: null,
    subject: null,
    exclusive: false,
    span: { start: 0, end: 10 },
    given: {
      id: givenIdOf(RESOURCE),
      type: 'fact',
      scopes: [],
      aliases: [],
      pinned: false,
      supersedes: [],
    },
  })
})

test('given an attribute without a subject, when read, then it is the user’s', () => {
  const fact = readGiven({ text: 'Home is Rome.', attribute: 'home', value: 'Rome' }, write)
  expect(fact).toMatchObject({ subject: 'user', attribute: 'home', value: 'Rome', exclusive: true })
})

test('given a value that is an entity, when read, then the subject is related to it', () => {
  const fact = readGiven({ text: 'Home is Rome.', attribute: 'home', value: 'rome' }, write)
  expect(fact.relationships).toEqual([{ source: 'user', type: 'lives_in', target: 'Rome' }])
  expect(fact.entities).toEqual([
    { name: 'user', type: 'person' },
    { name: 'Rome', type: 'place' },
  ])
  for (const more of [{ attribute: 'home' }, { value: 'Rome' }]) {
    const half = readGiven({ text: 'Home.', ...more }, write)
    expect(half).toMatchObject({ entities: [], relationships: [] })
  }
  const odd = readGiven({ text: 'No home.', attribute: 'constructor', value: 'Rome' }, write)
  expect(odd).toMatchObject({ entities: [], relationships: [] })
})

const known = (item = {}) =>
  currentFact(
    itemDocument(USER, {
      id: 'known',
      item: {
        text: 'Ada sings in Rome.',
        subject: 'Ada',
        attribute: 'stage',
        value: 'Rome',
        channel: 'tool',
        saidBy: 'Ben',
        confidence: 0.7,
        importance: 'high',
        entities: [
          { name: 'Ada', type: 'person' },
          { name: 'Rome', type: 'place' },
        ],
        scopes: ['opera'],
        pinned: true,
        ...item,
      },
    }).item,
    { fingerprint: 'f', slot: 'ada\nstage' },
  )

test('given new words, when corrected, then they are the user’s, and what they no longer say is gone', () => {
  const fact = correctedFact(known(), { text: 'Ada sings in Milan.' }, write)
  expect(fact).toMatchObject({
    text: 'Ada sings in Milan.',
    channel: 'user',
    saidBy: null,
    confidence: 1,
    importance: 'high',
    subject: 'Ada',
    attribute: 'stage',
    value: 'Milan',
    exclusive: true,
    entities: [{ name: 'Ada', type: 'person' }],
    span: { start: 0, end: 19 },
    given: {
      scopes: ['opera'],
      pinned: true,
      supersedes: ['known'],
      corrects: { id: 'known', createdAt: known().createdAt, stands: known().stands },
      id: givenIdOf(RESOURCE),
    },
  })
  const milan = correctedFact(known(), { text: 'Ada sings in Milan.', value: 'Milan' }, write)
  expect(milan.value).toBe('Milan')
})

test('given words about another thing, when corrected, then the fact has no place, unless its client says what it tells', () => {
  const opinion = { attribute: 'opinion of tea', value: 'likes', text: 'Ada likes tea.' }
  const tea = { ...known(opinion), slot: 'ada\nopinion of tea' }
  const text = 'She would rather have coffee.'
  expect(correctedFact(tea, { text }, write)).toMatchObject({
    attribute: null,
    value: null,
    exclusive: false,
  })
  const told = correctedFact(tea, { text, value: 'indifferent' }, write)
  expect(told).toMatchObject({ ...opinion, text, value: 'indifferent', exclusive: true })
})

test('given other times, when corrected, then they count, and a fact without a place stays without one', () => {
  const placeless = { ...known({ validTo: AT }), slot: null }
  const times = { validFrom: LATER, validTo: '2027-01-01T00:00:00.000Z' }
  expect(correctedFact(placeless, times, write)).toMatchObject({ ...times, exclusive: false })
  expect(correctedFact(placeless, {}, write)).toMatchObject({ validFrom: AT, validTo: AT })
})

test('given a fact whose place another was to take, when it is told to hold on, then until its own end', () => {
  const fact = { ...known({ validTo: AT }), followed: { by: 'next', ownEnd: LATER } }
  const first = continuedFact(fact, { id: RESOURCE, nth: 0 })
  expect(first).toMatchObject({
    text: fact.text,
    validTo: LATER,
    given: { id: givenIdOf(RESOURCE), supersedes: ['known'], pinned: true },
  })
  expect(continuedFact(fact, { id: RESOURCE, nth: 2 })).toEqual({
    ...first,
    given: { ...first.given, id: shortId(`${RESOURCE} 2`) },
  })
  const open = { ...fact, followed: { by: 'next', ownEnd: null } }
  expect(continuedFact(open, { id: RESOURCE, nth: 0 }).validTo).toBeNull()
  expect(continuedFact(known({ validTo: AT }), { id: RESOURCE, nth: 0 }).validTo).toBeNull()
})

describe('who lives in another home, when it is corrected', () => {
  const sourceOf = (item: object) => {
    const home = known({ subject: 'user', attribute: 'home', entities: [], ...item })
    const { relationships } = correctedFact(home, { text: 'Now Milan.', value: 'Milan' }, write)
    return relationships.flatMap(({ source, target }) => (target === 'Milan' ? [source] : []))
  }
  const [ada, ben] = ['Ada', 'Ben'].map((name) => ({ name, type: 'person' }))
  const acme = { name: 'Acme', type: 'organization' }

  test('is the one who was related to the wrong one', () => {
    const relationships = [
      { source: 'Cy', type: 'works_at', target: 'Acme' },
      { source: 'Ben', type: 'lives_in', target: 'ROME' },
    ]
    expect(sourceOf({ relationships, entities: [ada] })).toEqual(['Ben'])
    expect(sourceOf({ relationships, entities: [ada], value: null })).toEqual(['Ada'])
  })

  test('is otherwise the subject, else the first person, who is not the value', () => {
    expect(sourceOf({ subject: 'ben', entities: [ada, ben] })).toEqual(['Ben'])
    expect(sourceOf({ entities: [acme, ben] })).toEqual(['Ben'])
    expect(sourceOf({ entities: [{ name: 'Rome', type: 'person' }, ben] })).toEqual(['Ben'])
    expect(sourceOf({ entities: [acme] })).toEqual(['user'])
  })

  test('is none where no subject is known', () => {
    expect(sourceOf({ subject: null, entities: [ben] })).toEqual(['Ben'])
    expect(sourceOf({ subject: null })).toEqual([])
  })
})

test('given another home, when corrected, then who lived in the wrong one lives in the right one', () => {
  const home = known({ subject: 'user', attribute: 'home' })
  const fact = correctedFact(home, { text: 'I live in Milan.', value: 'Milan' }, write)
  expect(fact.relationships).toEqual([{ source: 'Ada', type: 'lives_in', target: 'Milan' }])
  expect(fact.entities).toEqual([
    { name: 'Ada', type: 'person' },
    { name: 'Milan', type: 'place' },
  ])
  const filed = correctedFact(home, { category: 'travel' }, write)
  expect(filed.relationships).toEqual([{ source: 'Ada', type: 'lives_in', target: 'Rome' }])
  expect(filed.entities).toHaveLength(2)
})

describe('relationships that were read', () => {
  const read = (text: string, more = {}) => {
    const entities = ['Ada', 'Ben', 'Acme', 'Rome'].map((name) => ({ name, type: 'thing' }))
    const relationships = [
      { source: 'Ada', type: 'works_with', target: 'Ben' },
      { source: 'Ada', type: 'works_at', target: 'Acme' },
    ]
    return known({ text, attribute: null, value: null, entities, relationships, ...more })
  }
  const kept = (fact: ReturnType<typeof known>, changes: object) =>
    correctedFact(fact, changes, write).relationships.map(({ type, target }) => [type, target])
  const both = [
    ['works_with', 'Ben'],
    ['works_at', 'Acme'],
  ]

  test('given a correction that still names both ends, then they stay, and the others go', () => {
    const fact = read('Ada works with Ben at Acme.')
    expect(kept(fact, { text: 'Ada has worked with Ben at Acme since May.' })).toEqual(both)
    expect(kept(fact, { text: 'Ada works with Ben at Apex.' })).toEqual(both.slice(0, 1))
    expect(kept(fact, { category: 'travel' })).toEqual(both)
    const corrected = correctedFact(fact, { text: 'Ada works with Ben.' }, write)
    expect(corrected.entities.map(({ name }) => name)).toEqual(['Ada', 'Ben'])
  })

  test('given a speaker whom no words name, then the speaker stays an end', () => {
    const fact = read('I work with Ben at Acme.')
    const corrected = correctedFact(fact, { text: 'We work with Ben at Acme.' }, write)
    expect(corrected.relationships).toHaveLength(2)
    expect(corrected.entities.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Acme'])
  })

  test('given a correction that denies what the old words said, then none stays', () => {
    for (const text of ['Ada never worked with Ben at Acme.', 'Ada doesn’t work with Ben.']) {
      expect(kept(read('Ada works with Ben at Acme.'), { text })).toEqual([])
    }
    const denied = read('Ada works with Ben, not at Acme.')
    expect(kept(denied, { text: 'Ada works with Ben, not for Acme.' })).toEqual(both)
  })

  test('given another value, then the former one is related no more, and nothing is told twice', () => {
    const relationships = [{ source: 'Ada', type: 'lives_in', target: 'Rome' }]
    const home = { subject: 'user', attribute: 'home', value: 'Rome', relationships }
    const fact = read('Ada lives in Rome.', home)
    const changes = { text: 'Ada went from Rome to Milan.', value: 'Milan' }
    expect(kept(fact, changes)).toEqual([['lives_in', 'Milan']])
    expect(kept(fact, { text: 'Ada lives in Rome now.' })).toEqual([['lives_in', 'Rome']])
    const withBen = [...relationships, { source: 'Ada', type: 'lives_with', target: 'Ben' }]
    const both = read('Ada lives in Rome with Ben.', { ...home, relationships: withBen })
    const left = { text: 'Ada left Rome for Milan with Ben.', value: 'Milan' }
    expect(kept(both, left)).toEqual([
      ['lives_in', 'Milan'],
      ['lives_with', 'Ben'],
    ])
    expect(kept(both, { category: 'travel' })).toEqual([
      ['lives_in', 'Rome'],
      ['lives_with', 'Ben'],
    ])
    const names = correctedFact(both, left, write).entities.map(({ name }) => name)
    expect(names).toEqual(['Ada', 'Milan', 'Ben', 'Rome'])
  })

  test('given a value that stays and implies no relationship, then what was read of it stays', () => {
    const relationships = [{ source: 'Ada', type: 'sings_in', target: 'Rome' }]
    expect(kept(known({ relationships }), { category: 'music' })).toEqual([['sings_in', 'Rome']])
  })
})

test('given others who are named first, when corrected, then it is the subject who lives there', () => {
  const entities = ['Karen', 'user', 'Rome'].map((name) => ({ name, type: 'person' }))
  const home = known({ subject: 'user', attribute: 'home', entities })
  const fact = correctedFact(home, { text: 'I live in Milan.', value: 'Milan' }, write)
  expect(fact.relationships).toEqual([{ source: 'user', type: 'lives_in', target: 'Milan' }])
})

test('given another file alone, when corrected, then who said it has still said it', () => {
  const fact = correctedFact(known(), { category: 'music', scopes: [], type: 'event' }, write)
  expect(fact).toMatchObject({
    text: 'Ada sings in Rome.',
    category: 'music',
    channel: 'tool',
    saidBy: 'Ben',
    confidence: 0.7,
    value: 'Rome',
    entities: [{ name: 'Ada' }, { name: 'Rome' }],
    span: { start: 0, end: 0 },
    given: { scopes: [], type: 'event', pinned: true },
  })
})

test('given facts for different scopes, when compared, then they neither repeat nor contradict each other', () => {
  const home = { subject: 'Ada', attribute: 'home', exclusive: true }
  const said = { text: 'Home is Rome.', contentType: 'fact' as const, validFrom: AT }
  const keys = [undefined, ['a'], ['b'], ['a', 'b']].map((scopes) => [
    slotOf({ ...home, scopes }),
    fingerprintOf({ ...said, scopes }),
  ])
  expect(new Set(keys.map(([slot]) => slot)).size).toBe(4)
  expect(new Set(keys.map(([, fingerprint]) => fingerprint)).size).toBe(4)
  expect(slotOf({ ...home, scopes: ['b', 'a', 'a'] })).toBe(keys[3]![0])
  expect(slotOf({ ...home, scopes: [] })).toBe(keys[0]![0])
})
