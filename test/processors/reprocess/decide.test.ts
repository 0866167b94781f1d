// What promoting a part does to a memory that has changed since the comparison.
import { expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { decide, type Now, sayingOf } from '../../../processors/reprocess/decide.ts'
import { MOST_CHANGES, planParts } from '../../../processors/reprocess/plan.ts'
import type { RereadPart } from '../../../schemas/events/reread-part.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

const POSITION = 20
const sealed = {
  text: 'Lives in Oslo.',
  aliases: [],
  scopes: [],
  saidBy: null,
  subject: 'user',
  attribute: 'home',
  value: 'Oslo',
  exclusive: true,
  entities: [],
  relationships: [],
  embedding: '',
}
const came: RereadPart['came'][number] = {
  occurredAt: LATER,
  open: { ...opens.factAsserted, factId: 'new', engine: 'better' },
  sealed,
  endedAt: null,
}
const went = { factId: 'old', endedAt: null, by: null, validTo: null }

const { event } = delivered('FactsReread', {
  position: POSITION,
  open: {
    objectKey: `app/user/1/${RESOURCE}`,
    contentBytes: 1,
    keyGeneration: 1,
    reprocessId: RESOURCE,
    engine: 'better',
    upTo: 10,
    categories: null,
    closed: 1,
  },
})

const old = (item: Partial<Item> = {}, more = {}) =>
  itemDocument(USER, { id: 'old', ...more, item: { resourceId: RESOURCE, ...item } })

function decided(
  part: Partial<RereadPart>,
  now: Partial<Now> & { known?: ReturnType<typeof old>[] } = {},
) {
  const { known = [old()], ...rest } = now
  const of = (id: string) => known.find(({ item }) => item.id === id)
  const defaults = { position: POSITION, upTo: 10, of, near: [], isForgotten: () => false }
  const whole = { went: [], came: [], embedding: null, ...part }
  return decide(event, whole, { ...defaults, ...rest })
}

const types = (events: ReturnType<typeof decided>) => events.map(({ type }) => type)

test('given a part, then what comes has its own time and engine, and what goes is closed, twice with the same ids', () => {
  const events = decided({ came: [came], went: [went] })
  expect(events).toMatchObject([
    {
      type: 'FactAsserted',
      occurredAt: LATER,
      open: { factId: 'new', source: 3, engine: 'better' },
    },
    { type: 'FactClosed', open: { factId: 'old', reason: 'reprocessed', source: POSITION } },
  ])
  expect(decided({ came: [came], went: [went] })).toEqual(events)
})

test('given a fact with a successor or an end, then it is superseded or pruned; a critical one is never pruned', () => {
  const superseded = { ...went, by: 'new', validTo: LATER }
  expect(types(decided({ went: [superseded] }))).toEqual(['FactSuperseded'])
  const ended = { went: [{ ...went, endedAt: LATER }] }
  expect(types(decided(ended))).toEqual(['FactPruned'])
  expect(decided(ended, { known: [old({ importance: 'critical' })] })).toEqual([])
  expect(types(decided({ came: [{ ...came, endedAt: LATER }] }))).toEqual([
    'FactAsserted',
    'FactPruned',
  ])
})

test.each<[string, ReturnType<typeof old>[]]>([
  ['gone', []],
  ['closed', [old({ supersededBy: 'other' })]],
  ['pinned', [old({ pinned: true })]],
  ['written later', [old({}, { source: 11 })]],
])('given a fact that is %s by then, then it is left as it is', (_, known) => {
  expect(decided({ went: [went] }, { known })).toEqual([])
})

test('given a fact that was promoted before, or forgotten since, then it does not come', () => {
  const promoted = itemDocument(USER, { id: 'new' })
  expect(decided({ came: [came] }, { known: [promoted] })).toEqual([])
  expect(decided({ came: [came] }, { isForgotten: () => true })).toEqual([])
})

test('given what people have decided since in the same place, by the same words, or about the same text, then it does not come', () => {
  const { slot, fingerprint } = sayingOf(came)
  const near = (item: Partial<Item>, more: object) => [old(item, more)]
  const apart = { resourceId: 'elsewhere' }
  expect(decided({ came: [came] }, { near: near({ ...apart, pinned: true }, { slot }) })).toEqual(
    [],
  )
  const takenBack = { pruned: { at: LATER, reason: 'retracted' as const } }
  expect(
    decided({ came: [came] }, { near: near({ ...apart, ...takenBack }, { fingerprint }) }),
  ).toEqual([])
  expect(decided({ came: [came] }, { near: near(takenBack, {}) })).toEqual([])
  expect(types(decided({ came: [came] }, { near: near({}, { slot }) }))).toEqual(['FactAsserted'])
})

test('given more changes than a part holds, then there are several, and each comes under the key that it was read under', () => {
  const document = (n: number, keyGeneration: number) =>
    itemDocument(USER, {
      id: `c${n}`,
      keyGeneration,
      item: { supersededBy: n === 0 ? 'c1' : null },
    })
  const facts = Array.from({ length: MOST_CHANGES + 2 }, (_, n) => document(n, n === 0 ? 1 : 2))
  const ofFact = (id: string) =>
    delivered('FactAsserted', { open: { ...opens.factAsserted, factId: id }, sealed }).event
  const assertions = new Map(facts.slice(0, -1).map(({ item }) => [item.id, ofFact(item.id)]))
  const compared = {
    same: 0,
    standsFor: new Map([['c1', 'in use']]),
    settled: [],
    came: facts,
    went: [],
  }
  const parts = planParts(compared, { reprocessId: RESOURCE, assertions, generation: 2 })
  expect(parts.map(({ generation, came: some }) => [generation, some.length])).toEqual([
    [1, 1],
    [2, MOST_CHANGES],
  ])
  const [first] = parts[0]!.came
  expect(first!.open.supersededBy).toBe('in use')
  expect(first!.open.factId).not.toBe('c0')
})

test.each([
  ['later', { supersededBy: null, validTo: '2027-01-01T00:00:00.000Z' }],
  ['as it was asserted', { supersededBy: 'left out', validTo: LATER }],
])(
  'given a fact that was closed %s by one that does not come, then it comes open',
  (_, asserted) => {
    const closed = itemDocument(USER, {
      id: 'c',
      item: { supersededBy: 'left out', validTo: LATER },
    })
    const leftOut = itemDocument(USER, { id: 'left out' })
    const assertion = delivered('FactAsserted', {
      open: { ...opens.factAsserted, factId: 'c', ...asserted },
      sealed,
    }).event
    const parts = planParts(
      { same: 0, standsFor: new Map(), settled: [leftOut], came: [closed], went: [] },
      { reprocessId: RESOURCE, assertions: new Map([['c', assertion]]), generation: 2 },
    )
    const validTo = asserted.supersededBy === null ? asserted.validTo : null
    expect(parts[0]?.came[0]?.open).toMatchObject({ supersededBy: null, validTo })
  },
)

test('given vectors, then those of facts that are there are told, by category', () => {
  const vector = (factId: string) => ({ factId, embedding: 'AQID' })
  const known = [
    old({ category: 'work' }, { source: 4 }),
    old({ category: 'work' }, { id: 'newer', source: 6 }),
    old({ category: 'profile' }, { id: 'home', source: 5 }),
  ]
  const vectors = ['old', 'gone', 'home', 'newer'].map(vector)
  const events = decided({ embedded: { generation: 2, vectors } }, { known })
  expect(events.map(({ type, open, sealed }) => ({ type, open, sealed }))).toEqual([
    {
      type: 'FactsEmbedded',
      open: { generation: 2, source: 6, category: 'work', keyGeneration: 1 },
      sealed: { vectors: [vector('old'), vector('newer')] },
    },
    {
      type: 'FactsEmbedded',
      open: { generation: 2, source: 5, category: 'profile', keyGeneration: 1 },
      sealed: { vectors: [vector('home')] },
    },
  ])
})
