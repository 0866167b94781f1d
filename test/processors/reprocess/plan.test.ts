// The parts in which a comparison is promoted: what each holds, and under which key it goes.
import { expect, test } from 'vitest'
import type { Item, ItemDocument } from '../../../infra/ports/memory-store.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import type { Compared } from '../../../processors/reprocess/compare.ts'
import { MOST_CHANGES, planParts } from '../../../processors/reprocess/plan.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { delivered, LATER, opens, RESOURCE, sealedFact, USER } from '../given.ts'

const OTHER = '22222222-2222-4222-8222-222222222222'
const GENERATION = 2

type Open = typeof opens.factAsserted
type Asserted = Partial<Omit<Open, 'supersededBy' | 'validTo'>> & {
  supersededBy?: string | null
  validTo?: string | null
}

const read = (id: string, item: Partial<Item> = {}, more: Partial<ItemDocument> = {}) =>
  itemDocument(USER, { id, ...more, item })
const assertionOf = (factId: string, open: Asserted = {}, sealed = true) =>
  delivered('FactAsserted', {
    open: { ...opens.factAsserted, factId, ...open },
    ...(sealed ? { sealed: sealedFact } : {}),
    occurredAt: LATER,
  }).event

/** By default each fact that comes was asserted as it stands. */
function planned(
  compared: Partial<Compared>,
  {
    asserted = compared.came?.map(({ item }) => assertionOf(item.id)) ?? [],
    reprocessId = RESOURCE,
  } = {},
) {
  const nothing = { same: 0, standsFor: new Map(), settled: [], came: [], went: [] }
  const assertions = new Map(asserted.map((event) => [event.open.factId, event]))
  return planParts({ ...nothing, ...compared }, { reprocessId, assertions, generation: GENERATION })
}

const cameOf = (parts: ReturnType<typeof planned>) => parts.flatMap(({ came }) => came)
const gone = (id: string, ending: Compared['went'][number]['ending']) => ({
  document: read(id),
  ending,
})
const NOT_FOUND = { by: null, validTo: null, endedAt: null }

test('given nothing that changes, then there is no part', () => {
  expect(planned({})).toEqual([])
})

test('given what comes, then it is as it was asserted, under an id of its own, with how it stands now', () => {
  const came = [read('a', { confidence: 0.3, supersededBy: 'b', validTo: LATER }), read('b')]
  const [first, second] = cameOf(planned({ came }))
  expect(first).toEqual({
    occurredAt: LATER,
    open: {
      ...opens.factAsserted,
      factId: first?.open.factId,
      confidence: 0.3,
      supersededBy: second?.open.factId,
      validTo: LATER,
    },
    sealed: sealedFact,
    endedAt: null,
  })
  const ids = [first, second].map((each) => each?.open.factId)
  expect(new Set([...ids, 'a', 'b']).size).toBe(4)
  expect(cameOf(planned({ came })).map(({ open }) => open.factId)).toEqual(ids)
  const another = cameOf(planned({ came }, { reprocessId: OTHER })).map(({ open }) => open.factId)
  expect(new Set([...ids, ...another]).size).toBe(4)
})

test('given a fact that words have ended, then it comes with when they did', () => {
  const came = [read('a', { pruned: { at: LATER, reason: 'ended' } })]
  expect(cameOf(planned({ came }))).toMatchObject([{ endedAt: LATER }])
})

test('given what is superseded by a fact that stands for one in use, then that one takes its place', () => {
  const standsFor = new Map([['b', 'in use']])
  const came = [read('a', { supersededBy: 'b', validTo: LATER })]
  expect(cameOf(planned({ came, standsFor }))).toMatchObject([{ open: { supersededBy: 'in use' } }])
  const went = [gone('old', { by: 'b', validTo: LATER, endedAt: null })]
  expect(planned({ went, standsFor })).toEqual([
    {
      came: [],
      went: [{ factId: 'old', by: 'in use', validTo: LATER, endedAt: null }],
      generation: GENERATION,
    },
  ])
})

test('given what goes, then it names what takes its place by the id under which that comes', () => {
  const came = [read('new')]
  const went = [
    gone('old', { by: 'new', validTo: LATER, endedAt: null }),
    gone('ended', { by: null, validTo: null, endedAt: LATER }),
    gone('not found', NOT_FOUND),
  ]
  const parts = planned({ came, went })
  const { factId } = firstOf(cameOf(parts)).open
  expect(parts.map((part) => part.came.length)).toEqual([1, 0])
  expect(parts.at(-1)?.went).toEqual([
    { factId: 'old', by: factId, validTo: LATER, endedAt: null },
    { factId: 'ended', by: null, validTo: null, endedAt: LATER },
    { factId: 'not found', ...NOT_FOUND },
  ])
})

test('given a fact whose assertion is gone or cannot be read any more, then it does not come', () => {
  const came = [read('gone'), read('erased'), read('there')]
  const asserted = [assertionOf('erased', {}, false), assertionOf('there')]
  expect(cameOf(planned({ came }, { asserted }))).toHaveLength(1)
})

test('given facts that were read under several keys, then each comes under its own, the oldest first, and those without one and what goes under the key in use', () => {
  const came = [
    read('c', {}, { keyGeneration: 3 }),
    read('a', {}, { keyGeneration: 1 }),
    read('b'),
    read('d', {}, { keyGeneration: 1 }),
  ]
  const parts = planned({ came, went: [gone('old', NOT_FOUND)] })
  expect(
    parts.map(({ generation, came: some, went }) => [generation, some.length, went.length]),
  ).toEqual([
    [1, 2, 0],
    [GENERATION, 1, 0],
    [3, 1, 0],
    [GENERATION, 0, 1],
  ])
})

test.each([1, MOST_CHANGES, MOST_CHANGES + 1, 2 * MOST_CHANGES + 1])(
  'given %i facts that come and as many that go, then no part holds more than it may, and each is in one, in order',
  (count) => {
    const facts = Array.from({ length: count }, (_, n) => read(`${n}`, { confidence: n / 1000 }))
    const went = facts.map((document) => ({ document, ending: NOT_FOUND }))
    const parts = planned({ came: facts, went })
    expect(
      Math.max(...parts.map((part) => part.came.length + part.went.length)),
    ).toBeLessThanOrEqual(100)
    expect(parts).toHaveLength(2 * Math.ceil(count / 100))
    expect(parts.flatMap((part) => part.went.map(({ factId }) => factId))).toEqual(
      facts.map(({ item }) => item.id),
    )
    expect(cameOf(parts).map(({ open }) => open.confidence)).toEqual(
      facts.map(({ item }) => item.confidence),
    )
  },
)

test.each<[string, Asserted, string | null]>([
  [
    'later',
    { supersededBy: null, validTo: '2027-01-01T00:00:00.000Z' },
    '2027-01-01T00:00:00.000Z',
  ],
  ['as it was asserted', { supersededBy: 'left out', validTo: LATER }, null],
])(
  'given a fact that was closed %s by one that does not come, then it comes open',
  (_, asserted, validTo) => {
    const closed = read('c', { supersededBy: 'left out', validTo: LATER })
    const parts = planned(
      { settled: [read('left out')], came: [closed] },
      { asserted: [assertionOf('c', asserted)] },
    )
    expect(cameOf(parts)).toMatchObject([{ open: { supersededBy: null, validTo } }])
  },
)
