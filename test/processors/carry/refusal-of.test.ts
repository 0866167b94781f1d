// What is wrong with an event of an export is said by its field and its rule.
import { expect, test } from 'vitest'
import { orderRefusal, refusalOf } from '../../../processors/carry/refusal-of.ts'
import { exported, statements } from './given.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')

test.each(['ContentStored', 'MaintenanceRequested', 'FactAsserted', 'SummaryEvolved'] as const)(
  'takes %s',
  (type) => {
    expect(refusalOf(exported(type), NOW)).toBeNull()
  },
)

test.each(statements)('refuses %s, a statement of the other service', (type) => {
  expect(refusalOf(exported(type), NOW)).toBe('type: is no event that is carried over')
})

const fact = exported('FactAsserted')

test.each([
  ['a type that is none', { type: 'NoSuchType' }, 'type: is no event that is carried over'],
  [
    'a type of another topic',
    { topic: 'memory.summaries.v1' as const },
    'type: is no event that is carried over',
  ],
  [
    'a field of the wrong kind',
    { open: { ...fact.open, source: 'x' } },
    'open.source: invalid_type',
  ],
  [
    'a field within a field',
    { open: { ...fact.open, span: { start: 0, end: -1 } } },
    'open.span.end: too_small',
  ],
  ['a count below zero', { open: { ...fact.open, ordinal: -1 } }, 'open.ordinal: too_small'],
  [
    'words that end before they start',
    { open: { ...fact.open, span: { start: 9, end: 3 } } },
    'open.span: ends before it starts',
  ],
  [
    'an event that will have been recorded',
    { recordedAt: '2999-01-01T00:00:00.000Z' },
    'recordedAt: lies in the future',
  ],
  ['a field that is not declared', { open: { ...fact.open, x: 1 } }, 'open: unrecognized_keys'],
  ['no sealed part where the type has one', { sealed: null }, 'sealed: invalid_type'],
  [
    'both parts wrong, by the open one',
    { open: { ...fact.open, place: -1 }, sealed: null },
    'open.place: too_small',
  ],
])('refuses %s', (_, parts, refusal) => {
  expect(refusalOf({ ...fact, ...parts }, NOW)).toBe(refusal)
})

test.each([
  ['ResourceProcessed', 'receivedAt'],
  ['FactsMaintained', 'asOf'],
] as const)(
  'refuses %s of the future, and takes what another clock says of today',
  (type, name) => {
    const event = exported(type)
    const at = (instant: string) => ({ ...event, open: { ...event.open, [name]: instant } })
    expect(refusalOf(at('2026-11-29T11:00:00.000Z'), NOW)).toBeNull()
    expect(refusalOf(at('2999-01-01T00:00:00.000Z'), NOW)).toBe(`open.${name}: lies in the future`)
  },
)

const activity = {
  eventType: 'order',
  source: 'shop',
  timestamp: '2026-03-04T10:00:00Z',
  data: {},
  suggestedCategory: null,
  suggestedEntities: [],
}

test.each([
  ['ActivityRecorded', activity],
  ['FactGiven', { text: 'I like tea.' }],
  ['FactRevised', { pinned: true }],
] as const)('refuses %s whose content cannot be read', (type, content) => {
  const refusal = (raw: string | null) => refusalOf(exported(type, { raw }), NOW)
  expect(refusal(JSON.stringify(content))).toBeNull()
  expect(refusal(null)).toBeNull()
  expect(refusal('..')).toBe('raw: is not valid JSON')
  expect(refusal('[]')).toBe('raw: is no content of its type')
  expect(refusal('null')).toBe('raw: is no content of its type')
})

test('takes content that is no JSON where the type has any text', () => {
  expect(refusalOf(exported('ContentStored', { raw: '..' }), NOW)).toBeNull()
})

const HALF = '\ud83d'
const deep = JSON.parse(`${'['.repeat(102)}${']'.repeat(102)}`)

test.each(['engine', 'category'])('refuses half of a surrogate pair in %s', (name) => {
  const open = { ...fact.open, [name]: `given ${HALF}` }
  const refusal = `open.${name}: holds half of a surrogate pair`
  expect(refusalOf({ ...fact, open }, NOW)).toBe(refusal)
})

test.each([
  ['a value', { metadata: { said: [`Oslo ${HALF}`] } }, 'holds half of a surrogate pair'],
  ['a name', { metadata: { [HALF]: 1 } }, 'holds half of a surrogate pair'],
  ['a value too deep to be walked', { metadata: { deep } }, 'is nested more than 100 deep'],
])(
  'refuses %s within what a client wrote beside the content, and quotes none of it',
  (_, part, why) => {
    const event = exported('ContentStored')
    const sealed = { ...Object(event.sealed), ...part }
    expect(refusalOf({ ...event, sealed }, NOW)).toBe(`sealed.metadata: ${why}`)
  },
)

test.each([
  ['ContentStored', `I am in Oslo ${HALF}`, 'raw: holds half of a surrogate pair'],
  [
    'ActivityRecorded',
    JSON.stringify({ ...activity, data: { note: HALF } }),
    'raw.data: holds half of a surrogate pair',
  ],
  [
    'ActivityRecorded',
    JSON.stringify({ ...activity, data: { deep } }),
    'raw.data: is nested more than 100 deep',
  ],
] as const)(
  'refuses content of %s that not every reader of JSON can read',
  (type, raw, refusal) => {
    expect(refusalOf(exported(type, { raw }), NOW)).toBe(refusal)
  },
)

test.each([
  ['ContentStored', 'I live in Oslo. \u{1f600}'],
  ['ActivityRecorded', JSON.stringify(activity)],
  ['FactGiven', JSON.stringify({ text: 'I like tea.' })],
  ['FactRevised', JSON.stringify({ pinned: true })],
] as const)('refuses content of %s that is not what its hash tells', (type, raw) => {
  const event = exported(type, { raw })
  expect(refusalOf(event, NOW)).toBeNull()
  expect(refusalOf({ ...event, raw: `${raw} ` }, NOW)).toBe(
    'raw: is not what sealed.contentHash tells',
  )
})

test('takes what was said of a day to come', () => {
  const open = { ...fact.open, validFrom: '2999-01-01T00:00:00.000Z' }
  expect(refusalOf({ ...fact, occurredAt: '2999-01-01T00:00:00.000Z', open }, NOW)).toBeNull()
})

test.each([
  ['FactPruned', 'prunedAt'],
  ['FactMerged', 'mergedAt'],
] as const)('takes %s of a day to come: a client told it', (type, name) => {
  const event = exported(type)
  const open = { ...event.open, [name]: '2999-01-01T00:00:00.000Z' }
  expect(refusalOf({ ...event, open }, NOW)).toBeNull()
})

test('an event follows those of its topic, but for a maintenance that is told at last', () => {
  const before = new Map()
  const order = (type: Parameters<typeof exported>[0], position: number) =>
    orderRefusal({ ...exported(type), position }, before)
  expect(order('ContentStored', 7)).toBeNull()
  expect(order('FactAsserted', 3)).toBeNull()
  expect(order('ContentStored', 8)).toBeNull()
  expect(order('FactsMaintained', 3)).toBeNull()
  expect(order('ContentStored', 8)).toBe('position: does not follow the one before')
  expect(order('FactAsserted', 2)).toBe('position: does not follow the one before')
  expect(order('SummaryEvolved', -1)).toBe('position: is below zero')
})
