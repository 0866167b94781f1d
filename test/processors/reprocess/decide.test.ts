// What promoting a part does to a memory that has changed since the comparison.
import { expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { decide, type Now, type Reread, sayingOf } from '../../../processors/reprocess/decide.ts'
import type { RereadPart } from '../../../schemas/events/reread-part.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

const POSITION = 20
const OTHER = '22222222-2222-4222-8222-222222222222'
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
const went: RereadPart['went'][number] = { factId: 'old', endedAt: null, by: null, validTo: null }

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
  now: Partial<Now> & { known?: ReturnType<typeof old>[]; event?: Reread } = {},
) {
  const { known = [old()], event: handled = event, ...rest } = now
  const of = (id: string) => known.find(({ item }) => item.id === id)
  const unchanged = { isForgotten: () => false, forgottenBefore: 0 }
  const defaults = { position: POSITION, upTo: 10, of, near: [], ...unchanged }
  const whole = { went: [], came: [], embedding: null, ...part }
  return decide(handled, whole, { ...defaults, ...rest })
}

const notFound = { keyGeneration: 1, reason: 'reprocessed', closedAt: event.occurredAt }
const superseded = { by: 'new', validTo: LATER }

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

const about = { factId: 'old', source: POSITION, resourceId: event.id, category: 'work' }
test.each<[string, Partial<typeof went>, string, object]>([
  [
    'has a successor',
    superseded,
    'FactSuperseded',
    { ...about, keyGeneration: 1, supersededBy: 'new', validTo: LATER },
  ],
  [
    'was ended by words',
    { endedAt: LATER },
    'FactPruned',
    {
      ...about,
      resourceId: RESOURCE,
      importance: 'medium',
      reason: 'ended',
      prunedAt: LATER,
    },
  ],
  ['was not found', {}, 'FactClosed', { ...about, ...notFound }],
  ['has a successor from no time on', { by: 'new' }, 'FactClosed', { ...about, ...notFound }],
  ['has an end and no successor', { validTo: LATER }, 'FactClosed', { ...about, ...notFound }],
])('given a fact that goes and that %s, then exactly that is told', (_, ending, type, open) => {
  const { appId, userId, occurredAt } = event
  const meta = { id: expect.any(String), appId, userId, occurredAt, sealed: null }
  const known = [old(), itemDocument(USER, { id: 'new' })]
  expect(decided({ went: [{ ...went, ...ending }] }, { known })).toEqual([{ ...meta, type, open }])
})

test('given a category that was forgotten since, then what was not found stays, because it may have come as of that one', () => {
  const known = [old({}, { source: 8 }), itemDocument(USER, { id: 'new' })]
  const of = (forgottenBefore: number, ending: Partial<typeof went>) =>
    types(decided({ went: [{ ...went, ...ending }] }, { known, forgottenBefore }))
  expect(of(9, {})).toEqual([])
  expect(of(8, {}), 'it was said after the forget').toEqual(['FactClosed'])
  expect(of(9, superseded)).toEqual(['FactSuperseded'])
  expect(of(9, { endedAt: LATER })).toEqual(['FactPruned'])
})

test('given a fact that goes by one that comes in the same part, then it is superseded if that comes, and stays open otherwise', () => {
  const part = { came: [came], went: [{ ...went, ...superseded }] }
  expect(types(decided(part))).toEqual(['FactAsserted', 'FactSuperseded'])
  expect(decided(part, { isForgotten: () => true })).toEqual([])
})

test('given a fact that comes closed by another of its part, then it comes open if that does not come', () => {
  const closed = (supersededBy: string) => ({
    ...came,
    open: { ...came.open, factId: 'closed', supersededBy, validTo: LATER },
  })
  const comes = (by: string, now: Parameters<typeof decided>[1] = {}) =>
    decided({ came: [closed(by), came] }, now).flatMap(({ type, open }) =>
      type === 'FactAsserted' ? [[open.factId, open.supersededBy, open.validTo]] : [],
    )
  const asIs = ['new', null, came.open.validTo]
  expect(comes('new')).toEqual([['closed', 'new', LATER], asIs])
  const isForgotten: Now['isForgotten'] = ({ open }) => open.factId === 'new'
  expect(comes('new', { isForgotten })).toEqual([['closed', null, null]])
  // It was promoted before, or comes in another part.
  const known = [itemDocument(USER, { id: 'new' })]
  expect(comes('new', { known })).toEqual([['closed', 'new', LATER]])
  expect(comes('of another part')).toEqual([['closed', 'of another part', LATER], asIs])
})

test('given a critical fact that words have ended, then it is not pruned; otherwise one that comes is, as soon as it is asserted', () => {
  const ended = { went: [{ ...went, endedAt: LATER }] }
  expect(decided(ended, { known: [old({ importance: 'critical' })] })).toEqual([])
  const critical = { ...came, open: { ...came.open, importance: 'critical' as const } }
  expect(types(decided({ came: [{ ...critical, endedAt: LATER }] }))).toEqual(['FactAsserted'])
  const events = decided({ came: [{ ...came, endedAt: LATER }] })
  expect(types(events)).toEqual(['FactAsserted', 'FactPruned'])
  const { resourceId, category, importance } = came.open
  expect(events[1]?.open).toEqual({
    factId: 'new',
    source: POSITION,
    resourceId,
    category,
    importance,
    reason: 'ended',
    prunedAt: LATER,
  })
})

test('given the last part, then the summaries of the categories are to be written again', () => {
  const last = { ...event, open: { ...event.open, categories: ['profile', 'work'], closed: 7 } }
  const events = decided({ came: [came] }, { event: last })
  expect(types(events)).toEqual(['FactAsserted', 'FactsMaintained'])
  // Another version of the processor must give the same id.
  const id = derivedUuid(event.id, 'maintained')
  expect(events[1]).toMatchObject({ id, occurredAt: event.occurredAt, sealed: null })
  expect(events[1]?.open).toEqual({
    source: POSITION,
    keyGeneration: 1,
    asOf: event.occurredAt,
    pruned: 7,
    merged: 0,
    categories: ['profile', 'work'],
  })
  expect(types(decided({}, { event: last }))).toEqual(['FactsMaintained'])
})

test('given many changes, then each event has an id of its own, and another part has others', () => {
  const facts = ['a', 'b', 'c', 'd', 'e', 'f']
  const part: Partial<RereadPart> = {
    came: ['g', 'h'].map((factId) => ({
      ...came,
      open: { ...came.open, factId },
      endedAt: LATER,
    })),
    went: facts.map((factId, n) => {
      if (n < 2) return { ...went, factId }
      return n < 4
        ? { ...went, factId, endedAt: LATER }
        : { ...went, factId, by: 'g', validTo: LATER }
    }),
    embedded: { generation: 2, vectors: facts.map((factId) => ({ factId, embedding: 'AQID' })) },
  }
  const known = facts.map((id, n) => old({ category: n < 3 ? 'work' : 'health' }, { id }))
  const idsOf = (of: Reread) =>
    decided(part, { known, event: { ...of, open: { ...of.open, categories: ['work'] } } }).map(
      ({ id }) => id,
    )
  const ids = idsOf(event)
  expect(ids).toHaveLength(13)
  expect(new Set(ids).size).toBe(13)
  expect(new Set([...ids, ...idsOf({ ...event, id: OTHER })]).size).toBe(26)
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

test.each<[string, boolean, Partial<RereadPart['came'][number]>]>([
  ['in other signs', true, { sealed: { ...sealed, text: 'lives in OSLO' } }],
  ['in other words', false, { sealed: { ...sealed, text: 'Lives in Rome.' } }],
  ['for a scope alone', false, { sealed: { ...sealed, scopes: ['atlas'] } }],
  ['as an event of that time', false, { open: { ...came.open, contentType: 'event' } }],
])('given what comes %s, then its fingerprint is the same: %s', (_, isSame, other) => {
  const one = sayingOf(came)
  const another = sayingOf({ ...came, ...other })
  expect(another.fingerprint === one.fingerprint).toBe(isSame)
  expect(one.item).toEqual({ resourceId: RESOURCE, span: came.open.span, value: 'Oslo' })
})
