// What a fact says about entities, as the graph store takes it.
import { expect, test } from 'vitest'
import { closedBy, graphFactOf } from '../../../processors/update-graph/evolve.ts'
import { AT } from '../../contracts/given.ts'
import { delivered, LATER, opens, sealedFact, USER } from '../given.ts'

type Parts = Partial<Omit<typeof sealedFact, 'scopes'>> & { scopes?: string[] }

const of = (sealed: Parts = {}) =>
  graphFactOf(
    delivered('FactAsserted', {
      open: opens.factAsserted,
      sealed: { ...sealedFact, ...sealed },
    }).event,
  )

test('given a fact about a subject, when taken in, then the subject is an entity with a property', () => {
  expect(of()).toEqual({
    ...USER,
    factId: 'fact',
    source: 3,
    category: 'work',
    at: AT,
    validTo: null,
    held: { from: AT, until: null },
    recordedAt: LATER,
    context: 'Ana works at Acme.',
    entities: [
      { name: 'Acme', type: 'organisation' },
      { name: 'Ana', type: 'person' },
    ],
    relationships: [{ source: 'Ana', type: 'works_at', target: 'Acme' }],
    properties: [{ entity: 'Ana', attribute: 'employer', value: 'Acme' }],
  })
})

test('given a fact for a scope, when taken in, then nothing of it is in the graph, which all scopes share', () => {
  expect(of({ scopes: ['project-x'] })).toBeNull()
})

test('given a subject that is named already, when taken in, then it is not named again', () => {
  expect(of({ entities: [{ name: 'ANA', type: 'person' }] })?.entities).toHaveLength(1)
  expect(
    of({ entities: [...sealedFact.entities, { name: 'ANA', type: 'person' }] })?.entities,
  ).toHaveLength(2)
  const signs = of({ subject: '🎉', entities: [{ name: '🐙', type: 'sign' }] })
  expect(signs?.entities.map(({ name }) => name)).toEqual(['🐙', '🎉'])
})

test('given a possession of a person, when taken in, then it is a property of its owner and no entity', () => {
  const said = {
    subject: "ana's wife",
    attribute: 'home',
    value: 'Oslo',
    text: "Ana's wife moved.",
  }
  expect(of({ ...said, entities: [] })).toMatchObject({
    entities: [{ name: 'Ana', type: 'person' }],
    properties: [{ entity: 'Ana', attribute: "wife's home", value: 'Oslo' }],
  })
})

test('given a subject that the text does not name, when taken in, then it is named as it is known', () => {
  expect(of({ subject: 'user', text: 'I work.', entities: [] })?.entities).toEqual([
    { name: 'user', type: 'person' },
  ])
})

test.each(['.', '..', ' . ', '', ' '])(
  'given something is named %j, which no address can hold, when taken in, then the graph does not name it',
  (name) => {
    const entities = [...sealedFact.entities, { name, type: 'thing' }]
    const links = [
      { source: 'Ana', type: 'likes', target: name },
      { source: name, type: 'likes', target: 'Ana' },
    ]
    const relationships = [...sealedFact.relationships, ...links]
    expect(of({ entities, relationships })).toEqual(of())
    expect(of({ subject: name, entities })).toMatchObject({
      entities: sealedFact.entities,
      properties: [],
    })
    expect(of({ subject: `${name}'s wife`, entities })?.properties).toEqual([])
  },
)

test.each(['...', '. .', '🎉'])('given something is named %j, then the graph names it', (name) => {
  expect(of({ entities: [{ name, type: 'thing' }], subject: '.' })?.entities).toHaveLength(1)
})

test('given an attribute that ended, or one of many values, when taken in, then there is no property', () => {
  expect(of({ value: 'none' })?.properties).toEqual([])
  expect(of({ exclusive: false })?.properties).toEqual([])
})

test.each(['subject', 'attribute', 'value'] as const)(
  'given an exclusive fact without its %s, when taken in, then there is no property, and no entity is named for it',
  (part) => {
    expect(of({ [part]: null })).toMatchObject({ entities: sealedFact.entities, properties: [] })
  },
)

test('given a long text, when taken in, then its excerpt ends with a whole character', () => {
  const context = of({ text: '🐙'.repeat(400) })!.context
  expect([...context]).toHaveLength(300)
  expect(context.endsWith('🐙…')).toBe(true)
  expect(of({ text: '🐙'.repeat(300) })!.context).toBe('🐙'.repeat(300))
})

test('given a fact whose words have been erased, when taken in, then it says nothing', () => {
  const { event } = delivered('FactAsserted', { open: opens.factAsserted, erased: true })
  expect(graphFactOf(event)).toBeNull()
})

test('given words that assert nothing, when taken in, then they say nothing of entities', () => {
  const open = { category: 'work', source: 8, engine: 'test' }
  const { event } = delivered('SummaryEvolved', { open, sealed: { text: 'Ana works at Acme.' } })
  expect(graphFactOf(event)).toBeNull()
})

test('given what closes a fact, when taken in, then the fact and its end are named', () => {
  const closedFrom = (source: number) => ({
    ...USER,
    factId: 'fact',
    source,
    validTo: LATER,
    recordedAt: LATER,
  })
  const { factSuperseded, factPruned, factMerged } = opens
  expect(closedBy(delivered('FactSuperseded', { open: factSuperseded }).event)).toEqual(
    closedFrom(factSuperseded.source),
  )
  expect(closedBy(delivered('FactPruned', { open: factPruned }).event)).toEqual(
    closedFrom(factPruned.source),
  )
  expect(closedBy(delivered('FactMerged', { open: factMerged }).event)).toEqual(
    closedFrom(factMerged.source),
  )
  expect(closedBy(delivered('FactReinforced', { open: opens.factReinforced }).event)).toBeNull()
})

test('given a fact that was misread or that a client takes back, when taken in, then it never held', () => {
  const ended = (reason: 'resolved' | 'retracted' | 'reprocessed') => {
    const { factId, source, resourceId, category } = opens.factPruned
    const about = { factId, source, resourceId, category, keyGeneration: 1 }
    const { event } = delivered('FactClosed', { open: { ...about, reason, closedAt: LATER } })
    return closedBy(event)?.validTo
  }
  expect(ended('resolved')).toBe(LATER)
  expect(ended('retracted')).toBe('0000-01-01T00:00:00.000Z')
  expect(ended('reprocessed')).toBe('0000-01-01T00:00:00.000Z')
})

test('given a claim that contests what is trusted more, when taken in, then the graph does not show it', () => {
  const { event } = delivered('FactContested', { open: opens.factContested })
  expect(closedBy(event)).toEqual({
    ...USER,
    factId: 'fact',
    source: opens.factContested.source,
    validTo: event.occurredAt,
    recordedAt: LATER,
  })
})

test('given a backdated fact that yields to a newer one, when taken in, then it is closed from the beginning', () => {
  const open = { ...opens.factAsserted, validTo: LATER, supersededBy: 'newer' }
  const { event } = delivered('FactAsserted', { open, sealed: sealedFact })
  expect(graphFactOf(event)).toMatchObject({ validTo: LATER, held: { from: AT, until: LATER } })
})

test.each([
  ['before it was learnt', AT, AT],
  ['as it was learnt', LATER, LATER],
  ['later', '2026-07-01T08:00:00.000Z', null],
])(
  'given a fact that ends by itself %s, when taken in, then it is closed at %s',
  (_, validTo, end) => {
    const open = { ...opens.factAsserted, validTo, supersededBy: null }
    const { event } = delivered('FactAsserted', {
      open,
      sealed: sealedFact,
      occurredAt: '2020-01-01T00:00:00.000Z',
    })
    expect(graphFactOf(event)).toMatchObject({ validTo: end })
  },
)
